"""One codec: every record that the log or the side store holds comes back equal, and one text means one value."""

from __future__ import annotations

import json
import typing
from dataclasses import fields
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cortex_core.logic.truth import Truth
from cortex_core.logic.values import Between, Known, Missing, Scalar, Stale, Value
from cortex_core.model.events import Committed, Erased, Event, GraphCreated, Revised, UseDeclared
from cortex_core.model.experience import Observation, Proof
from cortex_core.model.rules import Content, Edition, OutputSpec
from cortex_core.store.codec import decode, decode_as, encode
from cortex_core.temporal.interval import Interval
from tests.store.made import committed, episode, facts, proof, registered, revised

TEXT = st.text(max_size=12)
DECIMALS = st.decimals(allow_nan=False, allow_infinity=False, min_value=Decimal("-1e40"), max_value=Decimal("1e40"))
SCALARS: st.SearchStrategy[Scalar] = st.one_of(
    st.booleans(), st.integers(-2**63, 2**63 - 1), DECIMALS, st.dates(), TEXT)
ENDS = st.tuples(st.dates(), st.dates()).filter(lambda ends: ends[0] < ends[1])
CONTENTS: st.SearchStrategy[Content] = st.lists(
    st.tuples(TEXT, st.one_of(TEXT, st.integers(), DECIMALS, st.lists(TEXT, max_size=2).map(tuple))),
    max_size=3).map(tuple)

# Types whose values are not simply any values of their fields.
OWN: dict[object, st.SearchStrategy[object]] = {
    str: TEXT, int: st.integers(-2**63, 2**63 - 1), bytes: st.binary(max_size=8), Decimal: DECIMALS,
    Interval: st.one_of(st.builds(Interval, st.none(), st.none() | st.dates()), ENDS.map(lambda ends: Interval(*ends))),
    OutputSpec: st.builds(OutputSpec, TEXT, TEXT, CONTENTS),
    Between: st.one_of(*(st.builds(Between, ends, ends) for ends in (st.integers(), st.dates(), DECIMALS))),
}


def any_of(declared: Any) -> st.SearchStrategy[object]:
    """Values of a declared type, with at most two items in every list so that whole events stay small."""
    kind: Any = getattr(declared, "__supertype__", declared)
    if kind in OWN:
        return OWN[kind]
    arguments = typing.get_args(kind)
    if typing.get_origin(kind) is tuple:
        if arguments[1:] == (Ellipsis,):
            return st.lists(any_of(arguments[0]), max_size=2).map(tuple)
        return st.tuples(*(any_of(argument) for argument in arguments))
    if arguments:
        return st.one_of(*(any_of(argument) for argument in arguments))
    if hasattr(kind, "__dataclass_fields__"):
        return st.deferred(lambda: st.builds(kind, **{
            name: any_of(hint) for name, hint in typing.get_type_hints(kind).items()}))
    return st.from_type(kind)


VALUES = any_of(Value)


@given(VALUES)
def test_every_kind_of_value_comes_back_equal_and_of_its_own_type(value: Any) -> None:
    back = decode_as(Value, encode(value))
    assert back == value
    assert type(back) is type(value)
    for one in fields(value):
        before, after = getattr(value, one.name), getattr(back, one.name)
        assert type(after) is type(before)  # 1, True and Decimal("1") are equal to Python, not to a rule
    assert encode(back) == encode(value)


@pytest.mark.parametrize("kind", typing.get_args(Event), ids=lambda kind: kind.__name__)
@settings(max_examples=40)
@given(data=st.data())
def test_every_kind_of_event_comes_back_equal(kind: type[Any], data: st.DataObject) -> None:
    event = data.draw(any_of(kind))
    text = encode(event)
    assert decode_as(Event, text) == event
    assert decode(kind, text) == event
    assert encode(decode(kind, text)) == text


@given(any_of(tuple[Observation, ...]))
def test_the_facts_of_an_episode_come_back_equal(observations: tuple[Observation, ...]) -> None:
    kind = tuple[Observation, ...]
    assert decode_as(kind, encode(observations, kind)) == observations


@given(CONTENTS)
def test_typed_content_comes_back_equal(content: Content) -> None:
    assert decode_as(Content, encode(content, Content)) == content


def test_equal_numbers_have_one_text_and_digits_beyond_the_context_survive() -> None:
    assert encode(Known(Decimal("10.50"))) == encode(Known(Decimal("10.5"))) != encode(Known("10.5"))
    assert encode(Known(Decimal("-0.0"))) == encode(Known(Decimal(0)))
    long = Known(Decimal("1.0000000000000000000000000000000000001"))
    assert decode_as(Value, encode(long)) == long


def test_keys_are_sorted_and_only_members_of_unions_are_tagged() -> None:
    text = encode(committed(episode(1, proof()), proofs=(proof(),)))
    raw = json.loads(text)
    assert raw["is"] == "Committed"
    assert "is" not in raw["episodes"][0]
    assert list(raw) == sorted(raw)
    assert encode(facts(), tuple[Observation, ...]).count('"is":"Known"') == 2


def test_absence_is_null_only_where_the_type_declares_it() -> None:
    assert json.loads(encode(revised()))["withdrawn"] is None
    with pytest.raises(ValueError, match=r"\$\.who: null where str was expected"):
        decode(UseDeclared, '{"conclusion":"c","is":"UseDeclared","where":"w","who":null,"why":"y"}')


@pytest.mark.parametrize(("text", "says"), [
    ("{", "not JSON"),
    ("[" * 100_000, "nested too deeply"),
    ("7.5", "no exact number"),
    ("NaN", "no exact number"),
    ('{"is":"Loved"}', "was expected"),
    ('{"by":"a","episode":"e","is":"Erased"}', "lacks 'why'"),
    ('{"by":"a","episode":"e","is":"Erased","why":"w","more":1}', "no field 'more'"),
    ('{"by":1,"episode":"e","is":"Erased","why":"w"}', r"\$\.by: 1 where str"),
])
def test_malformed_text_is_refused_with_the_place_in_it(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        decode_as(Event, text)


@pytest.mark.parametrize(("kind", "text", "says"), [
    (Interval, '{"end":"2020-01-01","start":"2021-01-01"}', "not before"),
    (Interval, '{"end":"2020-13-01","start":null}', "a civil date"),
    (tuple[str, str], '["a"]', "a list of 2"),
    (tuple[str, ...], '"a"', "a list"),
    (Decimal, '"ten"', "a decimal number"),
    (Decimal, '"NaN"', "a finite number"),
    (bytes, '"zz"', "hex"),
    (Truth, '"maybe"', "one of Truth"),
    (int, "true", "int was expected"),
])
def test_a_wrong_type_is_refused(kind: object, text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        decode_as(kind, text)


@pytest.mark.parametrize("value", [1.5, Decimal("NaN"), Decimal("Infinity"), datetime(2020, 1, 1, tzinfo=UTC), b"x"])
def test_what_has_no_canonical_text_is_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        encode(Known(value))  # type: ignore[arg-type]  # what the types forbid, at run time


def test_unknown_keeps_its_kind() -> None:
    assert decode_as(Value, encode(Missing())) == Missing()
    assert encode(Stale(date(2020, 1, 1))) != encode(Missing())


def test_records_decode_without_their_union_too() -> None:
    records: list[tuple[object, type]] = [
        (GraphCreated("g", False, "b2"), GraphCreated), (Erased(episode(1, proof()).id, "a", "b"), Erased),
        (registered().editions[0], Edition), (proof(), Proof), (revised(), Revised), (committed(), Committed)]
    for record, kind in records:
        assert decode(kind, encode(record)) == record
