"""Named questions, one file each, and SPARQL over the store."""
