"""The rule language as a plain program: ``rules/README.md`` read literally, for one world at a time.

It takes rules as they stand in YAML, shares none of the adjudicator's compiler, matching or labels, and is slow, and
short enough to be read as the definition that the tests hold the adjudicator to. Every value is a string.
"""

import operator
import re

from adjudicator.model.fact import fact
from adjudicator.reading.patterns import Language
from adjudicator.table import acts, steps

RELATIONS = ["partner", "adversary", "left", "side", "adverse-side"]
KINDS = "finding status state given value answer moment contention question fact count".split()
COMPARE = {"ne": operator.ne, "lt": operator.lt, "lte": operator.le, "gt": operator.gt, "gte": operator.ge}


def parts(condition):
    """What a condition is about: the kind of fact, its possible names (None for any), and what its attributes must be."""
    (word, names), *tests = ((k, v) for k, v in condition.items() if k != "next")
    kind = {"found": "finding", "was": "finding"}.get(word, word if word in KINDS else "act")
    if word in RELATIONS:
        kind, names, tests = "relation", word, [("of", names), *tests]
    elif kind == "act":
        tests = [("n", names), *(t for t in tests if word != "act" or t[0] != "is")]
        names = condition.get("is", "any") if word == "act" else word
    return kind, None if names == "any" else names if isinstance(names, list) else [names], tests


def passed(wanted, value, bound):
    """The variables after one test, None where it fails; a comparison with an unbound variable waits until it is bound."""
    if isinstance(wanted, dict):
        known = [(op, bound.get(other, other)) for op, other in wanted.items() if other[0] != "$" or other in bound]
        return bound if all(COMPARE[o](*((value, v) if o == "ne" else (int(value), int(v)))) for o, v in known) else None
    if isinstance(wanted, str) and wanted.startswith("$"):
        return {wanted: value, **bound} if bound.get(wanted, value) == value else None
    return bound if wanted == "any" or value in (wanted if isinstance(wanted, list) else [wanted]) else None


def filled(condition, known, bound):
    """The variables once a fact has filled a condition; None where it does not."""
    kind, names, tests = parts(condition)
    if known.kind != kind or (names and known.name not in names):
        return None
    for attribute, wanted in tests:
        bound = None if bound is None else passed(wanted, known.values[attribute], bound)
    return bound


def ways(conditions, bound, past, now):
    """Every way in which facts fill the conditions together: the variables, and the facts, one for each condition."""
    found = [(bound, ())]
    for c in conditions:
        seen = past if "was" in c else past | now
        found = [(b, (*facts, f)) for old, facts in found for f in seen if (b := filled(c, f, old)) is not None]
    return [(b, facts) for b, facts in found if all(filled(c, f, b) is not None for c, f in zip(conditions, facts))]


def result(written, bound):
    """A value in a conclusion: a literal, a variable, arithmetic, or a list of literals."""
    if isinstance(written, list):
        return str(tuple(written))
    text = re.sub(r"\$\w+", lambda variable: bound[variable[0]], written)
    return text if written in bound or "$" not in written else str(eval(text, {"min": min, "max": max}))


class World:
    """One incident in one world, where ``values`` says how the facts are that may be so or so. It is run as it is made.

    In a step, all rules are tried from nothing, again and again, with ``unless``, ``count`` and ``overrides`` read in
    what the last time concluded. What nothing in the step can defeat is right the first time, what only that can defeat
    the second, and so on: as no rule has a part in its own defeat, it comes to rest, at what the rules mean.
    """

    def __init__(self, laws, incident, code, vocabulary, values):
        self.incident, self.vocabulary, self.values = incident, vocabulary, values
        self.rules = {rule["id"]: rule | {"law": law["law"], "stage": rule.get("phase", law.get("phase"))}
                      for law in laws for clause in law["clauses"] for rule in clause.get("rules", ())}
        self.facts, self.derivations = set(), set()  # with the number of the step
        self.past = {fact(f.kind, f.name, {k: str(v) for k, v in f.attributes}) for f in steps.background(incident, code)}
        initial = {name: word.initial for name, word in vocabulary.of("state").items() if word.initial is not None}
        self.states = {self.whole("state", name, given) for name, given in initial.items()}
        for step in steps.steps(incident, vocabulary):
            roles = {s.name: s.values["seat"] for s in self.states if s.name in ("dealer", "declarer", "dummy")}
            happened = step.facts
            if step.event:
                happened = acts.act_facts(step.event, [*{roles.get(x, x): 0 for x in step.event.by}], code, vocabulary)
            self.happened = {fact(f.kind, f.name, {k: roles.get(v, str(v)) for k, v in f.attributes}) for f in happened}
            last, now = None, set()
            while now != last:
                last, now = now, self.undefeated(step.at, now)
            self.finish(step, now)

    def undefeated(self, at, last):
        """The firings (rule, variables, premises) of a step that those of the last time do not defeat."""
        found, more = None, set()
        while more != found:
            found, known, defeating = more, self.concluded(more, at), self.concluded(last, at)
            more = {f for rule in self.rules.values() for f in self.firings(rule, known, defeating, last)}
        return found

    def firings(self, rule, known, defeating, last):
        """The ways in which a rule fires."""
        on, stage = rule["on"], rule["stage"]
        when = [*rule.get("when", ()), *([{"state": "phase", "is": stage}] if stage and parts(on)[0] == "act" else ())]
        plain, past = [c for c in when if not {"fact", "count"} & {*c}], self.past | self.states
        for start, trigger in ways([on], {}, self.happened, known):
            for bound, facts in ways(plain, start, past, known):
                for c in when:
                    if "fact" in c and bound is not None:
                        facts += (self.stated(c, bound),)
                        bound = filled(c, facts[-1], bound)
                    elif "count" in c and bound is not None:
                        bound = passed(c["count"], str(len(ways([c["of"]], bound, past, defeating))), bound)
                if bound is None or self.defeated(...):
                    continue
