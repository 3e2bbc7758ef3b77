"""A collection becomes the bytes that other programs read, one file a target."""
