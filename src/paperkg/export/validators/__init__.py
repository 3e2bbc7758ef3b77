"""The rules of programs that the tests cannot run, each file written from the program's own documentation.

Every module has a ``validate`` that reads an export's folder, without the code that wrote it, returns the rows of each
table, and raises an ExportError that lists what breaks a rule.
"""
