"""An auto-graded workbook engine; `exercises/` and `solutions/` beside it hold the chapter."""

__version__ = "0.1.0"
