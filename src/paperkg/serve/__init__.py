"""A read-only SPARQL 1.1 endpoint and the explorer, on this machine alone."""
