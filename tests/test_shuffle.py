"""The shuffle: the same order forever, every order equally likely, and hashes that only the true cards open."""

import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker import shuffle
from kicker.cards import DECK, Card
from kicker.errors import KickerError
from kicker.games import Rules, classic_draw, discard, draw, holdem
from kicker.shuffle import (
    Opening,
    Proof,
    byte_stream,
    check_opening,
    commitment,
    deal_order,
    draw_index,
    fisher_yates,
    new_secret,
    openings,
    parse_proof,
    salts,
)

COUNTING = bytes(range(32))
TABLE = "mH3vQ0b9TzWk2LxYc7RfAg"

any_secret = st.binary(min_size=32, max_size=32)
any_table = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=64)
any_deal = st.integers(1, 2**64 - 1)
any_places = st.lists(st.integers(0, 51), unique=True, min_size=1)


def numbered(number: int) -> bytes:
    """A secret for each number, always the same one."""
    return hashlib.sha256(number.to_bytes(4, "big")).digest()


def make_proof(
    places: Iterable[int] = (1, 4, 6, 7, 8), secret: bytes = COUNTING, table: str = TABLE, deal: int = 12
) -> Proof:
    deck, grains = deal_order(secret), salts(secret)
    return Proof(table, deal, tuple(commitment(table, deal, deck, grains)), tuple(openings(deck, grains, places)))


# --- the same forever ------------------------------------------------------------------------------------------------

GOLDEN = [
    (
        bytes(32),
        "9d 9h 2h 4h 2d 7h Qc Ah 5s Ad 6s Ac Jd 7c Kd 4s 3h 5c 2c Jc As 6d 9c Qd 3c 8h Th 6h 4c Js Kh 4d 5d 2s 8c Qs 8s"
        " 5h Tc Ks Ts 3s 9s Kc Qh Jh 3d 7d Td 6c 8d 7s",
        "80ae0936d794e757630f9529c9131f4e78d22e263c2dc953ee241feb902f15dd",
        "48b8f867a70888d9f8eff8775d64a4f2f38fe55ca12e7be8431125dafa7a271f",
        "f13f204482134f66d04be3a1cb46a4371a9ccaa5f1004c4b71bf5def775cecb2",
        "7bbaefede51972ec3f8bd823e844678a17fae0d42eee9958e76f04f572bad120",
    ),
    (
        COUNTING,
        "Ad Ts Qc Ac 5d Tc Jd 5c 2c 4s 9c 3h Ah Js 4c 8s Kc 5s 6c 7s Qh Td 9h 9d As 6h 3s Kd Th Jh 6d Kh 2d 7c Jc 3c 4h"
        " Qs 7h 8c 9s 2h 7d 8h 2s 4d Ks 6s Qd 8d 5h 3d",
        "3706923895a7c19f65c592d3219764cd5c1648dfbf3c49d63bea6db02f8c19c3",
        "b8fc6725d42d8b8eec4fde30b13bc72ed021816a2b798a346fdaafc3b29f1d69",
        "ce4d565d24953ba718a283ddeccaf5bc389dfb7fbfd309b1c8d704b84fb89195",
        "e3df1493ed219ae019c2914084c7aba3b8a805a4271c9f7ac679812ee04674f5",
    ),
    (
        b"\xff" * 32,
        "Qd 6d 6s 8s 9d 4s Qs 7c Ac 5c Th Kd Ah Kh Tc 3s 8h 2s 7h Ad 8c 4d 3h Kc Jh 9h 3d 8d 5s As 7d 2h Js 6c 9c Qh 9s"
        " 4h Td Jc Ks 5d 4c 5h 2c Jd 6h 2d 3c 7s Ts Qc",
        "330b01c9be0f8dd27fa0ec61337630acaecb937ed3f8c8c1f8b4b999529ca316",
        "1e7cc9673825438dd0234f8ca8f4c43dc066e67005ebd43b4b23156b27b39d01",
        "de0a46626ccc46179cd4fde874c22def093a481b96b2d72772e5bc96cadfd0e5",
        "d1aab1dd243d610518e7d63988e4e1a2ab54e3e787d14d0bd825122d74051924",
    ),
]


@pytest.mark.parametrize(("secret", "order", "first_salt", "last_salt", "first_hash", "last_hash"), GOLDEN)
def test_a_secret_has_one_order_and_one_commitment_forever(
    secret: bytes, order: str, first_salt: str, last_salt: str, first_hash: str, last_hash: str
) -> None:
    deck, grains = deal_order(secret), salts(secret)
    assert " ".join(map(str, deck)) == order
    assert (grains[0].hex(), grains[51].hex()) == (first_salt, last_salt)
    published = commitment(TABLE, 12, deck, grains)
    assert (published[0], published[51]) == (first_hash, last_hash)


def test_a_thousand_orders_forever() -> None:
    lines = "".join(" ".join(map(str, deal_order(numbered(number)))) + "\n" for number in range(1000))
    digest = hashlib.sha256(lines.encode()).hexdigest()
    assert digest == "54af84063af5ac0435c76b2cd6e52bdce11601c471a5949ce1b6d90b05919ef2"


def plain_hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 as its definition has it, for a key of at most 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def plain_order(secret: bytes) -> list[str]:
    """The order as docs/shuffle.md tells it, by other means: cards are taken out of a list of text."""
    stream = b"".join(plain_hmac(secret, b"kicker order\0\0\0" + bytes([block])) for block in range(30))
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    position = 0
    for left in range(52, 1, -1):
        while stream[position] >= 256 // left * left:
            position += 1
        index = stream[position] % left
        position += 1
        deck[left - 1], deck[index] = deck[index], deck[left - 1]
    return deck


@given(any_secret, any_table, any_deal)
def test_the_bytes_are_those_of_the_document(secret: bytes, table: str, deal: int) -> None:
    deck, grains = deal_order(secret), salts(secret)
    assert [str(card) for card in deck] == plain_order(secret)
    assert grains == [plain_hmac(secret, b"kicker salt\0\0\0" + bytes([place])) for place in range(52)]
    start = b"kicker deal" + bytes([len(table)]) + table.encode() + deal.to_bytes(8, "big")
    assert commitment(table, deal, deck, grains) == [
        hashlib.sha256(start + bytes([place]) + str(deck[place]).encode() + grains[place]).hexdigest()
        for place in range(52)
    ]


# --- every order equally likely --------------------------------------------------------------------------------------


@given(any_secret)
def test_every_order_has_every_card_once(secret: bytes) -> None:
    order = deal_order(secret)
    assert sorted(order) == list(DECK)
    assert all(type(card) is Card for card in order)


@pytest.mark.parametrize("choices", range(2, 53))
def test_no_index_is_favoured(choices: int) -> None:
    accepted: Counter[int] = Counter()
    rejected = []
    for byte in range(256):
        try:
            accepted[draw_index(iter([byte]), choices)] += 1
        except KickerError:  # the byte was skipped, and there is no other
            rejected.append(byte)
    assert accepted == dict.fromkeys(range(choices), 256 // choices)  # each index exactly equally often
    assert rejected == list(range(256 // choices * choices, 256))  # and no more bytes are skipped than must be
    for skipped, byte in product(rejected, range(256)):
        if byte not in rejected:
            assert draw_index(iter([skipped, skipped, byte]), choices) == byte % choices


def test_a_skipped_byte_is_gone_and_the_next_draw_goes_on_behind_the_last() -> None:
    stream = iter([255, 208, 207, 51, 7])
    assert [draw_index(stream, 52), draw_index(stream, 52), draw_index(stream, 51)] == [51, 51, 7]
    assert list(stream) == []


@given(st.permutations(DECK))
def test_every_order_comes_from_exactly_one_row_of_indices(wanted: list[Card]) -> None:
    """There are as many rows of indices as orders, 52!, so if each order has a row, each has one and only one."""
    deck, indices = list(DECK), []
    for place in range(51, 0, -1):
        index = deck.index(wanted[place])
        assert index <= place
        indices.append(index)
        deck[place], deck[index] = deck[index], deck[place]
    assert fisher_yates(iter(indices)) == wanted


def test_a_stream_that_ends_is_an_error_and_no_half_shuffle() -> None:
    with pytest.raises(KickerError, match="ended before the shuffle was done"):
        fisher_yates(iter([1] * 50))


def quantile(freedom: int, deviations: float) -> float:
    """Of chi-square, after Wilson and Hilferty (1931), good to four digits where there are thousands of degrees."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + deviations * part**0.5) ** 3)


def place_statistic(orders: Iterable[list[Card]]) -> float:
    """How unevenly cards are spread over places; chi-square with 51 * 51 degrees of freedom for fair shuffles.

    Each shuffle fills each row and each column of the table once. So the counts vary more than independent ones with
    these sums would, by 52 / 51, which is taken out again.
    """
    counts = [[0] * 52 for _ in range(52)]
    shuffles = 0
    for order in orders:
        shuffles += 1
        for place, card in enumerate(order):
            counts[place][card] += 1
    expected = shuffles / 52
    return sum((found - expected) ** 2 for row in counts for found in row) / expected * 51 / 52


def pair_statistic(orders: Iterable[list[Card]], first: int, second: int) -> float:
    """The same for the pair of cards at two places: 52 * 51 - 1 degrees."""
    counts = Counter((order[first], order[second]) for order in orders)
    expected = counts.total() / (52 * 51)
    return sum((counts[one, other] - expected) ** 2 for one in DECK for other in DECK if one != other) / expected


SHUFFLES = 20_000


@pytest.fixture(scope="module")
def orders() -> list[list[Card]]:
    return [deal_order(numbered(number)) for number in range(SHUFFLES)]


def test_cards_are_spread_evenly_over_places(orders: list[list[Card]]) -> None:
    assert quantile(2601, -3.29) < place_statistic(orders) < quantile(2601, 3.29)  # 99.9% of fair shuffles


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 2), (25, 26), (50, 51), (0, 51)])
def test_pairs_of_cards_are_spread_evenly(orders: list[list[Card]], first: int, second: int) -> None:
    assert quantile(2651, -3.29) < pair_statistic(orders, first, second) < quantile(2651, 3.29)


def test_one_deal_tells_nothing_of_the_next(orders: list[list[Card]]) -> None:
    """The first card of one deal against the first card of the next."""
    counts = Counter((one[0], two[0]) for one, two in pairwise(orders))
    expected = counts.total() / 52**2
    statistic = sum((counts[pair] - expected) ** 2 for pair in product(DECK, DECK)) / expected
    assert quantile(52**2 - 1, -3.29) < statistic < quantile(52**2 - 1, 3.29)


def biased_by_remainders(stream: Iterator[int]) -> list[Card]:
    deck = list(DECK)
    for place in range(51, 0, -1):
        other = next(stream) % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def biased_by_any_place(stream: Iterator[int]) -> list[Card]:
    deck = list(DECK)
    for place in range(52):
        other = draw_index(stream, 52)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


@pytest.mark.parametrize("biased", [biased_by_remainders, biased_by_any_place])
def test_the_statistic_sees_the_usual_mistakes(biased: Callable[[Iterator[int]], list[Card]]) -> None:
    found = place_statistic(biased(byte_stream(numbered(number))) for number in range(SHUFFLES))
    assert found > quantile(2601, 10)


# --- secrets and salts -----------------------------------------------------------------------------------------------


def test_secrets_are_256_bits_of_the_secure_source(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {new_secret() for _ in range(1000)}
    assert len(drawn) == 1000
    assert {len(secret) for secret in drawn} == {32}
    bits = sum(int.from_bytes(secret, "big").bit_count() for secret in drawn)
    assert abs(bits - 128_000) < 6 * (256_000 / 4) ** 0.5  # six standard deviations: once in 500 million runs
    monkeypatch.setattr(secrets, "token_bytes", lambda size: b"%d bytes asked for" % size)
    assert new_secret() == b"32 bytes asked for"


@pytest.mark.parametrize("size", [0, 16, 31, 33, 64])
def test_a_secret_of_another_size_is_refused_and_not_told(size: int) -> None:
    for use in (deal_order, salts):
        with pytest.raises(KickerError, match=f"the secret must have 32 bytes, not {size}") as caught:
            use(b"\xab" * size)
        assert "ab" not in str(caught.value)  # neither as text nor as hex digits
        assert caught.value.code == "secret"


@given(any_secret, st.integers(0, 255))
def test_salts_are_hashes_of_their_own(secret: bytes, bit: int) -> None:
    grains = salts(secret)
    blocks = {bytes(islice(stream, 32)) for stream in [byte_stream(secret)] for _ in range(60)}
    assert len(blocks) == 60
    assert len(set(grains)) == 52
    assert {len(grain) for grain in grains} == {32}
    assert blocks.isdisjoint(grains)  # the order and the salts have no bytes in common
    other = (int.from_bytes(secret, "big") ^ 1 << bit).to_bytes(32, "big")
    assert set(grains).isdisjoint(salts(other))  # one bit of the secret changes them all
    assert deal_order(other) != deal_order(secret)


def test_a_salt_depends_on_its_place_alone_and_not_on_the_salts_before(monkeypatch: pytest.MonkeyPatch) -> None:
    before, real = salts(COUNTING), shuffle._derived

    def renumbered(secret: bytes, label: bytes, number: int) -> bytes:
        return real(secret, label, 999 if number == 7 else number)

    monkeypatch.setattr(shuffle, "_derived", renumbered)
    changed = [place for place, (one, two) in enumerate(zip(before, salts(COUNTING), strict=True)) if one != two]
    assert changed == [7]


# --- whose card lies where -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 6))
def test_cards_come_from_the_places_that_the_document_names(seats: int) -> None:
    deck, button = deal_order(COUNTING), seats // 2
    order = [(button + 1 + place) % seats for place in range(seats)]

    def play(rules: Rules) -> tuple[list[list[Card]], list[Card]]:
        """The hands from the left of the button on, and the cards that came after them."""
        state, _ = rules.start(deck, [100] * seats, button)
        hands = [list(state.hands[seat]) for seat in order]
        later: list[Card] = []
        while not state.over:
            throws = state.phase == "drawing"
            state, events = state.apply(discard(state.options.hand[:2]) if throws else state.options.passive)
            later += [card for event in events if event.kind in ("board", "drew") for card in event.known]
        return hands, later

    assert play(holdem((5, 10))) == ([[deck[k], deck[seats + k]] for k in range(seats)], deck[2 * seats :][:5])
    assert play(draw()) == ([deck[k : 5 * seats : seats] for k in range(seats)], deck[5 * seats : 7 * seats])
    assert play(classic_draw())[0] == [deck[5 * k : 5 * k + 5] for k in range(seats)]


# --- only the true card opens a hash ---------------------------------------------------------------------------------


def test_each_hash_takes_one_card_at_one_place() -> None:
    proof = make_proof(range(52))
    for opening, card in product(proof.openings, DECK):
        fits = check_opening(TABLE, 12, proof.commitment, opening._replace(card=card))
        assert fits == (card == opening.card)
    for opening, place in product(proof.openings, range(-2, 60)):
        fits = check_opening(TABLE, 12, proof.commitment, opening._replace(place=place))
        assert fits == (place == opening.place)


@given(any_secret, any_table, any_deal, st.integers(0, 51), st.integers(0, 255), any_table, any_deal)
def test_salt_table_and_deal_are_bound_too(
    secret: bytes, table: str, deal: int, place: int, bit: int, other_table: str, other_deal: int
) -> None:
    proof = make_proof([place], secret, table, deal)
    (opening,) = proof.openings
    assert check_opening(table, deal, proof.commitment, opening)
    flipped = (int.from_bytes(opening.salt, "big") ^ 1 << bit).to_bytes(32, "big")
    for salt in (flipped, opening.salt[:31], opening.salt + b"\0", b""):
        assert not check_opening(table, deal, proof.commitment, opening._replace(salt=salt))
    assert check_opening(other_table, deal, proof.commitment, opening) == (other_table == table)
    assert check_opening(table, other_deal, proof.commitment, opening) == (other_deal == deal)


def test_what_is_hashed_cannot_be_cut_elsewhere() -> None:
    """The last byte of an id and the first of what follows it: no other cut gives the same bytes."""
    seen = set()
    for table, deal in [("a", 1), ("a\x30", 1), ("0", 1), ("00", 1), ("0", 0x30 << 56), ("0" * 9, 1), ("01", 256)]:
        seen.add(make_proof([0], COUNTING, table, deal).commitment[0])
    assert len(seen) == 7


def test_a_commitment_that_is_too_short_or_too_long_is_no_accident() -> None:
    proof = make_proof([51])
    assert not check_opening(TABLE, 12, proof.commitment[:51], proof.openings[0])
    assert not check_opening(TABLE, 12, [*proof.commitment] * 9, proof.openings[0]._replace(place=300))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda deck, grains: commitment(TABLE, 1, deck[:51], grains), "not 51 different of 51"),
        (lambda deck, grains: commitment(TABLE, 1, [*deck[:51], deck[0]], grains), "not 51 different of 52"),
        (lambda deck, grains: commitment(TABLE, 1, deck, grains[:51]), "give 52 salts of 32 bytes each; 51 given"),
        (lambda deck, grains: commitment(TABLE, 1, deck, [b"", *grains[1:]]), "52 salts of 32 bytes"),
        (lambda deck, grains: commitment("", 1, deck, grains), "'' is not a table id"),
        (lambda deck, grains: commitment("x" * 65, 1, deck, grains), "is not a table id; use 1 to 64 ASCII"),
        (lambda deck, grains: commitment("über", 1, deck, grains), r"'\\xfcber' is not a table id"),
        (lambda deck, grains: commitment("a b", 1, deck, grains), "'a b' is not a table id"),
        (lambda deck, grains: commitment(TABLE, 0, deck, grains), "0 is not a deal number; deals are counted from 1"),
        (lambda deck, grains: commitment(TABLE, 1 << 64, deck, grains), "18446744073709551616 is not a deal number"),
        (lambda deck, grains: openings(deck, grains, [3, 52]), "52 is not a place; places are numbered from 0 to 51"),
        (lambda deck, grains: openings(deck, grains, [-1]), "-1 is not a place"),
    ],
)
def test_what_is_no_deck_is_not_published(make: Callable[[list[Card], list[bytes]], Any], says: str) -> None:
    with pytest.raises(KickerError, match=says):
        make(deal_order(COUNTING), salts(COUNTING))


# --- proofs ----------------------------------------------------------------------------------------------------------


@given(any_secret, any_table, any_deal, any_places)
def test_a_proof_comes_back_from_json_and_holds(secret: bytes, table: str, deal: int, places: list[int]) -> None:
    proof = make_proof(places, secret, table, deal)
    for indent in (None, 2):
        again = parse_proof(json.dumps(proof.as_dict(), indent=indent))
        assert again == proof
        assert again.verify() == []
    for opening in proof.openings:
        assert Opening.from_dict(opening.as_dict()) == opening


def test_a_proof_is_the_documented_object() -> None:
    fields = make_proof([4]).as_dict()
    assert list(fields) == ["kicker_shuffle", "table", "deal", "commitment", "openings"]
    assert (fields["kicker_shuffle"], fields["table"], fields["deal"]) == (1, TABLE, 12)
    assert len(fields["commitment"]) == 52
    assert fields["openings"] == [{"place": 4, "card": "5d", "salt": salts(COUNTING)[4].hex()}]


def test_a_proof_tells_nothing_of_closed_places() -> None:
    text = json.dumps(make_proof([4]).as_dict())
    closed = [salt.hex() for place, salt in enumerate(salts(COUNTING)) if place != 4]
    assert COUNTING.hex() not in text
    assert not any(salt in text for salt in closed)
    assert [card for card in DECK if f'"{card}"' in text] == [Card("5d")]


HASH = "0" * 64
HASHES = make_proof().as_dict()["commitment"]
OPENED = make_proof().as_dict()["openings"]
NOT_FIT = "does not match its hash"


def hashed(place: int, text: str) -> dict[str, Any]:
    """The fields of a proof that are others when a hash is."""
    return {"commitment": [*HASHES[:place], text, *HASHES[place + 1 :]]}


def opened(**second: object) -> dict[str, Any]:
    """Those that are others when the second opening is, which is that of place 4."""
    return {"openings": [OPENED[0], OPENED[1] | second, *OPENED[2:]]}


DAMAGED: dict[str, tuple[dict[str, Any], str]] = {
    "51 hashes": ({"commitment": HASHES[:51]}, "there are 51 hashes instead of 52, one for each place in the deck"),
    "53 hashes": ({"commitment": [*HASHES, HASH]}, "there are 53 hashes instead of 52, one for each place in the deck"),
    "no hashes": ({"commitment": []}, "there are 0 hashes instead of 52, one for each place in the deck"),
    "a short hash": (hashed(4, "abc"), "the hash of place 4 is 'abc': a hash is 64 hex digits"),
    "other letters": (hashed(30, "G" * 64), f"the hash of place 30 is '{'G' * 60}...': a hash is 64 hex digits"),
    "wide digits": (hashed(30, "\uff11"), r"the hash of place 30 is '\uff11': a hash is 64 hex digits"),
    "another hash": (hashed(4, HASH), f"5d at place 4 {NOT_FIT}"),
    "another card": (opened(card="2d"), f"2d at place 4 {NOT_FIT}"),
    "another salt": (opened(salt=HASH), f"5d at place 4 {NOT_FIT}"),
    "another place": (opened(place=5), f"5d at place 5 {NOT_FIT}"),
    "a place behind the last": (opened(place=52), "52 is not a place; places are numbered from 0 to 51"),
    "a place before the first": (opened(place=-1), "-1 is not a place; places are numbered from 0 to 51"),
    "a place twice": (opened(place=1), "place 1 is opened twice, as Ts and as 5d"),
    "an opening twice": ({"openings": OPENED[:2] + OPENED[:1]}, "place 1 is opened twice, as Ts and as Ts"),
    "a card twice": (opened(card="Ts"), "Ts is at place 1 and at place 4; a deck has each card once"),
    "a short salt": (opened(salt="00" * 31), "the salt of place 4 has 62 hex digits instead of 64"),
    "a long salt": (opened(salt="00" * 33), "the salt of place 4 has 66 hex digits instead of 64"),
    "no salt": (opened(salt=""), "the salt of place 4 has 0 hex digits instead of 64"),
    "no openings": ({"openings": []}, "no card is open, so there is nothing to check"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_proof_has_one_problem_in_one_sentence(damage: str) -> None:
    change, says = DAMAGED[damage]
    assert parse_proof(json.dumps(make_proof().as_dict() | change)).verify() == [says]


NO_PROOF = "this is not a shuffle proof: "
NO_TABLE = "is not a table id; use 1 to 64 ASCII characters without spaces"
NO_OPENING = "is not an opening; give place, card and salt"
UNREADABLE: dict[str, tuple[dict[str, Any], str]] = {
    "version": ({"kicker_shuffle": 2}, "cannot read version 2 of a shuffle proof, only version 1"),
    "version true": ({"kicker_shuffle": True}, "cannot read version true of a shuffle proof, only version 1"),
    "version text": ({"kicker_shuffle": "1"}, "cannot read version '1' of a shuffle proof, only version 1"),
    "table": ({"table": 7}, NO_PROOF + "'table' is 7 and not a text"),
    "table with spaces": ({"table": "a b"}, f"'a b' {NO_TABLE}"),
    "half a character": ({"table": "\ud800"}, rf"'\ud800' {NO_TABLE}"),
    "deal": ({"deal": "12"}, NO_PROOF + "'deal' is '12' and not a whole number"),
    "half a deal": ({"deal": 1.5}, NO_PROOF + "'deal' is 1.5 and not a whole number"),
    "deal true": ({"deal": True}, NO_PROOF + "'deal' is true and not a whole number"),
    "deal 0": ({"deal": 0}, "0 is not a deal number; deals are counted from 1"),
    "deal far away": ({"deal": 10**80}, f"1{'0' * 59}... is not a deal number; deals are counted from 1"),
    "openings": ({"openings": {}}, NO_PROOF + "'openings' is an object and not a list"),
    "commitment": ({"commitment": None}, NO_PROOF + "null is not a commitment; give a list of 52 hashes"),
    "numbers": ({"commitment": [1]}, NO_PROOF + "a list of 1 is not a commitment; give a list of 52 hashes"),
    "an opening that is none": ({"openings": ["As"]}, NO_PROOF + f"'As' {NO_OPENING}"),
    "without a card": ({"openings": [{"place": 1, "salt": HASH}]}, NO_PROOF + f"an object {NO_OPENING}"),
    "a place in words": (opened(place="1"), NO_PROOF + "'1' is not a place; places are numbers from 0 to 51"),
    "no card": (opened(card="Zx"), NO_PROOF + "'Zx' at place 4 is not a card; write it like 'As'"),
    "a symbol": (opened(card="A♠"), NO_PROOF + r"'A\u2660' at place 4 is not a card; write it like 'As'"),
    "a list": (opened(card=["As"]), NO_PROOF + "a list of 1 at place 4 is not a card; write it like 'As'"),
    "a salt that is no hex": (opened(salt="0g"), NO_PROOF + "'0g' at place 4 is not a salt; a salt is 64 hex digits"),
    "half a byte": (opened(salt="0"), NO_PROOF + "'0' at place 4 is not a salt; a salt is 64 hex digits"),
    "a salt with spaces": (opened(salt="0 1"), NO_PROOF + "'0 1' at place 4 is not a salt; a salt is 64 hex digits"),
}


@pytest.mark.parametrize("fault", UNREADABLE)
def test_what_is_no_proof_is_refused_in_one_sentence(fault: str) -> None:
    change, says = UNREADABLE[fault]
    with pytest.raises(KickerError) as caught:
        parse_proof(json.dumps(make_proof().as_dict() | change))
    assert str(caught.value) == says


@pytest.mark.parametrize("key", ["kicker_shuffle", "table", "deal", "commitment", "openings"])
def test_nothing_may_be_missing(key: str) -> None:
    fields = make_proof().as_dict()
    del fields[key]
    with pytest.raises(KickerError, match=key):
        parse_proof(json.dumps(fields))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "this is not a shuffle proof: it is not JSON at line 1, column 1"),
        ('{"kicker_shuffle": 1,\n', "this is not a shuffle proof: it is not JSON at line 2, column 1"),
        ("[" * 100_000, "this is not a shuffle proof: it is not JSON"),
        ("9" * 5000, "this is not a shuffle proof: it is not JSON"),
        ("null", "this is not a shuffle proof: null has no 'kicker_shuffle'"),
        ("[]", "this is not a shuffle proof: a list of 0 has no 'kicker_shuffle'"),
        (
            '{"kicker_shuffle": ' + "[" * 900 + "]" * 900 + "}",
            "cannot read version a list of 1 of a shuffle proof, only version 1",
        ),
        ('{"kicker_shuffle": NaN}', "cannot read version NaN of a shuffle proof, only version 1"),
    ],
)
def test_text_that_is_no_proof(text: str, says: str) -> None:
    with pytest.raises(KickerError) as caught:
        parse_proof(text)
    assert str(caught.value) == says


@given(st.data())
def test_no_other_value_anywhere_is_an_accident_or_goes_unseen(data: st.DataObject) -> None:
    """Any JSON value anywhere in a proof: it is refused, or it is what was there, or only a closed hash is another."""
    fields = make_proof([4, 9]).as_dict()
    true = json.loads(json.dumps(fields))
    spots: list[tuple[Any, Any]] = [(fields, key) for key in fields]
    spots += [(fields["commitment"], place) for place in range(52)] + [(fields["openings"], 0), (fields["openings"], 1)]
    spots += [(opening, key) for opening in fields["openings"] for key in opening]
    inside, key = data.draw(st.sampled_from(spots))
    plain = (
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=70) | st.sampled_from([HASH, "As"])
    )
    inside[key] = data.draw(st.recursive(plain, lambda values: st.lists(values) | st.dictionaries(st.text(), values)))
    try:
        problems = parse_proof(json.dumps(fields)).verify()
    except KickerError as error:
        problems = [str(error)]
    assert all(len(problem) < 500 and problem.isascii() and "\n" not in problem for problem in problems)
    closed = inside is fields["commitment"] and key not in (4, 9)
    assert problems or fields == true or closed


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
def test_any_text_is_refused_quietly(text: str) -> None:
    with pytest.raises(KickerError):
        parse_proof(text)


def test_a_proof_that_was_made_by_hand_is_told_about_as_well() -> None:
    proof = make_proof()
    assert proof._replace(table="").verify() == ["'' is not a table id; use 1 to 64 ASCII characters without spaces"]
    assert proof._replace(deal=-3).verify() == ["-3 is not a deal number; deals are counted from 1"]
    assert len(proof._replace(deal=13).verify()) == 5
    assert len(proof._replace(table=TABLE.lower()).verify()) == 5


def test_all_problems_are_told_and_a_bad_hash_once() -> None:
    proof = make_proof()
    hashes = ["x", *proof.commitment[1:4], "y", *proof.commitment[5:]]
    wrong = Opening(60, Card("As"), bytes(32))
    problems = proof._replace(commitment=tuple(hashes), openings=(*proof.openings, wrong)).verify()
    assert [problem.split(":")[0].split(";")[0] for problem in problems] == [
        "the hash of place 0 is 'x'", "the hash of place 4 is 'y'", "60 is not a place",
    ]  # fmt: skip


def test_two_seats_can_put_their_proofs_together() -> None:
    """A server that deals one card to two seats is found out when they compare."""
    deck, grains = deal_order(COUNTING), salts(COUNTING)
    honest = Proof(TABLE, 1, tuple(commitment(TABLE, 1, deck, grains)), tuple(openings(deck, grains, [0, 2, 1, 3])))
    assert honest.verify() == []
    twice = [Opening(place, deck[0], grains[place]) for place in (0, 1)]
    hashes = [hashlib.sha256(b"").hexdigest()] * 52
    for place, opening in enumerate(twice):
        start = b"kicker deal\x16" + TABLE.encode() + (1).to_bytes(8, "big") + bytes([place])
        hashes[place] = hashlib.sha256(start + str(opening.card).encode() + opening.salt).hexdigest()
    for opening in twice:
        assert Proof(TABLE, 1, tuple(hashes), (opening,)).verify() == []
    assert Proof(TABLE, 1, tuple(hashes), tuple(twice)).verify() == [
        "Ad is at place 0 and at place 1; a deck has each card once"
    ]
