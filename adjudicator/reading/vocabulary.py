"""The vocabulary file to words."""

from __future__ import annotations

from adjudicator.errors import Report, shown
from adjudicator.model.vocabulary import Attribute, Value, Vocabulary, Word
from adjudicator.reading.fields import Fields, whole_number
from adjudicator.reading.nodes import Map, Node, Seq, Text, kind, plain

SECTIONS = {
    "details": "detail",
    "acts": "act",
    "remarks": "remark",
    "options": "option",
    "contentions": "contention",
    "questions": "question",
    "facts": "fact",
    "givens": "given",
    "moments": "moment",
    "states": "state",
    "statuses": "status",
    "remedies": "remedy",
    "findings": "finding",
    "terms": "term",
}
TYPES = [
    "seat",
    "side",
    "party",
    "event",
    "number",
    "card",
    "suit",
    "denomination",
    "call",
    "option",
    "remark",
    "word",
    "text",
    "law",
    "yes-no",
    "texts",
]
GRADES = ("irregularity", "etiquette", "status", "step", "note", "contradiction")
RESERVED = {"finding": ("at", "grade", "name"), "status": ("at", "name"), "act": ("n", "name")}
ENTRY = [
    "means",
    "attributes",
    "says",
    "value",
    "same-as",
    "also",
    "phase",
    "phrases",
    "key",
    "initial",
    "grade",
    "values",
    "presumed",
    "ask",
    "needs",
    "beyond",
    "known-from",
    "disputed-by",
    "carried-by",
    "example",
    "type",
]
OPENERS = (  # words that open a condition of a rule, so that no act can
    "finding", "found", "was", "status", "state", "given", "contention", "question", "moment", "answered", "fact",
    "act", "value", "partner", "adversary", "left", "side", "adverse-side", "by", "points", "total",
)  # fmt: skip
YES_NO = ("yes", "no")
SHOWN_BY = ("holding",)
HOLDING = {"of": "seat", "suit": "suit", "at": "event"}  # what a fact known from a holding has to carry

STATUS = {
    "remedy": "word",
    "for": "event",
    "option": "option",
    "chosen_by": "seat",
    "lost_by": "event",
    "event": "event",
}


def read_vocabulary(root: Node, report: Report) -> Vocabulary:
    """The words of a vocabulary file; faults go to ``report``."""
    words: dict[str, dict[str, Word]] = {section: {} for section in SECTIONS.values()}
    fields = Fields(root, "the vocabulary", report, SECTIONS)
    for section, word_kind in SECTIONS.items():
        for key, node in fields.entries(section):
            words[word_kind][key.value] = _word(word_kind, key, node, report)
    _fill_acts(words)
    return Vocabulary(words)


def _word(word_kind: str, key: Text, node: Node, report: Report) -> Word:
    if isinstance(node, Text) and word_kind in ("moment", "status"):
        attributes = {k: Attribute(k, t) for k, t in STATUS.items()} if word_kind == "status" else {}
        return Word(word_kind, key.value, node.value, attributes, says=node.value, mark=key.mark)
    fields = Fields(node, f"{word_kind} {shown(key.value)}", report, ENTRY, ["means"])
    attributes = {k.value: _attribute(k, v, report) for k, v in fields.entries("attributes")}
    if word_kind == "detail":
        attributes = {key.value: _attribute(key, fields.node("type") or key, report)}
    word = Word(
        word_kind,
        key.value,
        fields.text("means"),
        attributes,
        fields.text("says"),
        fields.text("value"),
        fields.text("same-as"),
        fields.texts("also"),
        fields.text("phase"),
        fields.texts("phrases"),
        _key(fields, attributes, report),
        _initial(fields, attributes, report),
        fields.text("grade"),
        _values(fields),
        fields.text("presumed"),
        fields.text("ask"),
        fields.texts("needs"),
        fields.text("beyond"),
        fields.text("known-from"),
        fields.texts("disputed-by"),
        fields.text("carried-by"),
        plain(node_example) if (node_example := fields.node("example")) else None,
        key.mark,
    )
    _check_word(word, fields, report)
    return word


def _check_word(word: Word, fields: Fields, report: Report) -> None:
    if word.kind == "finding" and word.grade not in GRADES:
        report.unknown(fields.place("grade"), "grade of a finding", word.grade, GRADES)
    if word.kind == "act" and word.name in OPENERS:
        report.add(fields.mark, f"an act cannot be called {shown(word.name)}: it opens a condition")
    for name in RESERVED.get(word.kind, ()):
        if name in word.attributes:
            report.add(fields.place("attributes"), f"{shown(name)} is carried by every {word.kind} already")
    if word.value and word.value not in TYPES:
        report.unknown(fields.place("value"), "type", word.value, TYPES)
    if word.presumed and word.presumed not in word.values:
        report.unknown(fields.place("presumed"), "value", word.presumed, word.values)
    if word.known_from and word.known_from not in SHOWN_BY:
        report.unknown(fields.place("known-from"), "source of a fact", word.known_from, SHOWN_BY)
    for name, attribute_type in HOLDING.items() if word.known_from == "holding" else ():
        if name not in attributes_of(word, attribute_type):
            report.add(fields.mark, f"a fact known from a holding needs {shown(name)} of type {attribute_type}")
    if word.kind == "fact" and not word.values:
        report.add(fields.mark, f"fact {shown(word.name)} lacks 'values'")


def attributes_of(word: Word, attribute_type: str) -> list[str]:
    """The attributes of a word that are of a type."""
    return [name for name, attribute in word.attributes.items() if attribute.type == attribute_type]


def _attribute(key: Text, node: Node, report: Report) -> Attribute:
    if isinstance(node, Seq):
        values = tuple(x.value for x in node.items if isinstance(x, Text))
        return Attribute(key.value, "word", values)
    if isinstance(node, Map):
        report.add(node.mark, f"the type of {shown(key.value)} must be a word or a list, not {kind(node)}")
        return Attribute(key.value, "word")
    if node.value not in TYPES:
        report.unknown(node.mark, "type", node.value, TYPES)
    return Attribute(key.value, node.value, YES_NO if node.value == "yes-no" else ())


def _values(fields: Fields) -> tuple[str, ...]:
    node = fields.node("values")
    return YES_NO if isinstance(node, Text) and node.value == "yes-no" else fields.texts("values")


def _key(fields: Fields, attributes: dict[str, Attribute], report: Report) -> tuple[str, ...] | None:
    if "key" not in fields:
        return None
    for name in fields.texts("key"):
        if name not in attributes:
            report.unknown(fields.place("key"), "attribute", name, attributes)
    return fields.texts("key")


def _initial(fields: Fields, attributes: dict[str, Attribute], report: Report) -> dict[str, Value] | None:
    if "initial" not in fields:
        return None
    found: dict[str, Value] = {}
    for key, node in fields.entries("initial"):
        attribute = attributes.get(key.value)
        if attribute is None:
            report.unknown(key.mark, "attribute", key.value, attributes)
        elif isinstance(node, Text):
            number = whole_number(node.value)
            found[key.value] = number if attribute.numeric and number is not None else node.value
    return found


def _fill_acts(words: dict[str, dict[str, Word]]) -> None:
    """Every act carries its number, who did it, what stands after it, and the details that may stand beside any act."""
    common = {"n": Attribute("n", "event"), "by": Attribute("by", "seat")}
    details = {name: word.attributes[name] for name, word in words["detail"].items()}
    for name, word in list(words["act"].items()):
        own = {"value": Attribute("value", word.value or "word", word.values), **word.attributes}
        if word.value == "option":
            own["option"] = Attribute("option", "option")
        words["act"][name] = Word(**{**vars(word), "attributes": {**common, **details, **own}})
