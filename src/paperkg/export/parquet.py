"""Parquet: a file a table with typed columns and real lists, for pandas, DuckDB, Polars and Spark."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperkg.errors import ExportError
from paperkg.export.contents import Contents
from paperkg.export.property_graph import PropertyGraph
from paperkg.export.tables import NODE_COLUMNS, EdgeTable, Table, Value

if TYPE_CHECKING:
    import pyarrow

BATCH = 5_000
"""Rows that are held before they are written."""


def write(contents: Contents, folder: Path) -> dict[str, int]:
    """Write a file a table into ``folder``.

    Raises:
        ExportError: pyarrow is not installed.
    """
    _require_pyarrow()
    graph = PropertyGraph(contents)
    tables: dict[str | EdgeTable, _Writer] = {}
    try:
        for kind in NODE_COLUMNS:
            tables[kind] = _Writer(Table(kind), folder)
        for rows in (graph.nodes(), graph.edges()):
            for row in rows:
                if row.table not in tables:
                    tables[row.table] = _Writer(Table(row.table), folder)
                tables[row.table].add(row.values)
    finally:
        for table in tables.values():
            table.close()
    return {Table(key).name: table.count for key, table in tables.items()}


def read_back(folder: Path) -> dict[str, int]:
    """Return the rows of each table in ``folder``, every column read."""
    _require_pyarrow()
    import pyarrow.parquet

    counts: dict[str, int] = {}
    for path in sorted(folder.glob("*.parquet")):
        with pyarrow.parquet.ParquetFile(path) as file:
            counts[path.stem] = sum(batch.num_rows for batch in file.iter_batches())
    return counts


class _Writer:
    """A table's file, written a batch of rows at a time."""

    def __init__(self, table: Table, folder: Path) -> None:
        import pyarrow
        import pyarrow.parquet

        types = {
            "string": pyarrow.string(),
            "integer": pyarrow.int64(),
            "decimal": pyarrow.float64(),
            "boolean": pyarrow.bool_(),
            "strings": pyarrow.list_(pyarrow.string()),
        }
        self._schema: pyarrow.Schema = pyarrow.schema([(column.name, types[column.type]) for column in table.columns])
        self._file: Any = pyarrow.parquet.ParquetWriter(folder / f"{table.name}.parquet", self._schema)
        self._rows: list[tuple[Value, ...]] = []
        self.count = 0

    def add(self, values: tuple[Value, ...]) -> None:
        self._rows.append(values)
        self.count += 1
        if len(self._rows) == BATCH:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._file.close()

    def _flush(self) -> None:
        import pyarrow

        if self._rows:
            columns = [
                pyarrow.array(values, type=field.type)
                for values, field in zip(zip(*self._rows, strict=True), self._schema, strict=True)
            ]
            self._file.write_table(pyarrow.Table.from_arrays(columns, schema=self._schema))
            self._rows.clear()


def _require_pyarrow() -> None:
    if find_spec("pyarrow") is None:
        raise ExportError("Parquet needs pyarrow.", remedy="Install it with: pip install 'paperkg[parquet]'")
