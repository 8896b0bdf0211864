"""Starting files: valid as they are, to be filled in."""

from __future__ import annotations

INCIDENT = """\
# An incident: what people did, in order. `adjudicate vocabulary` lists the words; `adjudicate check FILE` checks it.
code: {code}
title: What happened, in one line
dealer: {first}
events:
- {{by: {first}, call: {call}}}
contentions: []
questions: []
"""
LAW = """\
# yaml-language-server: $schema=../../adjudicator/schema/law.schema.json
law: {number}
title: What the law is about
clauses:
- id: first
  kind: duty
  says: The clause in modern words of your own, exact in every number, chooser and time limit.
  unmodelled: Not encoded yet; replace this line by rules (see rules/README.md).
"""
CASE = """\
# yaml-language-server: $schema=../../adjudicator/schema/case.schema.json
number: {number}
publication: {publication}
title: What was in dispute
code: {code}
construes: [{clause}]
incident:
  dealer: {first}
  events:
  - {{by: {first}, call: {call}}}
held: What was held.
reasoning: Why, in words of your own.
expect: {{}}
rules: []
"""
TEMPLATES = {"incident": INCIDENT, "law": LAW, "case": CASE}
