"""Small random rulebooks and incidents, written in the rule language; the same seed makes the same ones."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import yaml

DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
SEATS = ["north", "east", "south", "west"]
VARIABLES = {"seat": ["$p", "$q"], "event": ["$n", "$m"], "number": ["$k", "$j"], "word": ["$w"], "remark": ["$r"]}
EMPTY = {"seat": "none", "event": 0, "number": 0, "word": "none", "remark": "none"}
FINDINGS = ["f1", "f2", "f3", "f4", "f5", "f6"]
ACT = {"by": "seat", "about": "event", "num": "number", "value": "remark"}
FINDING = {"by": "seat", "ev": "event", "num": "number"}
STATES: dict[str, dict[str, str]] = {
    "loose": {"seat": "seat", "for": "event"},
    "count": {"num": "number"},
    "each": {"seat": "seat", "num": "number"},
    "phase": {"is": "word"},
}
FACTS: dict[str, dict[str, str]] = {"usual": {"about": "event"}, "unknown": {"about": "event"}, "which": {"of": "seat"}}
WORDS = {"remark": ["red", "blue"], "word": ["early", "late"], "seat": SEATS}
STATUS = {"for": "event", "chosen_by": "seat"}

VOCABULARY: dict[str, Any] = {
    "details": {"about": {"means": "-", "type": "event"}, "num": {"means": "-", "type": "number"}},
    "acts": {a: {"means": "-", "value": "remark"} for a in ("ping", "pong", "call")},
    "remarks": {w: {"means": "-"} for w in WORDS["remark"]},
    "options": {"x": {"means": "-"}, "y": {"means": "-"}},
    "contentions": {"c": {"means": "-", "attributes": {"who": "seat"}}},
    "questions": {"q": {"means": "-", "attributes": {"about": "event"}}},
    "facts": {
        "usual": {"means": "-", "attributes": {"about": "event"}, "values": "yes-no", "presumed": "yes"},
        "unknown": {"means": "-", "attributes": {"about": "event"}, "values": "yes-no"},
        "which": {"means": "-", "attributes": {"of": "seat"}, "values": ["red", "blue", "green"]},
    },
    "givens": {
        "dealer": {"means": "-", "attributes": {"seat": "seat"}},
        "first-call": {"means": "-", "attributes": {"event": "event", "by": "seat"}},
        "result": {"means": "-", "attributes": {"tricks": "number"}},
    },
    "moments": {m: {"means": "-"} for m in ("start", "auction-over", "end")},
    "states": {
        "loose": {"means": "-", "attributes": {"seat": "seat", "for": "event"}},
        "count": {"means": "-", "attributes": {"num": "number"}, "key": [], "initial": {"num": 1}},
        "each": {"means": "-", "attributes": {"seat": "seat", "num": "number"}, "key": ["seat"]},
        "phase": {"means": "-", "attributes": {"is": WORDS["word"]}, "key": [], "initial": {"is": "early"}},
        "remedy": {"means": "-", "attributes": {"remedy": "word", "for": "event", "chooser": "seat", "law": "law"}},
        "option": {
            "means": "-",
            "attributes": {"option": "option", "remedy": "word", "for": "event", "chooser": "seat"},
        },
    },
    "statuses": {s: s for s in ("exercised", "lapsed")},
    "remedies": {"cure": {"means": "-"}},
    "findings": {f: {"means": "-", "grade": "step", "attributes": FINDING} for f in FINDINGS[:-1]}
    | {"f6": {"means": "-", "grade": "irregularity", "attributes": {"ev": "event", "num": "number"}}}
    | {"tag": {"means": "-", "grade": "status", "attributes": {"ev": "event", "is": "word"}}},
}

CODE = {
    "id": "toy",
    "title": "Toy",
    "date": "2000-01",
    "game": "auction",
    "seats": {"count": 4, "names": SEATS, "partners": "opposite"},
    "pack": {"suits": ["S"], "ranks": [2, 3], "hand": 13},
    "calls": {"words": {"pass": {"kind": "pass"}}},
    "values": {"worth": {"1": 10, "2": 20, "3": 20}, "limit": 2},
}


class RandomRules:
    """One random rulebook. Rules stand in an order in which they mostly depend on earlier ones only."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.growing = rng.random() < 0.5  # arithmetic in findings, and so no recursion
        self.rules: list[dict[str, Any]] = []
        ranks = sorted(rng.randrange(len(FINDINGS) + 3) for _ in range(rng.randint(7, 14)))
        for number, rank in enumerate(ranks):
            self.rules.append(self.rule(f"r{number}", rank))
        self.override()

    def chance(self, probability: float) -> bool:
        """True as often as that."""
        return self.rng.random() < probability

    def write(self, folder: Path) -> Path:
        """Write the rulebook as files."""
        cut, laws = self.rng.randint(0, len(self.rules)), folder / "toy"
        laws.mkdir(parents=True)
        (folder / "shared").mkdir()
        law = {
            "law": "1",
            "title": "-",
            "clauses": [self.clause("a", self.rules[:cut]), self.clause("b", self.rules[cut:])],
        }
        if self.chance(0.3):
            law["phase"] = "early"
        for path, content in (
            ("vocabulary.yaml", VOCABULARY),
            ("toy/_code.yaml", CODE),
            ("toy/001_law.yaml", law),
            ("shared/answers.yaml", {"title": "-", "rules": self.answers()}),
        ):
            (folder / path).write_text(yaml.dump(content, Dumper=DUMPER, sort_keys=False), "utf-8")
        return folder

    def clause(self, name: str, rules: list[dict[str, Any]]) -> dict[str, Any]:
        """A clause with its rules."""
        return {"id": name, "kind": "duty", "says": "-", **({"rules": rules} if rules else {"unmodelled": "-"})}

    # -- rules

    def rule(self, name: str, rank: int) -> dict[str, Any]:
        """A rule whose conclusion has a rank; it reads in its own step what ranks lower."""
        self.bound: dict[str, list[str]] = {t: [] for t in VARIABLES}
        self.own = ""  # the variable for the number of the act that sets the rule off
        lower = FINDINGS[: max(0, min(rank, len(FINDINGS)))]
        readable = lower if self.growing else FINDINGS[: rank + 1]
        self.free = False  # whether $v is bound, by a fact
        rule: dict[str, Any] = {"id": name, "on": self.trigger(readable, rank)}
        when = [self.condition(readable, rank) for _ in range(self.rng.choice([0, 0, 1, 1, 2, 3]))]
        if self.chance(0.3):
            when.append(self.count(lower, rank))
        if self.chance(0.35):
            when.insert(self.rng.randint(0, len(when)), self.fact())
        unless = [self.exception(lower, rank) for _ in range(self.rng.choice([0, 0, 0, 1, 1, 2]))]
        rule |= {"when": when} if when else {}
        rule |= {"unless": unless} if unless else {}
        if self.chance(0.15) and not {"moment", "found", "status"} & {*rule["on"]}:
            rule["phase"] = self.rng.choice(["early", ["early", "late"]])
        rule["then"] = [self.conclusion(rank) for _ in range(self.rng.choice([1, 1, 2]))]
        return rule

    def trigger(self, readable: list[str], rank: int) -> dict[str, Any]:
        """What sets a rule off: an act for the most part."""
        kind = self.rng.choice(["act", "act", "act", "found", "found", "status", "moment"])
        if kind == "found" and readable:
            return {"found": self.some(readable)} | self.tests(FINDING, 0.7)
        if kind == "status" and rank > len(FINDINGS):
            return {"status": self.some(["exercised", "lapsed"])} | self.tests(STATUS, 0.6)
        if kind == "moment" and self.chance(0.5):
            return {"moment": self.rng.choice(["start", "end", "auction-over"])}
        self.own = self.fresh("event")
        act = self.act(0.6)
        return {**act, next(iter(act)): self.own}

    def act(self, density: float) -> dict[str, Any]:
        """An act as a condition or trigger."""
        head = self.rng.choice(["ping", "ping", "pong", "call", "act"])
        earlier = self.rng.choice(
            [*self.bound["event"], {"lt": self.own}] if self.own in self.bound["event"] else ["any"]
        )
        number = "any" if earlier == self.own else earlier
        if head != "act":
            return {head: number} | self.tests(ACT, density)
        several = {"is": self.rng.sample(["ping", "pong", "call"], 2)} if self.chance(0.5) else {}
        return {"act": number} | several | self.tests({k: ACT[k] for k in ("by", "about", "num")}, density)

    def condition(self, readable: list[str], rank: int) -> dict[str, Any]:
        """A condition that facts can fill."""
        rng = self.rng
        match rng.choice(
            ["act", "next", "state", "state", "finding", "finding", "was", "status", "sits", "value", "given"]
        ):
            case "act":
                return self.act(0.4)
            case "next":
                act = self.act(0.5)
                head = next(iter(act))
                number = self.fresh("event")
                return {"was": "f1"} if number == self.own else {**act, head: number, "next": "yes"}
            case "state":
                return self.state()
            case "finding" if readable:
                return {"finding": self.some(readable)} | self.tests(FINDING, 0.4)
            case "status" if rank > len(FINDINGS):
                return {"status": self.some(["exercised", "lapsed"])} | self.tests(STATUS, 0.6)
            case "sits":
                relation = rng.choice(["partner", "adversary", "left"])
                return {relation: self.seat(), "is": self.seat()}
            case "value":
                return {"value": "worth", "of": self.test("number"), "is": self.test("number")}
            case "given":
                name, attributes = rng.choice(
                    [
                        ("dealer", {"seat": "seat"}),
                        ("result", {"tricks": "number"}),
                        ("first-call", {"event": "event", "by": "seat"}),
                    ]
                )
                return {"given": name} | self.tests(attributes, 0.7)
        if self.chance(0.2):
            return {"was": "tag", "is": rng.choice(["red", ["yes", "blue"], {"ne": "no"}, self.fresh("word")])}
        return {"was": self.some(FINDINGS)} | self.tests(FINDING, 0.4)

    def state(self) -> dict[str, Any]:
        """A condition on a state."""
        name = self.rng.choice([*STATES])
        if name == "phase":
            return {"state": "phase", "is": self.rng.choice(["early", "late", ["early", "late"], {"ne": "late"}])}
        return {"state": name} | self.tests(STATES[name], 0.7)

    def exception(self, lower: list[str], rank: int) -> Any:
        """A condition, or several together, which bind nothing for the rest of the rule."""
        kept = {t: [*names] for t, names in self.bound.items()}
        found = [self.blocker(lower, rank) for _ in range(self.rng.choice([1, 1, 2]))]
        self.bound = kept
        return found if len(found) > 1 or self.chance(0.3) else found[0]

    def blocker(self, lower: list[str], rank: int) -> dict[str, Any]:
        """A condition of an exception or a count."""
        kind = self.rng.choice(["finding", "finding", "was", "state", "act", "status"])
        if kind == "finding" and lower:
            return {"finding": self.some(lower)} | self.tests(FINDING, 0.4)
        if kind == "status" and rank > len(FINDINGS) + 1:
            return {"status": self.some(["exercised", "lapsed"])} | self.tests(STATUS, 0.6)
        if kind == "state":
            return self.state()
        if kind == "act":
            return self.act(0.4)
        return {"was": self.some(FINDINGS)} | self.tests(FINDING, 0.4)

    def count(self, lower: list[str], rank: int) -> dict[str, Any]:
        """A count, compared or bound to a variable."""
        kept = {t: [*names] for t, names in self.bound.items()}
        of = self.blocker(lower, rank)
        self.bound = kept
        free = [v for v in VARIABLES["number"] if v not in self.bound["number"] and v not in str(of)]
        head, more = "count", {"of": of}
        if next(iter(of)) in ("finding", "was") and self.chance(0.4):
            head, more = "total", {"each": "num", "of": of}
        elif rank > len(FINDINGS) + 1 and self.chance(0.3):
            head, more = "total", {"each": "points", "of": {"points": self.test("number"), "column": "trick"}}
        if free and self.chance(0.4) and free[0] not in str(more):
            self.bound["number"].append(free[0])
            return {head: free[0], **more}
        return {head: self.rng.choice([0, 1, 2, {"gte": 1}, {"lt": 2}, {"ne": 1}]), **more}

    def fact(self) -> dict[str, Any]:
        """A condition on a fact that the events do not show."""
        name = self.rng.choice(["usual", "unknown", "unknown", "which"])
        attributes = {k: self.rng.choice(self.bound[t] or [EMPTY[t]]) for k, t in FACTS[name].items()}
        values = (
            ["red", "blue", ["red", "green"], {"ne": "red"}, "$v"] if name == "which" else ["yes", "no", "yes", "$v"]
        )
        attributes = {k: v for k, v in attributes.items() if v not in EMPTY.values()}
        value = self.rng.choice(values)
        self.free = value == "$v"
        return {"fact": name, **attributes, "value": value}

    def override(self) -> None:
        """Let some rules defeat later ones with which they share a variable."""
        for i, rule in enumerate(self.rules):
            for other in self.rules[i + 1 :]:
                shared = sorted(self.names(rule) & self.names(other))
                if shared and self.chance(0.4) and len(rule.setdefault("overrides", [])) < 2:
                    some = self.rng.sample(shared, self.rng.randint(1, len(shared)))
                    rule["overrides"].append({"rule": other["id"], "same": some} if self.chance(0.3) else other["id"])

    @staticmethod
    def names(rule: dict[str, Any]) -> set[str]:
        """Variables that a rule surely binds: those of its trigger."""
        return {v for v in rule["on"].values() if isinstance(v, str) and v.startswith("$")}

    def answers(self) -> list[dict[str, Any]]:
        """Rules for contentions and questions, which read findings and each other's answers."""
        self.bound = {t: [] for t in VARIABLES}
        yes = {"id": "yes", "on": {"question": "q", "about": self.test("event"), "issue": "$i"}}
        yes |= {
            "when": [{"finding": self.some(FINDINGS)} | self.tests(FINDING, 0.5)],
            "then": [{"answer": "yes", "issue": "$i"}],
        }
        no = {"id": "no", "on": {"question": "q", "issue": "$i"}, "unless": [{"answered": "yes", "issue": "$i"}]}
        no |= {"then": [{"answer": "no", "issue": "$i"}]}
        self.bound = {t: [] for t in VARIABLES}
        good = {"id": "good", "on": {"contention": "c", "who": self.fresh("seat"), "issue": "$i"}}
        good |= {"when": [self.state()], "then": [{"answer": "sustained", "issue": "$i"}]}
        bad = {"id": "bad", "on": {"contention": "any", "issue": "$i"}}
        bad |= {
            "when": [{"count": 0, "of": {"answered": "sustained", "issue": "$i"}}],
            "then": [{"answer": "denied", "issue": "$i"}],
        }
        return [yes, no, good, bad]

    # -- conclusions

    def conclusion(self, rank: int) -> dict[str, Any]:
        """What a rule of this rank concludes, or a change of state."""
        if self.free and self.chance(0.3):
            return {"finding": "tag", "ev": self.rng.randint(0, 3), "is": "$v"}
        change = self.chance(0.35)
        if rank < len(FINDINGS) and not change:
            attributes = FINDING if FINDINGS[rank] != "f6" else {"ev": "event", "num": "number"}
            return {"finding": FINDINGS[rank]} | self.heads(attributes, 0.8, grow=self.growing)
        if rank >= len(FINDINGS) and not change:
            kind = self.rng.choice(["status", "status", "points", "remedy"])
            if kind == "status":
                return {"status": self.rng.choice(["exercised", "lapsed"])} | self.heads(STATUS, 0.8, grow=False)
            if kind == "points":
                number = self.rng.choice(self.bound["number"] or ["3"])
                return {
                    "points": self.rng.choice([number, f"({number} + 2) * 5", f"max({number}, 4) - 1"])
                    if number != "3"
                    else 3,
                    "column": "trick",
                }
            return {
                "remedy": "cure",
                **self.heads({"for": "event", "chooser": "seat"}, 1, grow=False),
                "options": [{"option": "x", "effects": ["one thing", "another"]}, {"option": "y"}],
            }
        name, how = self.rng.choice([*STATES]), self.rng.choice(["start", "set", "end"])
        if (name == "loose" and how == "set") or (name in ("count", "each", "phase") and how == "start"):
            how = "start" if name == "loose" else "set"
        if name == "phase":
            return {how: "phase", "is": self.rng.choice(["early", "late"])}
        return {how: name} | self.heads(STATES[name], 0.5 if how == "end" else 1, grow=how == "set")

    def heads(self, attributes: dict[str, str], density: float, *, grow: bool) -> dict[str, Any]:
        """Values for the attributes of a conclusion."""
        found: dict[str, Any] = {}
        for name, kind in attributes.items():
            if self.chance(density):
                literal = self.rng.choice(WORDS[kind]) if kind in WORDS else self.rng.randint(0, 3)
                value = self.rng.choice(self.bound[kind]) if self.bound[kind] and self.chance(0.85) else literal
                if grow and kind == "number" and str(value).startswith("$") and self.chance(0.5):
                    value = self.rng.choice([f"{value} + 1", f"min({value}, 2)", f"3 - {value}", f"({value} + 1) * 2"])
                found[name] = value
        return found

    # -- tests

    def some(self, names: list[str]) -> Any:
        """One name, a list of names, or any."""
        if len(names) > 1 and self.chance(0.2):
            return self.rng.sample(names, 2)
        return self.rng.choice(names)

    def tests(self, attributes: dict[str, str], density: float) -> dict[str, Any]:
        """Tests of some of the attributes."""
        return {a: self.test(t) for a, t in attributes.items() if self.chance(density)}

    def fresh(self, kind: str) -> str:
        """A variable that is bound here, new where there is one."""
        free = [v for v in VARIABLES[kind] if v not in self.bound[kind]]
        if not free:
            return self.rng.choice(VARIABLES[kind])
        self.bound[kind].append(free[0])
        return free[0]

    def seat(self) -> str:
        """A variable for a seat, mostly one that is bound already."""
        return self.rng.choice(self.bound["seat"]) if self.bound["seat"] and self.chance(0.6) else self.fresh("seat")

    def test(self, kind: str) -> Any:
        """What an attribute is wanted to be; comparisons are with variables bound before."""
        rng, bound = self.rng, self.bound[kind]
        literal = rng.choice(WORDS[kind]) if kind in WORDS else rng.randint(0, 3)
        match rng.choice(["new", "new", "new", "new", "bound", "literal", "list", "compare", "any", "any"]):
            case "new":
                return self.fresh(kind)
            case "bound" if bound:
                return rng.choice(bound)
            case "literal" if kind in WORDS or self.chance(0.5):
                return literal
            case "list" if kind in WORDS:
                return rng.sample(WORDS[kind], 2)
            case "list":
                return rng.sample(range(4), 2)
            case "compare":
                other = rng.choice(bound) if bound and self.chance(0.6) else literal
                if kind in WORDS:
                    return {"ne": other}
                return {rng.choice(["ne", "lt", "lte", "gt", "gte"]): other} | (
                    {"eq": self.fresh(kind)} if self.chance(0.3) else {}
                )
        return "any"

    # -- incidents

    def incident(self) -> dict[str, Any]:
        """An incident of a few events, with some facts stated and some alleged."""
        rng, events = self.rng, []
        for n in range(1, rng.randint(3, 7)):
            by = rng.sample(SEATS, 2) if self.chance(0.1) else rng.choice(SEATS)
            event = {"by": by, rng.choice(["ping", "ping", "pong", "call"]): rng.choice(WORDS["remark"])}
            if n > 1 and self.chance(0.5):
                event["about"] = rng.randrange(1, n)
            if self.chance(0.5):
                event["num"] = rng.randint(0, 3)
            events.append(event)
        incident: dict[str, Any] = {"events": events}
        if self.chance(0.6):
            incident["dealer"] = rng.choice(SEATS)
        if self.chance(0.4):
            incident["result"] = {"tricks": rng.randint(0, 13)}
        facts: list[dict[str, Any]] = []
        for name in rng.sample(["usual", "unknown", "which"], rng.randint(0, 2)):
            where = {"of": rng.choice(SEATS)} if name == "which" else {"about": rng.randint(1, len(events))}
            value = rng.choice(["red", "blue", "green"] if name == "which" else ["yes", "no"])
            alleged = {"alleged_by": rng.choice(SEATS)} if self.chance(0.2) else {}
            facts.append({"fact": name, "value": value} | (where if self.chance(0.8) else {}) | alleged)
        incident["facts"] = facts
        incident["contentions"] = [{"by": rng.choice(SEATS), "contends": "c", "who": rng.choice(SEATS)}]
        incident["questions"] = [{"ask": "q", "about": rng.randint(1, len(events))}]
        return incident
