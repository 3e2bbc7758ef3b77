"""Bytes become papers: one file a format, chosen by content."""
