"""The command line: `python -m microrag_core COMMAND PATH... [--json]`.

Results go to standard output, progress and messages to standard error. Exit 0 when done, 2 for bad usage or unusable input.
"""

import argparse
import json
import sys
from collections.abc import Sequence

from microrag_core.commands import ask, chunk, evaluate, prune, search
from microrag_core.commands.output import print_result, tell
from microrag_core.errors import MicroRagError

COMMANDS = {"prune": prune, "search": search, "chunk": chunk, "ask": ask, "evaluate": evaluate}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = parser().parse_args(arguments)
    command = COMMANDS[options.command]
    try:
        result = command.run(options)
        if result is not None:
            print_result(json.dumps(result, ensure_ascii=True) if options.json else command.show(result))
    except MicroRagError as error:
        tell(f"microrag: {error}")
        return 2
    except KeyboardInterrupt:
        tell("microrag: stopped.")
        return 130
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    top = argparse.ArgumentParser(
        prog="python -m microrag_core",
        description="Prune repeated sentences, cut documents, search and ask them, and measure how well.",
    )
    commands = top.add_subparsers(dest="command", required=True)
    for name, command in COMMANDS.items():
        command.add_arguments(commands.add_parser(name, help=command.HELP))
    return top


if __name__ == "__main__":
    sys.exit(main())
