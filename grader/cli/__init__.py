"""The commands: parse, call, print. Nothing is decided here."""
