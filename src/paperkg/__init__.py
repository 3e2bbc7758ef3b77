"""paperkg turns a pile of research papers into a knowledge graph in which every edge can say why it is there."""

__version__ = "0.1.0"
