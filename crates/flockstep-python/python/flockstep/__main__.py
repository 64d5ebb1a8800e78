"""``python -m flockstep``: the command line, without what draws."""

import signal
import sys

from ._flockstep import command_line


def main() -> int:
    """Carry out the command; Ctrl-C and signals are its own."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command_line(["flockstep", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
