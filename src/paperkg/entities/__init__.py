"""Extractions become a collection: what is one thing, and what meets in it."""
