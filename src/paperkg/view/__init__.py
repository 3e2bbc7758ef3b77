"""A collection becomes HTML pages that open offline."""

from paperkg.view.page import page
from paperkg.view.report import report

__all__ = ["page", "report"]
