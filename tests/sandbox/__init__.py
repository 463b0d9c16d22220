"""Tests of the sandbox; a package, so that its helpers have a name of their own."""
