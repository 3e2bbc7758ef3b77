"""A collection becomes HTML pages that open offline."""

from paperkg.view.page import page

__all__ = ["page"]
