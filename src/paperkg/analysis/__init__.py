"""Answers made from records and store: why, path, similar, gaps, matrix, diff."""
