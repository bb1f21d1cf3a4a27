"""From a scenario and the reader's flips to everything the Verification page shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations_with_replacement, product

from cortex_core.logic.truth import Truth
from cortex_core.model.enums import Verdict
from cortex_core.runtime.criteria import Criterion, FailureClass, counted, failure_of
from cortex_core.runtime.decides import FlipSets, changing, grid, reaching, swings, variables
from cortex_core.runtime.goals import goal_outcome, obligation_after
from cortex_core.runtime.groups import NO, OPEN, YES, Group, Reading, leaves, value_of, visit
from cortex_core.runtime.scenario import Scenario
from cortex_core.runtime.tables import decision_table
from cortex_core.runtime.verdicts import (
    AUTHORITY,
    INTEGRITY,
    Judgement,
    Outcome,
    Step,
    judge,
    truths,
    vacuous,
    verdict_under,
)
from cortex_core.service.explain.verdict_words import (
    cell_words,
    flip_words,
    group_words,
    name_words,
    truth_word,
    verdict_word,
)
from cortex_core.service.verification_shapes import (
    AskedLine,
    CriterionLine,
    DifferenceLine,
    EvidenceLine,
    FlipLine,
    FlipsView,
    GoalView,
    GridView,
    GroupLine,
    ObligationLine,
    StageLine,
    State,
    TableLine,
    TableView,
    UnknownLine,
    VerificationView,
)

__all__ = ["applied", "flips_view", "seen"]

SHOWN = 12
_HOLDS = {Truth.Y: "as recorded", Truth.N: "not as recorded", Truth.U: "not compared with what was recorded"}
_ORDER = (Verdict.PASS, Verdict.FAIL, Verdict.UNKNOWN)


def applied(scenario: Scenario, state: State) -> Scenario:
    """The scenario with a reader's flips in it. Where they change it, its expectation and its origin no longer apply.

    Integrity is what the reader sets it to, so evidence under what is mandatory is taken to hold at least so far.
    """
    step = scenario.step
    switches = dict(zip([one.id for one in step.named], state.mandatory, strict=True))
    made = Step(
        tuple(replace(_with(one, verdict), mandatory=switches[one.id])
              for one, verdict in zip(step.criteria, state.verdicts, strict=True)),
        tuple(replace(one, mandatory=switches[one.id]) for one in step.groups), state.authority, state.integrity)
    asked = set(variables(made))
    made = replace(made, criteria=tuple(_holding(one, state.integrity) if one.id in asked else one
                                        for one in made.criteria))
    if made == step:
        return scenario
    return replace(scenario, step=made, expected=(), source=())


def _with(one: Criterion, verdict: Verdict) -> Criterion:
    if verdict is one.verdict:
        return one
    failure = one.failure_class
    if verdict is Verdict.PASS:
        failure = FailureClass.NONE
    elif verdict is Verdict.FAIL and failure in (FailureClass.NONE, FailureClass.NOT_OBSERVED, FailureClass.SKIPPED):
        failure = FailureClass.WRONG_RESULT
    return replace(one, verdict=verdict, failure_class=failure)


def _holding(one: Criterion, integrity: Truth) -> Criterion:
    return replace(one, evidence=tuple(ref if ref.holds.rank >= integrity.rank else replace(ref, holds=integrity)
                                       for ref in one.evidence))


def seen(scenario: Scenario, state: State, written: State) -> VerificationView:
    """The view of a scenario under a state; ``written`` is the state of its file."""
    step, reading = applied(scenario, state).step, state.reading
    found = judge(step, reading)
    expected, idle = scenario.expected, vacuous(step)
    other = Reading.SUPERVALUATION if reading is Reading.KLEENE else Reading.KLEENE
    return VerificationView(
        scenario.name, scenario.title, scenario.story, scenario.goal, _origin(scenario),
        found.outcome, found.sentence, found.reasons,
        tuple(one.outcome for one in expected), expected[0].because if expected else "",
        (state.verdicts, state.mandatory, state.authority, state.integrity)
        == (written.verdicts, written.mandatory, written.authority, written.integrity),
        _criteria(step, idle), tuple(_group(step, one, idle) for one in step.groups),
        _asked(AUTHORITY, step.authority, scenario.authority_why, scenario.step.authority),
        _asked(INTEGRITY, step.integrity, scenario.integrity_why, scenario.step.integrity),
        flips_view(step, changing(step, reading)), _accepting(step, reading, found),
        tuple(UnknownLine(one.name, name_words(step, one.name), one.decides, one.of) for one in swings(step, reading)),
        _table(step, reading), _grid(step, state), reading, judge(step, other).outcome, _differences(step),
        tuple(StageLine(stage, words) for stage, words in scenario.path), _board(scenario, found.outcome))


def _origin(scenario: Scenario) -> str:
    if not scenario.source:
        return ""
    one = scenario.source[0]
    when = "as the sample graph is built" if one.state == "before" else (
        f"after {one.artifact} was changed from “{one.old}” to “{one.new}”")
    return f"Recorded from the conclusion “{one.conclusion}” of the sample graph, {when}."


def _criteria(step: Step, idle: Mapping[str, str]) -> tuple[CriterionLine, ...]:
    groups = {member: group.words for group in step.groups for member in group.members}
    moving = set(variables(step))
    return tuple(CriterionLine(
        one.id, one.words, one.check, one.verdict, counted(one),
        "only the word of whoever did the work says so; it counts as unknown" if one.self_report else "",
        one.mandatory, groups.get(one.id, ""), one.id in moving, failure_of(one).value, idle.get(one.id, ""),
        tuple(EvidenceLine(ref.name, ref.digest, ref.holds, _HOLDS[ref.holds]) for ref in one.evidence))
        for one in step.criteria)


def _group(step: Step, group: Group, idle: Mapping[str, str]) -> GroupLine:
    outer = next((one.words for one in step.groups if group.id in one.members), "")
    short = visit(group.id, step.members, {one.id: counted(one) for one in step.criteria}, short_cut=True)
    looked_at = {name for name, verdict in short.verdicts.items() if verdict is not Verdict.NOT_EVALUATED}
    written = {one.id for one in step.criteria if one.verdict is Verdict.NOT_EVALUATED}
    return GroupLine(
        group.id, group.words, group_words(group), tuple(name_words(step, member) for member in group.members),
        group.mandatory, outer, verdict_under(step, group.id, Reading.KLEENE),
        verdict_under(step, group.id, Reading.SUPERVALUATION),
        tuple(name_words(step, name) for name in short.verdicts if name not in looked_at | written),
        idle.get(group.id, ""))


def _asked(name: str, truth: Truth, why: str, written: Truth) -> AskedLine:
    told = why if truth is written else f"supposed here; as written: {truth_word(name, written)} ({why})"
    return AskedLine(name, truth, truth_word(name, truth), told)


def flips_view(step: Step, found: FlipSets) -> FlipsView:
    """Sets of flips in words, the first dozen."""
    lines = tuple(FlipLine(flip_words(step, flips), outcome, tuple(flip.name for flip in flips))
                  for flips, outcome in found.sets[:SHOWN])
    return FlipsView(lines, max(0, len(found.sets) - SHOWN), found.complete)


def _accepting(step: Step, reading: Reading, found: Judgement) -> FlipsView:
    if found.outcome is Outcome.ACCEPTED:
        return FlipsView((), 0, complete=True)
    return flips_view(step, reaching(step, Outcome.ACCEPTED, reading))


def _table(step: Step, reading: Reading) -> TableView:
    table = decision_table(step, reading)
    columns = tuple(", ".join(name_words(step, name) for name in names) for names in table.columns)
    if not table.complete:
        return TableView(columns, (), f"No table: {table.cases} cases are more than a reader would follow.")
    every = [tuple(combinations_with_replacement((NO, OPEN, YES), len(names))) for names in table.columns]
    rows = tuple(TableLine(
        tuple(cell_words(names, cell, cases)
              for names, cell, cases in zip(table.columns, row.cells, every, strict=True)), row.outcome, row.here)
        for row in table.rows)
    return TableView(columns, rows, f"{len(rows)} rows stand for all {table.cases} cases; interchangeable criteria "
                                    "share a column.")


def _grid(step: Step, state: State) -> GridView:
    headings = tuple(verdict_word(one) for one in _ORDER)
    if len(step.criteria) < 2 or state.across == state.down:
        return GridView("", "", headings, (), (0, 0))
    across, down = step.criteria[state.across], step.criteria[state.down]
    place = {Truth.Y: 0, Truth.N: 1, Truth.U: 2}
    ranked = truths(step)
    return GridView(across.words, down.words, headings, grid(step, across.id, down.id, state.reading),
                    (place[ranked[down.id]], place[ranked[across.id]]))


def _differences(step: Step) -> tuple[DifferenceLine, ...]:
    found = []
    for group in step.groups:
        plain = verdict_under(step, group.id, Reading.KLEENE)
        settled = verdict_under(step, group.id, Reading.SUPERVALUATION)
        if plain is not settled:
            found.append(DifferenceLine(group.id, group.words, plain, settled, _why(step, group, settled)))
    return tuple(found)


def _why(step: Step, group: Group, settled: Verdict) -> str:
    """Each way of settling the unknowns with the member it goes through."""
    ranks, groups = {name: truth.rank for name, truth in truths(step).items()}, step.members
    unsettled = [leaf for leaf in leaves(group.id, groups) if ranks[leaf] == OPEN]
    ways = list(product((YES, NO), repeat=len(unsettled)))
    said = []
    for way in ways[:4]:
        then = {**ranks, **dict(zip(unsettled, way, strict=True))}
        supposed = " and ".join(f"“{name_words(step, leaf)}” {'passes' if rank == YES else 'fails'}"
                                for leaf, rank in zip(unsettled, way, strict=True))
        passing = [f"“{name_words(step, member)}”" for member in group.members
                   if value_of(member, groups, then) == YES]
        said.append(f"if {supposed}, then by {' and '.join(passing) or 'none of its members'}")
    more = f"; and {len(ways) - 4} ways more" if len(ways) > 4 else ""
    return (f"Strong Kleene looks at each member by itself and finds it unknown. Every way of settling gives "
            f"{verdict_word(settled)}: {'; '.join(said)}{more}.")


def _board(scenario: Scenario, outcome: Outcome) -> GoalView:
    mine = obligation_after(outcome)
    listed = tuple(replace(one, verdict=mine) if one.this_step else one for one in scenario.obligations)
    report = goal_outcome(listed)
    return GoalView(report.outcome, report.sentence,
                    tuple(ObligationLine(one.words, one.verdict, one.this_step) for one in listed))
