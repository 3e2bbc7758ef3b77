"""``python -m paperkg``."""

from paperkg.commands import main

main(prog_name="paperkg")
