"""The parts of a ruling within some worlds: findings, remedies, bars, answers, points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator.evaluate.memory import Node
from adjudicator.model.vocabulary import Value
from adjudicator.proof import Proof, proof_id
from adjudicator.ruling.answers import Answers
from adjudicator.ruling.model import Answer, Choosers, Finding, Points, Remedy, Standing
from adjudicator.ruling.view import View
from adjudicator.wording import fact_in_words, option_in_words, said

SHOWN = ("irregularity", "etiquette", "status")
FINAL = ("exercised", "barred", "lapsed", "mandatory", "available")
WHOSE = ("by", "seat", "side")  # the attributes that say whom a finding is about, the first that is given
FULFILLED = ("fulfilled",)


@dataclass(frozen=True)
class Parts:
    """Reads the parts off a view."""

    view: View
    proof: Proof

    # -- findings

    def findings(self) -> tuple[Finding, ...]:
        """What was found for certain, in order of time."""
        nodes = [n for n in self.view.facts("finding") if n.fact.values["grade"] in SHOWN and self.view.certain(n)]
        return tuple(self._finding(n) for n in sorted(nodes, key=_by_time))

    def _finding(self, node: Node) -> Finding:
        values = node.fact.values
        by = next((v for name in WHOSE if (v := values.get(name, "none")) != "none"), "none")
        return Finding(
            proof_id(node.number),
            node.fact.name,
            str(values["grade"]),
            str(by),
            node.at,
            self._words(node),
            self.view.outcome.program.language.vocabulary.of("finding")[node.fact.name].beyond,
            self.proof.laws([node]),
            (proof_id(node.number),),
        )

    # -- remedies

    def remedies(self) -> tuple[Remedy, ...]:
        """Every remedy that arose for certain, one entry for all its choosers, with its final status.

        The choosers are those who had not lost their choice when it was made, or have not yet.
        """
        groups: dict[tuple[Value, Value, str], list[Node]] = {}
        for node in self.view.ever("remedy"):
            law = (self.proof.laws([node]) or ("",))[0]
            groups.setdefault((node.fact.values["for"], node.fact.values["remedy"], law), []).append(node)
        return tuple(self._remedy(law, nodes) for (_, _, law), nodes in sorted(groups.items(), key=str))

    def _remedy(self, law: str, nodes: list[Node]) -> Remedy:
        first = nodes[0].fact.values
        status = self._status(first)
        done = self._status(first, FULFILLED)
        seats = self.view.outcome.incident.seats
        still = [n for n in nodes if status is None or n.until is None or n.until >= status.step]
        choosers = sorted(
            {str(n.fact.values["chooser"]) for n in still or nodes}, key=lambda s: seats.index(s) if s in seats else 0
        )
        finding = self._offence(nodes[0])
        given = status.fact.values if status else {}
        lost_by = given.get("lost_by", 0)
        return Remedy(
            proof_id(nodes[0].number),
            str(first["remedy"]),
            str(first["kind"]),
            proof_id(finding.number) if finding else "",
            _number(first["for"]),
            law,
            (str(first["against"]),),
            Choosers(tuple(choosers), str(first["mode"]), str(first["consult"])),
            tuple(self._options(first)),
            status.fact.name if status else "available",
            said(given.get("option")),
            said(given.get("chosen_by")),
            str(first["until"]),
            _number(lost_by),
            self._law(status) if status and lost_by else "",
            _number(done.fact.values["event"]) if done else 0,
            (),
            tuple(proof_id(n.number) for n in (*nodes, *filter(None, (status, done)))),
        )

    def status_nodes(self) -> list[Node]:
        """The nodes of all final statuses, and of what was fulfilled."""
        remedies = [n.fact.values for n in self.view.ever("remedy")]
        found = (self._status(remedy, among) for remedy in remedies for among in (FINAL, FULFILLED))
        return list({n.number: n for n in found if n is not None}.values())

    def _status(self, remedy: Mapping[str, Value], among: tuple[str, ...] = FINAL) -> Node | None:
        nodes = [
            n
            for n in self.view.facts("status")
            if n.fact.name in among
            and n.fact.values["remedy"] == remedy["remedy"]
            and n.fact.values["for"] == remedy["for"]
            and self.view.certain(n)
        ]
        return min(nodes, key=lambda n: (among.index(n.fact.name), n.number), default=None)

    def _offence(self, node: Node) -> Node | None:
        """The finding for which a remedy arose."""
        firing = self.proof.reason(node)
        premises = [self.view.outcome.memory.nodes[n] for n in firing.premises] if firing else []
        found = [n for n in premises if n.fact.kind == "finding"]
        return next((n for n in found if n.fact.values["grade"] in SHOWN), found[0] if found else None)

    def _options(self, remedy: Mapping[str, Value]) -> Iterator[dict[str, object]]:
        seen = set()
        for node in self.view.ever("option"):
            values = node.fact.values
            if values["remedy"] == remedy["remedy"] and values["for"] == remedy["for"] and values["option"] not in seen:
                seen.add(values["option"])
                scored = [values] if "points" in values else list(self._hanging_on(values))
                points = [{"points": s["points"], "column": s.get("column", "")} for s in scored]
                texts = {name: list(_texts(values.get(name))) for name in ("effects", "duties")}
                text = option_in_words(str(values["option"]), self.view.outcome.program.language.vocabulary)
                said_so = f"{values['points']} {text}" if "points" in values else text
                yield {"option": values["option"], "text": said_so, **texts, "points": points}

    def _hanging_on(self, option: Mapping[str, Value]) -> Iterator[Mapping[str, Value]]:
        """The points that follow if a course that is still open is taken."""
        for node in self.view.facts("points"):
            values = node.fact.values
            hangs = values.get("if_option") == option["option"] and values.get("event") == option["for"]
            if hangs and self.view.certain(node):
                yield values

    # -- what holds at the end

    def standing(self, state: str) -> tuple[Standing, ...]:
        """The bars, duties, rights or cards in force at the end."""
        nodes = sorted(self.view.states(state), key=_by_time)
        return tuple(
            Standing(dict(n.fact.attributes), self._words(n), self._law(n), (proof_id(n.number),)) for n in nodes
        )

    def points(self) -> tuple[Points, ...]:
        """Points that follow for certain."""
        nodes = sorted((n for n in self.view.facts("points") if self.view.certain(n)), key=_by_time)
        return tuple(self._scored(node) for node in nodes)

    def _scored(self, node: Node) -> Points:
        values, law = node.fact.values, self._law(node)
        side, column, reason = (str(values[name]) for name in ("side", "column", "reason"))
        course = said(values.get("if_option"))
        return Points(side, column, _number(values["points"]), reason, law, (proof_id(node.number),), course)

    def answers(self) -> tuple[Answer, ...]:
        """One answer to each contention and question, in the order asked."""
        return Answers(self.view, self.proof).all()

    # -- words and laws

    def _words(self, node: Node) -> str:
        return fact_in_words(node.fact, self.view.outcome.program.language.vocabulary)

    def _law(self, node: Node) -> str:
        """The clause that a node rests on: its own rule's, or the nearest behind it."""
        behind = (self.view.outcome.memory.nodes[n] for n in self.proof.behind([node.number]))
        return next(iter(self.proof.laws(behind)), "")


def _by_time(node: Node) -> tuple[int, int, str, int]:
    return node.step, node.at, node.fact.name, node.number


def _texts(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
