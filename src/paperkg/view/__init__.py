"""A collection becomes one HTML page that opens offline."""
