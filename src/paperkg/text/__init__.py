"""Papers become passages: markup, sentences, acronyms."""
