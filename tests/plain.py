"""The rule language as a plain program for one world: ``rules/README.md`` read literally, with no matcher or labels."""

import operator
import re
from itertools import product

from adjudicator.model.fact import fact
from adjudicator.reading.patterns import Language
from adjudicator.table import acts, steps

RELATIONS = ["partner", "adversary", "left", "side", "adverse-side"]
NAMED = ["finding", "status", "state", "given", "value", "contention", "question", "moment", "fact"]
MEANT = {"found": "finding", "was": "finding", "answered": "answer"}
LATE = {"fact", "count", "total"}
ORDER = {"lt": operator.lt, "lte": operator.le, "gt": operator.gt, "gte": operator.ge}


def shaped(condition):
    """The kind of fact that a condition asks for, and what it asks of its attributes."""
    (word, first), *tests = ((k, v) for k, v in condition.items() if k != "next")
    if word in RELATIONS:
        return "relation", [("name", word), ("of", first), *tests]
    if word in NAMED or word in MEANT:
        return MEANT.get(word, word), [("name", first), *tests]
    if word in ("count", "total"):
        return "count", [("number", first)]
    if word == "points":
        return word, [(word, first), *tests]
    names = word if word != "act" else condition.get("is", "any")
    return "act", [("name", names), ("n", first), *(t for t in tests if word != "act" or t[0] != "is")]


def filled(shape, known, bound):
    """The variables once a fact fills a condition, None where it does not; comparisons wait for their variables."""
    for attribute, wanted in shape[1] if known.kind == shape[0] else ():
        value = known.values[attribute]
        for op, other in wanted.items() if isinstance(wanted, dict) else [("eq", wanted)]:
            if op == "eq" and str(other).startswith("$"):
                bound = {other: value, **bound}
            other = bound.get(str(other), other)
            same = other == "any" or value in (other if isinstance(other, list) else [other])
            if same != (op == "eq") if op not in ORDER else other[0] != "$" and not ORDER[op](int(value), int(other)):
                return None
    return bound if known.kind == shape[0] else None


def ways(conditions, bound, seen):
    """Every way in which facts seen fill the conditions together: the variables, and the facts, one for each."""
    shapes, found = [shaped(c) for c in conditions], [(bound, ())]
    for c, s in zip(conditions, shapes, strict=True):
        found = [(b, (*fs, f)) for old, fs in found for f in seen(c, old) if (b := filled(s, f, old)) is not None]
    return [(b, fs) for b, fs in found if all(filled(s, f, b) is not None for s, f in zip(shapes, fs, strict=True))]


def result(written, bound):
    """A value in a conclusion: a literal, a list of them, a variable, or arithmetic."""
    text = re.sub(r"\$\w+", lambda v: bound[v[0]], written) if isinstance(written, str) else str(tuple(written))
    return str(eval(text, {"min": min, "max": max})) if "$" in written and written not in bound else text


class World:
    """One incident in one world, run as it is made: ``choose`` says how a fact is there, ``roles`` who is the dealer.

    In each step the rules are tried from nothing, over and over, with what defeats them read in the last one, until it
    comes to rest, as it must: no rule has a part in its own defeat. Every value is a string.
    """

    def __init__(self, laws, incident, code, vocabulary, choose, roles):
        self.incident, self.vocabulary, self.choose, self.at = incident, vocabulary, choose, "0"
        rules = [(law, rule) for law in laws for clause in law["clauses"] for rule in clause.get("rules", ())]
        self.rules = {r["id"]: {"phase": law.get("phase")} | r | {"law": law["law"]} for law, r in rules}
        self.past = {self.whole(f.kind, f.name, f.attributes) for f in steps.background(incident, code, vocabulary)}
        initial = {name: word.initial for name, word in vocabulary.of("state").items() if word.initial is not None}
        self.states = {self.whole("state", name, given.items()) for name, given in initial.items()}
        self.facts, self.derivations = set(), set()  # with the number of the step
        for step in steps.steps(incident, vocabulary):
            seats = roles(self.states)
            actors = dict.fromkeys(seat for word in step.event.by for seat in seats(word)) if step.event else ()
            new = acts.act_facts(step.event, [*actors], code, vocabulary) if step.event else step.facts
            who = [[seats(v) if self.names(f, k) else [v] for k, v in f.attributes] for f in new]
            each = [(f, n, w) for f, s in zip(new, who, strict=True) for n, w in enumerate(product(*s))]
            named = [(f, n, zip(dict(f.attributes), w, strict=True)) for f, n, w in each if not n or f.kind != "act"]
            asked = [(f, [(k, v + n * len(incident.issues) if k == "issue" else v) for k, v in a]) for f, n, a in named]
            self.happened = {self.whole(f.kind, f.name, attributes) for f, attributes in asked}
            self.at, last, fired, now = str(step.at), None, set(), set()
            while fired != last:
                last, before, fired, now, more = fired, now, None, set(), set()
                while fired != more:
                    fired, now = more, {f for *_, conclusions in more for _, f in conclusions if f.kind != "state"}
                    more = {f for rule in self.rules.values() for f in self.firings(rule, now, before, last)}
            self.facts |= {(step.number, f) for f in now}
            self.derivations |= {(step.number, rule, premises) for rule, _, premises, _ in fired}
            self.past |= now | {f for f in self.happened if f.kind == "act"}
            changes = [change for *_, conclusions in fired for change in conclusions]
            for kind, f in (c for c in changes if c[0] in ("end", "set")):
                same = ["name", *(vocabulary.of("state")[f.name].key or () if kind == "set" else dict(f.attributes))]
                self.states = {s for s in self.states if any(s.values.get(k) != f.values[k] for k in same)}
            self.states |= {f for kind, f in changes if kind in ("start", "set")}

    def names(self, known, attribute):
        """Whether an attribute of what happened names somebody."""
        types = Language(self.vocabulary, frozenset()).attributes(known.kind, known.name)
        return types[attribute].type == "seat" if attribute in types else False

    def firings(self, rule, now, before, last):
        """The ways in which a rule fires (rule, variables, premises, conclusions), where the last try can defeat it."""
        conditions = [rule["on"], *sorted(rule.get("when", ()), key=lambda c: bool(LATE & {*c}))]
        if rule["phase"] and next(iter(rule["on"])) not in (*NAMED, *MEANT):
            conditions.insert(1, {"state": "phase", "is": rule["phase"]})
        for bound, facts in ways(conditions, {}, lambda c, b: self.seen(c, b, now, before, rule["on"])):
            exceptions = [(e if isinstance(e, list) else [e], bound) for e in rule.get("unless", ())]
            for c, f in ((c, f) for c, f in zip(conditions, facts, strict=True) if c.get("next") == "yes"):
                others = str([o for o in conditions if o is not c and not LATE & {*o}])
                kept = {v: bound[v] for v in {*bound} & {*re.findall(r"\$\w+", others)}}
                exceptions.append(([{**c, next(iter(c)): {"gt": f.values["n"]}}], kept))
            excepted = any(ways(entry, b, lambda c, x: self.seen(c, x, before, before)) for entry, b in exceptions)
            if not excepted and not any(self.overrides(other, rule, bound) for other in last):
                premises = tuple(sorted((f for f in facts if f.kind != "count"), key=str))
                yield rule["id"], tuple(bound.items()), premises, tuple(self.conclusions(rule, bound))

    def overrides(self, firing, rule, bound):
        """Whether a firing overrides a rule with these variables."""
        values, other = dict(firing[1]), self.rules[firing[0]]
        late = {str(c["value"]) for r in (rule, other) for c in r.get("when", ()) if "fact" in c}
        common = (values.keys() & bound.keys()) - late
        pairs = [(o, common) if isinstance(o, str) else (o["rule"], o["same"]) for o in other.get("overrides", ())]
        return any(over == rule["id"] and all(values[v] == bound[v] for v in same) for over, same in pairs)

    def seen(self, c, bound, now, before, trigger=None):
        """The facts among which a condition is to be filled; what is counted is what was concluded before."""
        if "count" in c or "total" in c:
            found = {f for _, (f,) in ways([c["of"]], bound, lambda of, b: self.seen(of, b, before, before))}
            number = sum(int(f.values[c["each"]]) for f in found) if "total" in c else len(found)
            return [fact("count", "", {"number": str(number)})]
        if "fact" in c:
            word, about = self.vocabulary.of("fact")[c["fact"]], [s for s in self.incident.facts if s.fact == c["fact"]]
            key = {a: result(c.get(a, str(x.empty)), bound) for a, x in word.attributes.items()}
            said = [s.value for s in about if all(str(v) in (key[k], "0", "none") for k, v in s.key)]
            value = self.choose(c["fact"], key, said or [word.presumed][: len(word.presumed)] or word.values)
            return [fact("fact", c["fact"], key | {"value": value})]
        return self.happened | now if c is trigger else self.past | self.states | (set() if "was" in c else now)

    def conclusions(self, rule, bound):
        """What a rule concludes, as (kind of conclusion, fact); an ``end`` carries only the attributes it names."""
        for (kind, name), *more in (then.items() for then in rule["then"]):
            given = {k: result(v, bound) for k, v in more if k != "options"}
            if kind == "remedy":
                given |= {"remedy": name, "law": rule["law"]}
                same = [(k, v) for k, v in given.items() if k in ("remedy", "for", "chooser")]
                for option in dict(more).get("options", ()):
                    details = [(k, result(v, bound)) for k, v in option.items()]
                    yield "start", self.whole("state", "option", same + details)
                kind, name = "start", "remedy"
            if kind == "points":
                name, given = kind, {"reason": "", kind: result(name, bound)} | given
            state = "state" if kind in ("start", "set", "end") else kind
            yield kind, fact(state, name, given) if kind == "end" else self.whole(state, name, given.items())

    def whole(self, kind, name, given):
        """A fact with every attribute of its word, as strings."""
        every = {a: str(x.empty) for a, x in Language(self.vocabulary, frozenset()).attributes(kind, name).items()}
        every |= {"at": self.at} if kind in ("finding", "status") else {}
        every |= {"grade": self.vocabulary.of(kind)[name].grade} if kind == "finding" else {}
        return fact(kind, name, every | {k: str(v) for k, v in given})
