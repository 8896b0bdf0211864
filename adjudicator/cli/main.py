"""The ``adjudicate`` command."""

from __future__ import annotations

import click

from adjudicator.cli.coverage import coverage
from adjudicator.cli.find import laws, lookup, search_words
from adjudicator.cli.look_up import case, law, vocabulary
from adjudicator.cli.new import new
from adjudicator.cli.rule import rule
from adjudicator.cli.verify import check, test
from adjudicator.version import VERSION


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="adjudicate")
def main() -> None:
    """Rulings on disputes at the card table, by the laws of a code and its published decisions."""


for command in (rule, law, case, vocabulary, laws, lookup, search_words, check, test, coverage, new):
    main.add_command(command)
