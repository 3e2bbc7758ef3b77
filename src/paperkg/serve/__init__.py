"""A SPARQL endpoint and the page, on loopback."""
