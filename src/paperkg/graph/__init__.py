"""A collection becomes RDF."""
