"""How much a map may hold. Every reader shares these numbers."""

MIB = 1024 * 1024
FILE = 64 * MIB
"""Bytes of all files of one upload."""
PICTURE = 20_000_000
"""Bytes of a picture file, and of a stored background."""
FILES = 5
READ = 256
"""Cells a side of what can be read and previewed; what is larger than BOARD is cropped by choice."""
LEAST, BOARD = 5, 100
"""Cells a side of a board."""
SEGMENTS, DOORS, TOKENS, LAYERS, NOTES, ZONES, KINDS = 20_000, 2_000, 500, 64, 500, 50, 400
COORDINATE = 10_000
"""Cells; a coordinate beyond is no coordinate."""
PIXELS = 40_000_000
"""Of a picture that is decoded, and of one that is stored."""
TEXT = 2_000
"""Characters of a name or note that are kept."""

MEMORY = 512 * MIB
SECONDS = 30
"""Of the child process."""
