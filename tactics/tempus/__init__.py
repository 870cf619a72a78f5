"""Tempus Tempera: how a Mission runs. One small file per system of the document; `table.TEMPUS` joins them."""
