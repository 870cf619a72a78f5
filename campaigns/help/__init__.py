"""A page of help for each screen: what can I do here, what does it cost, what can go wrong."""
