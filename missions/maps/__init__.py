"""Map files that a GM brings, read into a draft of a board and a report of what happened to them.

Pure functions from bytes to values: no Django, no path that a file names, no network. One module a format; `read` finds
out which it is, `geometry` turns walls of any angle into edges of cells, `picture` decodes and cuts backgrounds. All of
it runs in a child process with limits (`child`, called by `limited`); what a draft becomes on a board of a ruleset
is decided outside (`missions.map_board`).
"""
