"""Passages become extractions: what each paper names, proposes, reports."""
