"""A rule as written to a rule as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.errors import Report, shown
from adjudicator.model import arithmetic
from adjudicator.model.rule import Asked, Conclusion, Count, Head, Option, Override, Pattern, Rule, Term, Var
from adjudicator.model.vocabulary import Attribute
from adjudicator.reading.fields import Fields
from adjudicator.reading.nodes import Map, Node, Seq, Text, kind
from adjudicator.reading.patterns import ANSWERS, POINTS, Language, opener, read_pattern, read_term, read_tests

KEYS = ("id", "on", "phase", "when", "unless", "overrides", "then")
TRIGGERS = ("act", "finding", "status", "moment", "contention", "question")
CONCLUSIONS = ("finding", "start", "set", "end", "status", "answer", "points", "remedy")
NO_PATTERN = ("fact", "count", "total")  # conditions that look for no single fact


@dataclass(frozen=True)
class Place:
    """Where a rule stands: its law and clause, or its decision; ``phase`` is the file's own."""

    law: str = ""
    clause: str = ""
    decision: str = ""
    phase: tuple[str, ...] = ()


def read_rules(nodes: Iterable[Node], place: Place, language: Language, report: Report) -> tuple[Rule, ...]:
    """The rules of a list; those that cannot be read are noted and left out."""
    read = (_rule(node, place, language, report) for node in nodes)
    return tuple(rule for rule in read if rule is not None)


def _rule(node: Node, place: Place, language: Language, report: Report) -> Rule | None:
    fields = Fields(node, "a rule", report, KEYS, ["id", "on", "then"])
    before = len(report.problems)
    on = fields.node("on")
    trigger = read_pattern(on, language, report) if on is not None else None
    parts = _Parts(language, report)
    for condition in fields.seq("when"):
        parts.condition(condition)
    unless = sorted((_blocker(x, language, report) for x in fields.seq("unless")), key=_words)
    overrides = sorted((o for x in fields.seq("overrides") if (o := _override(x, report))), key=lambda o: o.rule)
    then = tuple(c for x in fields.seq("then") for c in _conclusion(x, language, report))
    phase = read_phase(fields, language)
    if trigger is None or len(report.problems) > before:
        language.unread.add(fields.text("id"))
        return None
    if trigger.kind not in TRIGGERS or trigger.earlier:
        report.add(
            trigger.mark,
            f"a rule is set off by an act or one of {', '.join(TRIGGERS[1:])}, not by {shown(trigger.kind)}",
        )
    if phase and trigger.kind != "act":
        report.add(
            fields.place("phase"), "'phase' is said of rules that an act sets off; write {state: phase, is: ...}"
        )
    phase = phase or (place.phase if trigger.kind == "act" else ())
    return Rule(
        fields.text("id"),
        place.law,
        place.clause,
        place.decision,
        fields.mark,
        trigger,
        tuple(parts.when),
        tuple(parts.counts),
        tuple(parts.asked),
        tuple(unless),
        tuple(overrides),
        then,
        phase,
    )


def _words(blocker: tuple[Pattern, ...]) -> str:
    """A blocker as text, to put blockers in an order that does not depend on the file."""
    return str([(p.kind, p.name, p.tests, p.earlier) for p in blocker])


def read_phase(fields: Fields, language: Language) -> tuple[str, ...]:
    """The stages of the deal named by ``phase``, each known to the state of that name."""
    node = fields.node("phase")
    stage = language.attributes("state", "phase").get("is")
    if node is None or stage is None:
        return ()
    read_tests(stage, node, fields.report)
    return (node.value,) if isinstance(node, Text) else fields.texts("phase")


class _Parts:
    """Sorts the conditions of a rule: matched by the engine, counted, or asked."""

    def __init__(self, language: Language, report: Report) -> None:
        self.language, self.report = language, report
        self.when: list[Pattern] = []
        self.counts: list[Count] = []
        self.asked: list[Asked] = []

    def condition(self, node: Node) -> None:
        first = ""
        if isinstance(node, Map) and node.entries:
            first = opener(node, self.language.words())[0].value
        if first == "count":
            self._count(node)
        elif first == "total":
            self._total(node)
        elif first == "fact" and isinstance(node, Map):
            self._asked(node)
        elif (pattern := read_pattern(node, self.language, self.report)) is not None:
            if pattern.kind in ("moment", "contention", "question"):
                self.report.add(pattern.mark, f"a {pattern.kind} sets a rule off; it is no condition")
            self.when.append(pattern)

    def _count(self, node: Node) -> None:
        self._over(Fields(node, "a count", self.report, ["count", "of"], ["of"]), "count", "")

    def _total(self, node: Node) -> None:
        fields = Fields(node, "a total", self.report, ["total", "each", "of"], ["each", "of"])
        if fields.text("each"):
            self._over(fields, "total", fields.text("each"))

    def _over(self, fields: Fields, word: str, each: str) -> None:
        """A count, or the total of an attribute, over the facts that match."""
        number, of = fields.node(word), fields.node("of")
        if number is None or of is None:
            return
        tests = read_tests(Attribute(word, "number"), number, self.report)
        pattern = read_pattern(of, self.language, self.report)
        if len(tests) != 1:
            self.report.add(number.mark, f"a {word} takes one number, variable or comparison")
        elif pattern is not None and (not each or self._adds_up(pattern, each, fields)):
            self.counts.append(Count(pattern, tests[0], each))

    def _adds_up(self, pattern: Pattern, each: str, fields: Fields) -> bool:
        sets = [self.language.attributes(pattern.kind, name) for name in pattern.names() or (pattern.name,)]
        numbers = [name for name, a in sets[0].items() if a.numeric and all(name in other for other in sets)]
        if each not in numbers:
            self.report.unknown(fields.place("each"), "number to add up", each, numbers)
        return each in numbers

    def _asked(self, node: Map) -> None:
        name = opener(node, self.language.words())[1]
        words = self.language.vocabulary.of("fact")
        if not isinstance(name, Text) or name.value not in words:
            self.report.unknown(name.mark, "fact", name.value if isinstance(name, Text) else kind(name), words)
            return
        word = words[name.value]
        fields = Fields(node, f"fact {shown(name.value)}", self.report, ["fact", "value", *word.attributes], ["value"])
        key = tuple((k, t) for k, a in sorted(word.attributes.items()) if (t := self._key(fields, k, a)) is not None)
        value = fields.node("value")
        tests = read_tests(Attribute("value", "word", word.values), value, self.report) if value is not None else ()
        if len(tests) == 1:
            self.asked.append(Asked(name.value, key, tests[0], node.mark))
        elif value is not None:
            self.report.add(value.mark, "the value of a fact takes one word, variable, list or comparison")

    def _key(self, fields: Fields, name: str, attribute: Attribute) -> Term | None:
        node = fields.node(name)
        return read_term(attribute, node, self.report) if isinstance(node, Text) else attribute.empty


def _blocker(node: Node, language: Language, report: Report) -> tuple[Pattern, ...]:
    nodes = node.items if isinstance(node, Seq) else (node,)
    for inner in nodes:
        if isinstance(inner, Map) and inner.entries and opener(inner, language.words())[0].value in NO_PATTERN:
            report.add(inner.mark, "a fact, a count or a total may not stand under 'unless'; write it under 'when'")
            return ()
    return tuple(p for x in nodes if (p := read_pattern(x, language, report)) is not None)


def _override(node: Node, report: Report) -> Override | None:
    if isinstance(node, Text):
        return Override(node.value, (), node.mark)
    fields = Fields(node, "an entry of 'overrides'", report, ["rule", "same"], ["rule"])
    return Override(fields.text("rule"), tuple(Var(x.removeprefix("$")) for x in fields.texts("same")), node.mark)


def _conclusion(node: Node, language: Language, report: Report) -> Iterable[Conclusion]:
    if not isinstance(node, Map) or not node.entries:
        report.add(node.mark, f"a conclusion must be a mapping, not {kind(node)}")
        return
    word, primary, rest = opener(node, CONCLUSIONS)
    if not isinstance(primary, Text):
        report.add(primary.mark, f"{shown(word.value)} must be followed by a word, not {kind(primary)}")
        return
    entries = {k.value: (k, v) for k, v in rest}
    options = entries.pop("options", None) if word.value == "remedy" else None
    target = _target(word, primary, language, report)
    if target is None:
        return
    name, attributes, head = target
    if word.value == "set" and language.vocabulary.of("state")[name].key is None:
        report.add(word.mark, f"state {shown(name)} has no 'key', so that it cannot be set; start it, or give it a key")
    for key, (key_node, _) in entries.items():
        if key not in attributes:
            report.unknown(key_node.mark, f"attribute of {word.value} {shown(name)}", key, attributes)
    read = [(k, _head(attributes[k], v, report)) for k, (_, v) in sorted(entries.items()) if k in attributes]
    found = (*head, *((k, h) for k, h in read if h is not None))
    yield Conclusion(
        word.value, name, tuple(found), node.mark, _options(options[1], language, report) if options else ()
    )


def _options(node: Node, language: Language, report: Report) -> tuple[Option, ...]:
    if not isinstance(node, Seq):
        report.add(node.mark, f"'options' of a remedy must be a list, not {kind(node)}")
        return ()
    return tuple(option for x in node.items if (option := _option(x, language, report)))


def _target(
    word: Text, primary: Text, language: Language, report: Report
) -> tuple[str, dict[str, Attribute], tuple[tuple[str, Head], ...]] | None:
    """The word concluded, what it may carry, and what its first word already says."""
    vocabulary = language.vocabulary
    known: Iterable[str]
    match word.value:
        case "finding" | "status":
            known, attributes = vocabulary.of(word.value), language.attributes(word.value, primary.value)
        case "start" | "set" | "end":
            known, attributes = vocabulary.of("state"), language.attributes("state", primary.value)
        case "remedy":
            known, attributes = vocabulary.of("remedy"), language.attributes("state", "remedy")
        case "answer":
            known, attributes = ANSWERS, language.attributes("answer", primary.value)
        case "points":
            points = _head(Attribute("points", "number"), primary, report)
            return (
                "points",
                {k: a for k, a in POINTS.items() if k != "points"},
                () if points is None else (("points", points),),
            )
        case _:
            report.unknown(word.mark, "conclusion", word.value, CONCLUSIONS)
            return None
    if primary.value not in known:
        report.unknown(
            primary.mark, "state" if word.value in ("start", "set", "end") else word.value, primary.value, known
        )
        return None
    return primary.value, attributes, (("remedy", primary.value),) if word.value == "remedy" else ()


def _head(attribute: Attribute, node: Node, report: Report) -> Head | None:
    if isinstance(node, Seq):
        return tuple(x.value for x in node.items if isinstance(x, Text))
    if not isinstance(node, Text):
        report.add(node.mark, f"{shown(attribute.name)} must be a word, a number, a variable or arithmetic")
        return None
    if arithmetic.looks_like_arithmetic(node.value) and (attribute.numeric or attribute.type == "any"):
        try:
            return arithmetic.parse(node.value)
        except ValueError as error:
            report.add(node.mark, str(error))
            return None
    return read_term(attribute, node, report)


def _option(node: Node, language: Language, report: Report) -> Option | None:
    known = ["option", "effects", "duties", "points", "column"]
    fields = Fields(node, "an option", report, known, ["option"])
    name = fields.text("option")
    if name not in language.vocabulary.of("option"):
        report.unknown(fields.place("option"), "option", name, language.vocabulary.of("option"))
        return None
    types = {"effects": "texts", "duties": "texts", "points": "number", "column": "word"}
    details = ((k, _head(Attribute(k, types[k]), v, report)) for k in known[1:] if (v := fields.node(k)) is not None)
    return Option(name, tuple((k, h) for k, h in details if h is not None))
