"""What was handed in: workspaces, source files and folders of submissions. Student code is read here, never run."""
