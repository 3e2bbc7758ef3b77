"""Passages become extractions: what each paper names, proposes, reports."""

from __future__ import annotations

from paperkg.mentions.extractor import Extractor, model_hashes

__all__ = ["Extractor", "model_hashes"]
