"""One incident under one code: step by step, stratum by stratum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from adjudicator.compile.program import Program
from adjudicator.engine.interface import TRIGGER, Assertion, Engine, Match, Session
from adjudicator.errors import EngineError, InputError, Mark, Problem
from adjudicator.evaluate.asking import Asking
from adjudicator.evaluate.concluding import FACTS, conclusions
from adjudicator.evaluate.deciding import Deciding, Way
from adjudicator.evaluate.memory import Firing, Memory, Node
from adjudicator.evaluate.roles import ROLES, resolved
from adjudicator.evaluate.states import Conflict, Effect, States
from adjudicator.model.fact import Fact, fact
from adjudicator.model.incident import Incident
from adjudicator.model.law import Code
from adjudicator.model.rule import Rule
from adjudicator.model.vocabulary import Value
from adjudicator.table.acts import act_facts
from adjudicator.table.holdings import Holdings
from adjudicator.table.seats import Seating
from adjudicator.table.steps import Step, background, steps

CONTRADICTION = "contradiction"
MAX_ROUNDS = 2_000  # of one step; a chain of conclusions in one step is no longer than a law


@dataclass(frozen=True)
class Outcome:
    """What an evaluation came to: everything known, with labels and reasons."""

    incident: Incident
    code: Code
    program: Program
    memory: Memory
    how: dict[int, str]
    conflicts: tuple[Conflict, ...]
    states: tuple[int, ...]


def evaluate(incident: Incident, code: Code, program: Program, engine: Engine) -> Outcome:
    """Rule by rule, step by step, everything that follows from an incident.

    Raises:
        InputError: the report states something that its own events contradict.
        EngineError: the engine failed, or the rules never come to rest.
    """
    with engine.session() as session:
        run = _Run(incident, code, program, session)
        for step in steps(incident, program.language.vocabulary):
            run.step(step)
    return Outcome(
        incident,
        code,
        program,
        run.memory,
        run.asking.how,
        tuple(run.states.conflicts),
        run.states.holding(),
    )


class _Run:
    """The evaluation under way."""

    def __init__(self, incident: Incident, code: Code, program: Program, session: Session) -> None:
        vocabulary = program.language.vocabulary
        self.incident, self.code, self.program, self.session = incident, code, program, session
        self.memory = Memory()
        self.seating = Seating(incident.seats, code.partners)
        holdings = Holdings(incident, vocabulary, lambda word: resolved(word, self.memory, self.seating))
        self.asking = Asking(self.memory, vocabulary, incident.facts, holdings)
        self.deciding = Deciding(program, self.memory, self.asking)
        self.states = States(self.memory, vocabulary.of("state"))
        self._assertions: list[int] = []  # node by assertion number
        self._queue: list[Assertion] = []
        self._triggers: list[int] = []
        self._of_state: dict[int, list[int]] = {}
        self._begin()

    def _begin(self) -> None:
        every = self.memory.worlds.every
        for known in background(self.incident, self.code, self.program.language.vocabulary):
            node = self.memory.node(known, -1, 0, every)
            self.memory.show(node)
            self._assert(node)
        for name, word in sorted(self.program.language.vocabulary.of("state").items()):
            if word.initial is not None:
                empty: dict[str, Value] = {a: attribute.empty for a, attribute in word.attributes.items()}
                node = self.memory.node(fact("state", name, {**empty, **word.initial}), -1, 0, every)
                self.states.add(node)
                self._show_state(node)

    # -- one step

    def step(self, step: Step) -> None:
        """Everything that follows from what happens at one moment."""
        self._now, self._at = step.number, step.at
        self._effects: list[Effect] = []
        self.deciding.begin_step()
        self._shown: set[int] = set()
        happened = [self.memory.node(f, step.number, step.at, self.memory.worlds.every) for f in self._happens(step)]
        for node in happened:
            self._assert(node, trigger=True)
        self._chain()
        self._finish(happened)

    def _happens(self, step: Step) -> Iterable[Fact]:
        if step.event is None:
            return [asked for f in step.facts for asked in self._of_seats(f)]
        event, vocabulary = step.event, self.program.language.vocabulary
        actors = dict.fromkeys(a for word in event.by for a in self._who(word, event.mark))
        details = vocabulary.of("detail")
        seats: dict[str, Value] = {
            k: self._who(str(v), event.mark)[0]
            for k, v in event.details.items()
            if v in ROLES and details[k].attributes[k].type == "seat"
        }
        return act_facts(replace(event, details={**event.details, **seats}), list(actors), self.code, vocabulary)

    def _of_seats(self, happened: Fact) -> Iterator[Fact]:
        """A contention or question in which roles and sides have become seats: one for each seat of a side.

        Those after the first take issues of their own, as many further on as there are issues; ``ruling.answers``
        puts them together again.
        """
        issue = happened.values.get("issue")
        if not isinstance(issue, int):
            yield happened
            return
        words = self.program.language.vocabulary.of(happened.kind)[happened.name].attributes
        of_seats = {k for k, _ in happened.attributes if k == "by" or (k in words and words[k].type == "seat")}
        named = {k: self._who(str(v), self.incident.mark) for k, v in happened.attributes if k in of_seats}
        for n, seats in enumerate(product(*named.values())):
            number = issue + n * len(self.incident.issues)
            given: dict[str, Value] = dict(zip(named, seats, strict=True))
            yield fact(happened.kind, happened.name, {**dict(happened.attributes), **given, "issue": number})

    def _who(self, word: str, mark: Mark) -> list[str]:
        """The seats of a word; a role that nobody holds cannot be ruled on."""
        found = resolved(word, self.memory, self.seating)
        if word in ROLES and found == [word]:
            text = (
                f"who is {word} does not follow from what is reported; name the seat, or add 'dealer:' or 'declarer:'"
            )
            raise InputError([Problem(mark.path, mark.line, mark.column, text)])
        return found

    def _chain(self) -> None:
        """Fire what matches, lowest stratum first, until nothing is left."""
        waiting: dict[int, set[Match]] = {}
        for _ in range(MAX_ROUNDS):
            batch, self._queue = self._queue, []
            for match in self.session.add(batch) if batch else ():
                waiting.setdefault(self.program.rules[match.rule].stratum, set()).add(match)
            if not waiting:
                return
            matches = sorted(waiting.pop(min(waiting)), key=self._order)
            touched = dict.fromkeys(node for match in matches for node in self._fire(match))
            self._show_derived(self.memory.settle_labels(touched))
        raise EngineError(f"more than {MAX_ROUNDS:,} rounds in one step: the rules do not come to rest")

    def _show_derived(self, touched: Iterable[int]) -> None:
        """Let rules see what holds in some world by now."""
        for number in touched:
            node = self.memory.nodes[number]
            if self.memory.label(number) and number not in self._shown:
                self._shown.add(number)
                self.memory.show(node)
                self._assert(node)
                self._assert(node, trigger=True)
                self._check_contradiction(node)

    def _order(self, match: Match) -> tuple[int, list[int]]:
        return match.rule, [self._assertions[n] for n in match.facts]

    def _finish(self, happened: list[Node]) -> None:
        """The step is over: triggers go, states change, acts become part of the past, and what was asked is kept."""
        self.memory.close_step()
        self.session.remove(self._triggers)
        self._triggers = []
        fresh, gone = self.states.take_effect(self._effects, self._now, self._at)
        for node in gone:
            self.memory.hide(node)
            self.session.remove(self._of_state.pop(node.number))
        for node in fresh:
            self._show_state(node)
        for node in happened:
            self.memory.show(node)
            if node.fact.kind == "act":
                self._assert(node)

    def _show_state(self, node: Node) -> None:
        self.memory.show(node)
        first = len(self._assertions)
        self._assert(node)
        self._of_state[node.number] = list(range(first, len(self._assertions)))

    # -- facts to the engine

    def _assert(self, node: Node, *, trigger: bool = False) -> None:
        """Tell the engine of a node, under its own name and as one of its kind, where rules read either."""
        prefix = TRIGGER if trigger else ""
        for predicate in (node.fact.predicate, f"{node.fact.kind}:*"):
            if predicate in self.program.reads:
                number = len(self._assertions)
                self._assertions.append(node.number)
                self._queue.append(Assertion(number, prefix + predicate, node.fact.values))
                if trigger:
                    self._triggers.append(number)

    # -- one rule

    def _fire(self, match: Match) -> Iterable[int]:
        """Decide a match beside the engine and draw its conclusions; the nodes whose reasons it adds to."""
        rule = self.program.rules[match.rule]
        premises = tuple(self._assertions[n] for n in match.facts)
        ways = self.deciding.ways(rule, premises, self._now, self._at)
        return [node for way in ways for node in self._conclude(rule, way)]

    def _conclude(self, rule: Rule, way: Way) -> list[int]:
        firing = self.deciding.fire(rule, way, self._now, self._at)
        touched = []
        for kind, concluded in conclusions(rule, way.bindings, self._at, self.program.language):
            if kind in FACTS:
                touched.append(self._derive(firing, concluded))
            else:
                self._effects.append(Effect(kind, concluded, firing))
        return touched

    def _derive(self, firing: Firing, concluded: Fact) -> int:
        """Add a reason for a fact."""
        node = self.memory.node(concluded, self._now, self._at)
        node.firings.append(firing.number)
        firing.concluded.append(node.number)
        return node.number

    def _check_contradiction(self, node: Node) -> None:
        if node.fact.values.get("grade") != CONTRADICTION:
            return
        if not self.memory.label(node.number) & self.memory.worlds.as_presumed():
            return
        word = self.program.language.vocabulary.of("finding")[node.fact.name]
        event = next((e for e in self.incident.events if e.n == self._at), None)
        mark = event.mark if event else self.incident.mark
        raise InputError([Problem(mark.path, mark.line, mark.column, word.means)])
