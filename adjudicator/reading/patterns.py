"""The words of a condition to a typed pattern: every attribute known to the vocabulary, every literal of its type."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from adjudicator.errors import Mark, Report, shown
from adjudicator.model.arithmetic import VARIABLE
from adjudicator.model.rule import ANY, Pattern, Term, Test, Var
from adjudicator.model.vocabulary import Attribute, Value, Vocabulary
from adjudicator.reading.fields import whole_number
from adjudicator.reading.nodes import Map, Node, Seq, Text, kind
from adjudicator.reading.vocabulary import GRADES, STATUS

OPS = ("eq", "ne", "lt", "lte", "gt", "gte")
ORDER = ("lt", "lte", "gt", "gte")
POINTS = {
    "points": Attribute("points", "number"),
    "side": Attribute("side", "side"),
    "column": Attribute("column", "word", ("trick", "honour", "total", "stakes")),
    "reason": Attribute("reason", "text"),
    "if_option": Attribute("if_option", "option"),
    "event": Attribute("event", "event"),
}
NAMED = ("finding", "state", "status", "given", "contention", "question", "moment", "answered")
ANSWERS = ("sustained", "denied", "yes", "no", "value", "depends", "disputed", "silent")
RELATIONS: dict[str, str] = {
    "partner": "seat",
    "adversary": "seat",
    "left": "seat",
    "side": "side",
    "adverse-side": "side",
}
_A = Attribute


@dataclass(frozen=True)
class Language:
    """What each kind of condition may carry, from the vocabulary; ``unread`` gathers the rules that were faulty."""

    vocabulary: Vocabulary
    values: frozenset[str]
    unread: set[str] = field(default_factory=set)

    def words(self) -> list[str]:
        """The words that may open a condition; where several stand in one, the earlier of these opens it."""
        acts = [word for word in self.vocabulary.of("act") if word != "count"]
        return [*NAMED, "was", "found", "fact", "count", "total", "points", "act", *acts, "value", *RELATIONS]

    def names(self, pattern_kind: str) -> Collection[str]:
        """The words of a kind."""
        if pattern_kind == "answer":
            return ANSWERS
        if pattern_kind == "value":
            return sorted(self.values)
        if pattern_kind == "relation":
            return list(RELATIONS)
        return self.vocabulary.of(pattern_kind)

    def attributes(self, pattern_kind: str, name: str) -> dict[str, Attribute]:
        """What a fact of this kind and name carries; for ``*``, what every fact of the kind carries."""
        common = self._common(pattern_kind)
        if name == ANY:
            return {**common, "name": _A("name", "word")}
        if pattern_kind == "relation":
            return {"of": _A("of", "seat"), "is": _A("is", RELATIONS[name])}
        word = self.vocabulary.of(pattern_kind).get(name)
        return {**common, **(word.attributes if word else {})}

    def _common(self, pattern_kind: str) -> dict[str, Attribute]:
        issue = {"issue": _A("issue", "number")}
        match pattern_kind:
            case "finding":
                return {"at": _A("at", "event"), "by": _A("by", "seat"), "grade": _A("grade", "word", GRADES)}
            case "status":
                return {"at": _A("at", "event"), **{k: _A(k, t) for k, t in STATUS.items()}}
            case "act":
                details = {k: w.attributes[k] for k, w in self.vocabulary.of("detail").items()}
                return {"n": _A("n", "event"), "by": _A("by", "seat"), **details}
            case "contention":
                return {**issue, "by": _A("by", "seat")}
            case "question":
                return issue
            case "answer":
                return {**issue, "value": _A("value", "any")}
            case "value":
                return {"of": _A("of", "any"), "is": _A("is", "number")}
            case "points":
                return POINTS
        return {}


def read_pattern(node: Node, language: Language, report: Report) -> Pattern | None:
    """A condition as written to a pattern; None (and a note) where it cannot be read."""
    if not isinstance(node, Map) or not node.entries:
        report.add(node.mark, f"a condition must be a mapping, not {kind(node)}")
        return None
    word, primary, rest = opener(node, language.words())
    opened = _open(word, primary, language, report)
    if opened is None:
        return None
    pattern_kind, name, tests = opened
    attributes = language.attributes(pattern_kind, name)
    listed = node.get("is") if word.value == "act" else primary
    if name == ANY and listed is not None and (names := _listed(listed)):
        attributes |= _shared(pattern_kind, names, language)
    latest = False
    for key, value in rest:
        if key.value == "next":
            latest = _next(pattern_kind, key, value, report)
        elif key.value == "is" and word.value == "act":
            names = _names("act", value, language.vocabulary.of("act"), report)
            tests += (Test("name", "in", names),)
        elif key.value not in attributes:
            what = word.value if name in (word.value, ANY) else f"{word.value} {shown(name)}"
            report.unknown(key.mark, f"attribute of {what}", key.value, attributes)
        else:
            tests += read_tests(attributes[key.value], value, report)
    tests = tuple(sorted(tests, key=lambda t: (t.attribute, t.op, str(t.value))))
    return Pattern(pattern_kind, name, tests, word.mark, word.value == "was", latest)


def opener(node: Map, words: Sequence[str]) -> tuple[Text, Node, list[tuple[Text, Node]]]:
    """The entry that says what a condition or conclusion is, and the others: the key that comes first in ``words``.

    Where no key is among them, the first as written; the order of keys means nothing otherwise.
    """
    ranks = {word: rank for rank, word in enumerate(words)}
    first = min(node.entries, key=lambda entry: ranks.get(entry[0].value, len(ranks)))
    return *first, [entry for entry in node.entries if entry is not first]


def _open(word: Text, primary: Node, language: Language, report: Report) -> tuple[str, str, tuple[Test, ...]] | None:
    """Kind, name and first test from the word that opens a condition."""
    first = word.value
    if first in RELATIONS:
        return "relation", first, read_tests(_A("of", "seat"), primary, report)
    if first == "points":
        return first, first, read_tests(POINTS[first], primary, report)
    act = language.vocabulary.of("act").get(first)
    if act is not None and act.same_as:
        report.add(word.mark, f"{shown(first)} is read as {shown(act.same_as)}; write that")
    if first == "act" or (first != "count" and act is not None):
        tests = read_tests(_A("n", "event"), primary, report)
        return "act", ANY if first == "act" else first, tests
    pattern_kind = {"found": "finding", "was": "finding", "answered": "answer"}.get(first, first)
    if first not in (*NAMED, "found", "was", "value"):
        report.unknown(word.mark, "condition", first, language.words())
        return None
    return _named(pattern_kind, primary, language, report)


def _named(
    pattern_kind: str, primary: Node, language: Language, report: Report
) -> tuple[str, str, tuple[Test, ...]] | None:
    known = language.names(pattern_kind)
    if isinstance(primary, Seq):
        names = _names(pattern_kind, primary, known, report)
        return (pattern_kind, ANY, (Test("name", "in", names),)) if names else None
    if not isinstance(primary, Text):
        report.add(primary.mark, f"the name of a {pattern_kind} must be a word or a list of words")
        return None
    if primary.value == "any":
        return pattern_kind, ANY, ()
    if primary.value not in known:
        report.unknown(primary.mark, pattern_kind, primary.value, known)
        return None
    return pattern_kind, primary.value, ()


def _names(pattern_kind: str, node: Node, known: Collection[str], report: Report) -> tuple[str, ...]:
    """The words of a list of at least one, each known; what is not is noted and left out."""
    if not isinstance(node, Seq) or not node.items:
        report.add(node.mark, f"a list of at least one {pattern_kind} is expected, not {_shape(node)}")
        return ()
    for item in node.items:
        if not isinstance(item, Text):
            report.add(item.mark, f"the name of a {pattern_kind} must be a word, not {kind(item)}")
        elif item.value not in known:
            report.unknown(item.mark, pattern_kind, item.value, known)
    return tuple(name for name in _listed(node) if name in known)


def _shape(node: Node) -> str:
    return "an empty list" if isinstance(node, Seq) else kind(node)


def _next(pattern_kind: str, key: Text, node: Node, report: Report) -> bool:
    word = node.value if isinstance(node, Text) else kind(node)
    if pattern_kind != "act":
        report.add(key.mark, f"'next' is said of an act, not of a {pattern_kind}")
    elif word not in ("yes", "no"):
        report.unknown(node.mark, "value of 'next'", word, ("yes", "no"))
    return word == "yes"


def _listed(node: Node) -> tuple[str, ...]:
    return tuple(x.value for x in node.items if isinstance(x, Text)) if isinstance(node, Seq) else ()


def _shared(pattern_kind: str, names: tuple[str, ...], language: Language) -> dict[str, Attribute]:
    """The attributes that all the named words have in common."""
    sets = [language.attributes(pattern_kind, name) for name in names]
    return {k: a for k, a in sets[0].items() if all(k in other for other in sets[1:])}


def read_tests(attribute: Attribute, node: Node, report: Report) -> tuple[Test, ...]:
    """The tests of one attribute: a literal or variable, a list of literals, or comparisons."""
    if isinstance(node, Text):
        if node.value == "any":
            return ()
        term = read_term(attribute, node, report)
        return () if term is None else (Test(attribute.name, "eq", term),)
    if isinstance(node, Seq):
        return (Test(attribute.name, "in", _literals(attribute, node, report)),)
    tests = []
    for key, value in node.entries:
        if key.value not in OPS:
            report.unknown(key.mark, "comparison", key.value, OPS)
        elif not isinstance(value, Text):
            report.add(value.mark, f"a comparison takes a word, a number or a variable, not {kind(value)}")
        elif key.value in ORDER and not attribute.numeric and attribute.type != "any":
            report.add(key.mark, f"{shown(attribute.name)} is no number and has no order")
        elif (term := read_term(attribute, value, report)) is not None:
            tests.append(Test(attribute.name, key.value, term))
    return tuple(tests)


def _literals(attribute: Attribute, node: Seq, report: Report) -> tuple[int | str, ...]:
    terms = [read_term(attribute, x, report) if isinstance(x, Text) else None for x in node.items]
    found = tuple(t for t in terms if isinstance(t, (int, str)))
    if len(found) != len(terms):
        report.add(node.mark, f"a list of {shown(attribute.name)} holds words or numbers only")
    return found


def read_term(attribute: Attribute, node: Text, report: Report) -> Term | None:
    """A variable, or a literal of the attribute's type; None (and a note) where it is neither."""
    text = node.value
    if VARIABLE.fullmatch(text):
        return Var(text[1:])
    if text.startswith("$"):
        report.add(node.mark, f"{shown(text)} is no variable: a letter, then letters, digits or _")
        return None
    return read_literal(attribute, text, node.mark, report)


def read_literal(attribute: Attribute, text: str, mark: Mark, report: Report) -> Value | None:
    """A word or number of the attribute's type."""
    number = whole_number(text)
    if attribute.numeric:
        if number is None:
            report.add(mark, f"{shown(attribute.name)} must be a number, not {shown(text)}")
        return number
    if attribute.type == "any":
        return text if number is None else number
    if attribute.values and text not in (*attribute.values, "none", "nobody"):
        report.unknown(mark, f"value of {shown(attribute.name)}", text, attribute.values)
        return None
    return text
