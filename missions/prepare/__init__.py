"""A GM makes a Mission: who comes, what for, on which board. What is not said here is done at the table itself."""
