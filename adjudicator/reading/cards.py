"""Cards, hands and contracts as users write them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.errors import Report, shown
from adjudicator.model.incident import Contract, Pack
from adjudicator.model.law import Code
from adjudicator.reading.fields import Fields
from adjudicator.reading.nodes import Map, Node, Text, kind
from adjudicator.reading.people import People

RANK_WORDS = {"10": "T", "KNAVE": "J", "JACK": "J", "QUEEN": "Q", "KING": "K", "ACE": "A"}
UNKNOWN = re.compile(r"\?|-?(?:trump|[A-Z])\?")
TIMES = {"": 0, "DOUBLED": 1, "X": 1, "REDOUBLED": 2, "XX": 2}


def read_card(text: str, code: Code) -> str | None:
    """``HK`` for ``HK``, ``KH``, ``hk``; unknown cards (``?``, ``H?``, ``-H?``, ``trump?``) as written; else None."""
    word = text.strip()
    if UNKNOWN.fullmatch(word) and (word.lstrip("-")[0] in code.suits or word in ("?", "trump?", "-trump?")):
        return word
    upper = word.upper().replace(" ", "").replace("-", "")
    for suit, rank in ((upper[:1], upper[1:]), (upper[-1:], upper[:-1])):
        rank = RANK_WORDS.get(rank, rank)
        if suit in code.suits and rank in code.ranks:
            return suit + rank
    return None


def read_contract(node: Node, code: Code, report: Report) -> Contract | None:
    """``3NT``, ``4H doubled``, ``6C redoubled``."""
    if not isinstance(node, Text):
        report.add(node.mark, f"'contract' must be a word such as 3NT or 4H doubled, not {kind(node)}")
        return None
    bid, _, doubling = node.value.strip().upper().partition(" ")
    call, times = code.calls.spellings.get(bid), TIMES.get(doubling.strip())
    if call is None or times is None or not call[1]:
        report.add(node.mark, f"{shown(node.value)} is no contract; write it as 3NT, 4H doubled or 6C redoubled")
        return None
    return Contract(call[1], call[2], times)


def read_hands(fields: Fields, pack: Pack, people: People, code: Code, report: Report) -> dict[str, tuple[str, ...]]:
    """The original hands by seat; a card in two places is an error unless the pack has it twice."""
    hands: dict[str, tuple[str, ...]] = {}
    for seat, node in fields.entries("hands"):
        name = people.seat(seat.value)
        if name is None:
            report.unknown(seat.mark, "seat", seat.value, people.seats)
        else:
            hands[name] = tuple(_hand(node, code, report))
    _check_doubles(fields, hands, set(pack.extra), report)
    return hands


def read_suits(fields: Fields, people: People, code: Code) -> dict[str, tuple[str, ...]]:
    """The suits of each hand that are written in full: all but those left out or marked ``+``."""
    known: dict[str, tuple[str, ...]] = {}
    for seat, node in fields.entries("hands"):
        name = people.seat(seat.value)
        if name is not None:
            known[name] = tuple(s for s, held in _suits(node, code) if isinstance(held, Text) and "+" not in held.value)
    return known


def _suits(node: Node, code: Code) -> list[tuple[str, Node]]:
    """The suits of a hand as written, each with its holding."""
    if isinstance(node, Map):
        return [(key.value, value) for key, value in node.entries if key.value in code.suits]
    holdings = node.value.split(".") if isinstance(node, Text) else []
    return [(s, Text(cards, node.mark)) for s, cards in zip(code.suits, holdings, strict=False)]


def _hand(node: Node, code: Code, report: Report) -> list[str]:
    if isinstance(node, Map):
        suits = [(key, value) for key, value in node.entries]
        for key, _ in suits:
            if key.value not in code.suits:
                report.unknown(key.mark, "suit", key.value, code.suits)
        pairs = [(k.value, v) for k, v in suits if k.value in code.suits]
    elif isinstance(node, Text):
        holdings = node.value.split(".")
        if len(holdings) != len(code.suits):
            report.add(
                node.mark, f"a hand is written as {len(code.suits)} holdings ({'.'.join(code.suits)}) with dots between"
            )
            return []
        pairs = [(suit, Text(cards, node.mark)) for suit, cards in zip(code.suits, holdings, strict=True)]
    else:
        report.add(node.mark, f"a hand must be a word or a mapping of suits, not {kind(node)}")
        return []
    return [card for suit, cards in pairs for card in _holding(suit, cards, code, report)]


def _holding(suit: str, node: Node, code: Code, report: Report) -> list[str]:
    if not isinstance(node, Text):
        report.add(node.mark, f"the holding in {suit} must be a word such as AK3, - or QJ+")
        return []
    cards = []
    for rank in re.findall(r"10|[^\s]", node.value.upper().strip("-+")):
        rank = RANK_WORDS.get(rank, rank)
        if rank in code.ranks:
            cards.append(suit + rank)
        else:
            report.add(node.mark, f"there is no card {shown(suit + rank)}")
    return cards


def read_pack(fields: Fields, code: Code, report: Report) -> Pack:
    """The cards that the pack has besides its own, or lacks."""
    node = fields.node("pack")
    if node is None:
        return Pack()
    pack = Fields(node, "'pack'", report, ["extra", "missing"])
    found: dict[str, list[str]] = {"extra": [], "missing": []}
    for key, cards in found.items():
        for text in pack.texts(key):
            card = read_card(text, code)
            if card is None or "?" in card:
                report.add(pack.place(key), f"there is no card {shown(text)}")
            else:
                cards.append(card)
    return Pack(tuple(found["extra"]), tuple(found["missing"]))


def _check_doubles(fields: Fields, hands: Mapping[str, tuple[str, ...]], extra: set[str], report: Report) -> None:
    where: dict[str, str] = {}
    for seat, cards in hands.items():
        for card in cards:
            if card in where and card not in extra:
                both = (
                    f"twice in the hand of {seat}"
                    if where[card] == seat
                    else f"in the hands of {where[card]} and {seat}"
                )
                text = f"card {card} stands {both}"
                report.add(fields.place("hands"), f"{text}; if so, name it in pack: {{extra: [{card}]}}")
            where.setdefault(card, seat)
