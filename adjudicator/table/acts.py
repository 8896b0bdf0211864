"""One event as facts: what was called or played, read by the code's own list, with every attribute filled in."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.model.fact import Fact, fact
from adjudicator.model.incident import Event
from adjudicator.model.law import Code
from adjudicator.model.vocabulary import Value, Vocabulary


def act_facts(event: Event, actors: Sequence[str], code: Code, vocabulary: Vocabulary) -> list[Fact]:
    """One fact for each of those who acted."""
    word = vocabulary.of("act")[event.act]
    common: dict[str, Value] = {name: attribute.empty for name, attribute in word.attributes.items()}
    common |= {**event.details, **_meaning(word.value, event.value, code), **_of_details(event, code, vocabulary)}
    common |= {"n": event.n, "value": event.value}
    known = {k: v for k, v in common.items() if k in word.attributes}
    return [fact("act", event.act, {**known, "by": actor}) for actor in actors]


def _meaning(value_type: str, value: Value, code: Code) -> dict[str, Value]:
    """What the word after the act says: kind, level and denomination of a call; suit and rank of a card."""
    match value_type:
        case "call":
            kind, level, denomination = code.calls.spellings[str(value)]
            return {"kind": kind, "level": level, "denom": denomination}
        case "card":
            return _card(str(value), code)
        case "option":
            return {"option": value}
    return {}


def _of_details(event: Event, code: Code, vocabulary: Vocabulary) -> dict[str, Value]:
    """Suit and rank of each card beside the act: of the card ``shown``, ``shown_suit`` and ``shown_rank``."""
    words = vocabulary.of("detail")
    cards = {k: str(v) for k, v in event.details.items() if words[k].attributes[k].type == "card"}
    return {f"{k}_{part}": value for k, card in cards.items() for part, value in _card(card, code).items()}


def _card(card: str, code: Code) -> dict[str, Value]:
    """Suit, and rank counted from the lowest (1); unknown parts are ``none`` and 0."""
    suit = card[0] if card[0] in code.suits else "none"
    rank = code.ranks.index(card[1:]) + 1 if card[1:] in code.ranks else 0
    return {"suit": suit, "rank": rank}
