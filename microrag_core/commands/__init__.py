"""The command line, one command a file: `add_arguments`, `run` to a result, `show` the result in words."""
