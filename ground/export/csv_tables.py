"""Tables as CSV: a folder with one file for each, UTF-8, its first line the names and units of the columns.

Instants of UTC are written to the nanosecond (2026-01-31T12:00:00.000000000Z), flags as true and false.
"""

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ground.export.columns import Column
from ground.export.tables import ExportedTables, Row, export_tables


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
