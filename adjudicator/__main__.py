"""``python -m adjudicator``."""

from adjudicator.cli.main import main

if __name__ == "__main__":
    main()
