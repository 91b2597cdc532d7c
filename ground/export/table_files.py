"""Tables as files, a folder with one file for each: CSV, or Parquet (the extra `parquet` brings its library).

CSV       UTF-8, its first line the names and units of the columns; instants of UTC to the nanosecond
          (2026-01-31T12:00:00.000000000Z), flags as true and false
Parquet   the same headers, and the units also as metadata of each field
"""

import csv
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from ground.export.tables import UTC, ExportedTables, Row, export_tables, write_table
from ground.run.kept.recorded_run import RecordedRun
from ground.series.columns import Column, Kind

ROWS_AT_ONCE = 20_000  # rows that are written together


def export_csv(recording: Path, out: Path) -> ExportedTables:
    """Write the folder: what it returns and raises says `export_tables`."""
    return export_tables(recording, out, CsvTable, suffix=".csv")


class CsvTable:
    """One file."""

    def __init__(self, path: Path, columns: Sequence[Column]) -> None:
        """Begin it with its header; OSError: it cannot be made."""
        self._file = path.open("x", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file)
        self._flags = [index for index, column in enumerate(columns) if column.kind == "flag"]
        self._writer.writerow([column.header for column in columns])

    def add(self, row: Row) -> None:
        """Write a row."""
        utc_ns, *rest = row
        cells = [f"{np.datetime64(utc_ns, 'ns')}Z", *rest]
        for index in self._flags:
            cells[index] = "" if cells[index] is None else str(cells[index]).lower()
        self._writer.writerow(cells)

    def close(self) -> None:
        """Close it."""
        self._file.close()


def export_parquet(recording: Path, out: Path) -> ExportedTables:
    """Write the folder: what it returns and raises says `export_tables`."""
    return export_tables(recording, out, ParquetTable, suffix=".parquet")


def parquet_table(recorded: RecordedRun, name: str) -> BytesIO:
    """Return one table as a Parquet file in memory; ValueError: the recording has none of that name."""
    file = BytesIO()
    write_table(recorded, name, lambda columns: ParquetTable(file, columns))
    file.seek(0)
    return file


class ParquetTable:
    """One file."""

    def __init__(self, path: Path | BytesIO, columns: Sequence[Column]) -> None:
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
