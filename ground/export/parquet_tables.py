"""Tables as Parquet: a folder with one file for each; the extra `parquet` brings the library.

Columns bear the headers of the CSV tables, and their units also as metadata of each field.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ground.export.columns import Column, Kind
from ground.export.tables import UTC, ExportedTables, Row, export_tables

ROWS_AT_ONCE = 20_000  # rows that are written together


def export_parquet(recording: Path, out: Path) -> ExportedTables:
    """Write the folder: what it returns and raises says `export_tables`."""
    return export_tables(recording, out, ParquetTable, suffix=".parquet")


class ParquetTable:
    """One file."""

    def __init__(self, path: Path, columns: Sequence[Column]) -> None:
        """Begin it; OSError: it cannot be made."""
        import pyarrow
        from pyarrow import parquet

        self._schema = pyarrow.schema([_field(column) for column in columns])
        self._record = pyarrow.RecordBatch.from_arrays
        self._array = pyarrow.array
        self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[Row] = []

    def add(self, row: Row) -> None:
        """Write a row, now or with those that follow."""
        self._rows.append(row)
        if len(self._rows) >= ROWS_AT_ONCE:
            self._write()

    def close(self) -> None:
        """Write what is left."""
        self._write()
        self._writer.close()

    def _write(self) -> None:
        if self._rows:
            by_column = zip(*self._rows, strict=True)
            rows = zip(by_column, self._schema, strict=True)
            arrays = [self._array(values, type=field.type) for values, field in rows]
            self._writer.write_batch(self._record(arrays, schema=self._schema))
            self._rows.clear()


def _field(column: Column) -> Any:
    import pyarrow

    types: dict[Kind, Any] = {
        "text": pyarrow.string(),
        "whole": pyarrow.int64(),
        "real": pyarrow.float64(),
        "flag": pyarrow.bool_(),
    }
    kind = pyarrow.timestamp("ns", tz="UTC") if column.name == UTC else types[column.kind]
    return pyarrow.field(column.header, kind, metadata={"unit": column.unit} if column.unit else None)
