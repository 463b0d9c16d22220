"""Pure renderers: a result or a batch in, text or bytes out. A new way to show results is a new file here."""
