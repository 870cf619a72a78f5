"""Who may know what: decided here, on the server, per event and before anything is sent.

`sight.sees` answers for fog, `known.known` builds what a seat knows, `project.project` makes a view of it,
`feed.feed` the log lines of an entry, `words` the sentences.
"""
