"""An outcome to a ruling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.evaluate.run import Outcome
from adjudicator.model.fact import Fact
from adjudicator.model.fact import fact as make
from adjudicator.model.law import Dispute, Law
from adjudicator.model.vocabulary import Vocabulary
from adjudicator.precedents import precedents
from adjudicator.proof import Proof, ProofNode, node_number
from adjudicator.rulebook import CodeBook
from adjudicator.ruling.model import LawCited, Points, Ruling
from adjudicator.ruling.parts import Parts
from adjudicator.ruling.say import say
from adjudicator.ruling.view import View
from adjudicator.wording import event_in_words, fact_in_words, filled

LAWS_ALONE = "Ruled by the laws alone, without what published decisions read into them."


def build(outcome: Outcome, book: CodeBook, *, version: str, rulebook: str, engine: str, decisions: bool) -> Ruling:
    """Gather a ruling; ``version``, ``rulebook`` (its hash), ``engine`` and ``decisions`` are told with it."""
    proof = Proof(outcome)
    parts = Parts(View.of(outcome), proof)
    answers = parts.answers()
    answering = [node_number(name) for answer in answers for name in answer.why]
    roots = _roots(parts, answering)
    behind = proof.behind(roots)
    laws = tuple(_laws(outcome, proof, book, answering, roots))
    lines, points = proof.nodes(roots), parts.points()
    ruling = Ruling(
        version,
        rulebook,
        engine,
        outcome.code.id,
        outcome.code.title,
        outcome.incident.code_named,
        _incident(outcome),
        parts.findings(),
        parts.remedies(),
        parts.standing("bar"),
        parts.standing("duty"),
        parts.standing("right"),
        parts.standing("card"),
        answers,
        laws,
        points,
        tuple(_presumed(outcome, proof, behind)),
        tuple(_open(outcome, proof)),
        tuple(_disputed(outcome, book, laws, lines)),
        tuple(_conflicts(outcome)),
        (*(() if decisions else (LAWS_ALONE,)), *_notes(outcome, book, laws)),
        "",
        lines,
        precedents(outcome, book.decisions) if decisions else (),
    )
    return Ruling(**{**vars(ruling), "say": say(ruling)})


def _roots(parts: Parts, answering: list[int]) -> list[int]:
    """The nodes that the ruling speaks of, those that answer something first."""
    shown = [f.why for f in parts.findings()] + [r.why for r in parts.remedies()] + [p.why for p in parts.points()]
    standing = [s.why for state in ("bar", "duty", "right", "card") for s in parts.standing(state)]
    others = [node_number(name) for why in (*shown, *standing) for name in why]
    return list(dict.fromkeys([*answering, *others, *(n.number for n in parts.status_nodes())]))


def _incident(outcome: Outcome) -> dict[str, object]:
    incident = outcome.incident
    given: dict[str, object] = {
        "id": incident.id,
        "title": incident.title,
        "code": incident.code,
        "seats": list(incident.seats),
        "dealer": incident.dealer,
        "declarer": incident.declarer,
        "events": [
            {
                "n": e.n,
                "by": list(e.by),
                e.act: e.value,
                **e.details,
                "text": event_in_words(e, outcome.program.language.vocabulary),
            }
            for e in incident.events
        ],
        "facts": [{"fact": s.fact, **_said(dict(s.key)), "value": s.value} for s in incident.facts],
        "contentions": [
            {"by": i.by, "contends": i.shown, **_said(i.attributes)} for i in incident.issues if i.kind == "contention"
        ],
        "questions": [{"ask": i.shown, **_said(i.attributes)} for i in incident.issues if i.kind == "question"],
        "hands": {seat: list(cards) for seat, cards in incident.hands.items()},
        "people": [{k: v for k, v in vars(person).items() if v} for person in incident.people],
        "pack": {k: list(v) for k, v in vars(incident.pack).items() if v},
        "dealt": dict(incident.dealt),
        "score": {side: dict(columns) for side, columns in incident.score.items()},
    }
    if incident.hands_at != 1:
        given["hands_at"] = incident.hands_at
    if incident.contract is not None:
        given["contract"] = dict(vars(incident.contract))
    if incident.tricks is not None:
        given["result"] = {"tricks": incident.tricks}
    return {k: v for k, v in given.items() if v not in ("", [], {})}


def _said(attributes: Mapping[str, object]) -> dict[str, object]:
    return {k: v for k, v in attributes.items() if v not in (0, "none")}


def _laws(outcome: Outcome, proof: Proof, book: CodeBook, answering: list[int], roots: list[int]) -> Iterator[LawCited]:
    """The clauses behind the ruling: those that decide, those that gave way or made others give way, the rest."""
    nodes, everything = outcome.memory.nodes, proof.behind(roots)
    standing = [n for n in everything if nodes[n].fact.kind != "act"]
    deciding = proof.laws(nodes[n] for n in proof.behind(answering or roots))
    defeated = proof.laws(nodes[n] for n in proof.defeated(set(everything)))
    exceptions = (*defeated, *_overriding(proof, outcome, standing))
    ordered = [("decides", a) for a in deciding] + [("exception", a) for a in exceptions]
    ordered += [("related", a) for a in proof.laws(nodes[n] for n in everything)]
    seen = set()
    for role, address in ordered:
        found = book.clause(address)
        if address not in seen and found is not None:
            seen.add(address)
            law, clause = found
            yield LawCited(law.number, clause.id, law.title, clause.says, role)


def _overriding(proof: Proof, outcome: Outcome, nodes: list[int]) -> list[str]:
    firings = (proof.reason(outcome.memory.nodes[n]) for n in nodes)
    return list(dict.fromkeys(f.rule.address for f in firings if f is not None and f.rule.overrides and f.rule.address))


def _presumed(outcome: Outcome, proof: Proof, behind: list[int]) -> Iterator[dict[str, object]]:
    """What the ruling rests on that nobody stated: what would change it if it were otherwise, and how."""
    worlds, vocabulary = outcome.memory.worlds, outcome.program.language.vocabulary
    given = _branch(Parts(View.of(outcome), proof))
    for fact in worlds.open:
        others = worlds.as_presumed(fact) if fact.presumed else 0
        for value in fact.values if fact.presumed else ():
            otherwise = _branch(Parts(View(outcome, others & worlds.where(fact, value)), proof))
            if value != fact.presumed and otherwise != given:
                told = make("fact", fact.name, {**dict(fact.key), "value": fact.presumed})
                yield _presumption(told, vocabulary) | {"otherwise": {"value": value, **otherwise}}
                break
    explored = {(f.name, f.key) for f in worlds.open}
    for number in sorted(behind):
        node = outcome.memory.nodes[number]
        key = tuple((k, v) for k, v in node.fact.attributes if k != "value")
        if outcome.how.get(number) in ("presumed", "unexplored") and (node.fact.name, key) not in explored:
            yield _presumption(node.fact, vocabulary)


def _presumption(fact: Fact, vocabulary: Vocabulary) -> dict[str, object]:
    told = {"text": fact_in_words(fact, vocabulary), "because": "nothing else was reported"}
    return {"fact": fact.name, **_said(dict(fact.attributes)), **told}


def _open(outcome: Outcome, proof: Proof) -> Iterator[dict[str, object]]:
    """Each fact that may be either way and would change the ruling, with the ruling each way."""
    worlds, vocabulary = outcome.memory.worlds, outcome.program.language.vocabulary
    for fact in worlds.open:
        if fact.presumed:
            continue
        branches: list[dict[str, object]] = []
        for value in fact.values:
            within = worlds.as_presumed() & worlds.where(fact, value)
            branches.append({"value": value, **_branch(Parts(View(outcome, within), proof))})
        if any({**b, "value": ""} != {**branches[0], "value": ""} for b in branches[1:]):
            question = filled(vocabulary.of("fact")[fact.name].ask, dict(fact.key))
            key = _said(dict(fact.key))
            yield {
                "fact": fact.name,
                **key,
                "question": question,
                "judgement": False,
                "tests": [],
                "branches": branches,
            }


def _branch(parts: Parts) -> dict[str, object]:
    answers = [{a.kind: a.word, "by": a.by, "answer": a.answer, "value": a.value} for a in parts.answers()]
    return {
        "answer": answers[0]["answer"] if answers else "",
        "answers": answers,
        "findings": [{"finding": f.finding, "by": f.by, "at": f.at} for f in parts.findings()],
        "remedies": [{"remedy": r.remedy, "for": r.for_, "status": r.status} for r in parts.remedies()],
        "bars": [dict(s.attributes) for s in parts.standing("bar")],
        "points": [_points(p) for p in parts.points()],
    }


def _points(points: Points) -> dict[str, object]:
    hanging = {"if_option": points.if_option} if points.if_option else {}
    return {"side": points.side, "column": points.column, "points": points.points, **hanging}


def _disputed(
    outcome: Outcome, book: CodeBook, laws: tuple[LawCited, ...], proof: tuple[ProofNode, ...]
) -> Iterator[dict[str, object]]:
    """The clauses whose text can be read in more than one way, where it matters here which way is followed.

    It does where what makes the readings part has happened, or, where a clause does not say what does, where the clause
    is cited and a rule that follows one reading was used.
    """
    used, cited = {node.rule for node in proof}, {(x.law, x.clause) for x in laws}
    for law, clause, dispute in ((x, c, d) for x in book.laws for c in x.clauses for d in c.disputes):
        bears = _parts(outcome, dispute) if dispute.parting else (law.number, clause.id) in cited
        if bears and (not dispute.contested or used.intersection(dispute.contested)):
            yield {"law": law.number, "clause": clause.id, "readings": list(dispute.readings)}


def _parts(outcome: Outcome, dispute: Dispute) -> bool:
    """Whether what makes the readings part has happened, for certain."""
    memory = outcome.memory
    last, presumed = max(node.step for node in memory.nodes) + 1, memory.worlds.as_presumed()
    for group in dispute.parting:
        for label, _, found in memory.ways(group, {}, last):
            agreed = any(any(memory.ways(blocker, found, last)) for blocker in dispute.agreeing)
            if label & presumed == presumed and not agreed:
                return True
    return False


def _conflicts(outcome: Outcome) -> Iterator[dict[str, object]]:
    vocabulary = outcome.program.language.vocabulary
    for conflict in outcome.conflicts:
        firings = [outcome.memory.firings[n] for n in conflict.firings]
        yield {
            "at": conflict.at,
            "conclusions": [fact_in_words(conflict.first, vocabulary), fact_in_words(conflict.second, vocabulary)],
            "rules": [f.rule.id for f in firings],
            "laws": [f.rule.address for f in firings],
        }


def _notes(outcome: Outcome, book: CodeBook, laws: tuple[LawCited, ...]) -> Iterator[str]:
    """What the ruling leaves out: clauses not modelled in the laws it touches, events no rule looks at."""
    for number in sorted({cited.law for cited in laws}):
        law = book.law(number)
        for clause in law.clauses if isinstance(law, Law) else ():
            if clause.unmodelled:
                yield f"Law {number}/{clause.id} is not modelled: {clause.unmodelled}"
    presumed = outcome.memory.worlds.as_presumed()
    read = {p.name for rule in outcome.program.rules for p in rule.positive if p.kind == "act"}
    for event in outcome.incident.events:
        if event.act not in read and "*" not in read:
            yield f"No law encoded so far looks at {event.act!r} (event {event.n})."
    for node in outcome.memory.nodes:
        note = node.fact.kind == "finding" and node.fact.values["grade"] == "note"
        if note and outcome.memory.arose(node.number) & presumed == presumed:
            yield fact_in_words(node.fact, outcome.program.language.vocabulary) + "."
