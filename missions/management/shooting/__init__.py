"""How the pictures of docs/screens are taken: a studio, and who sits for it where."""
