"""The trainer and the charts in the browser: they say what the library says, and give nothing away before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from kicker.discards import best_discard
from kicker.players.charts import ChartSpot, frequencies
from kicker.pushfold import push_or_fold
from kicker.solver import Spot, load_solution, solve
from kicker.solver.library import Library
from kicker.training import PushFoldDrill, SolutionDrill, TableDrill, grade_answer
from kicker.ui.common.training import choice_words, verdict_words
from tests.pages import PHONE, SERVER, Visit
from tests.web import Server, running_server

RIVER = {
    "oop": "QQ+,AKs", "ip": "TT-88,AQs", "board": "Td9d6hQc2s", "pot": 200, "stack": 900, "river_bet": "60%",
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("training"), *SERVER) as started:
        Library(started.folder / "solutions").add(solve(Spot.from_dict(RIVER), iterations=50), "river")
        yield started


def ask(server: Server, path: str, body: dict[str, Any], token: str | None = None) -> Any:
    with server.http as http:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return http.post(f"/api/study/{path}", json=body, headers=headers)


def test_a_question_gives_nothing_away(server: Server) -> None:
    key = ask(server, "key", {}).json()["token"]
    for drill in ("pushfold", "preflop", "discard", "solution"):
        answer = ask(server, "train/question", {"drill": drill, "solution": "river"}, key).json()
        assert set(answer["question"]) == {"key", "words", "hand", "board", "exchanges", "choices"}
        assert answer["score"]["lines"] == ["no answers yet"]


def test_answers_are_graded_as_the_library_does(server: Server) -> None:
    key, other = (ask(server, "key", {}).json()["token"] for _ in range(2))
    wanted = {"drill": "pushfold", "options": {"stack": 8, "ante": 0}}
    asked = ask(server, "train/question", wanted, key).json()["question"]
    answer = ask(server, "train/answer", wanted | {"key": asked["key"], "answer": "fold"}, key).json()
    grade = grade_answer(PushFoldDrill(8).recall(asked["key"]), "fold")
    assert (answer["verdict"], answer["right"], answer["chosen"]) == (grade.verdict, grade.right, "fold")
    assert answer["score"]["answers"] == 1
    assert ask(server, "train/question", wanted, other).json()["score"]["answers"] == 0
    assert ask(server, "train/question", wanted, key).json()["score"]["answers"] == 1


def test_tables_of_push_or_fold_are_trained(server: Server, visit: Visit) -> None:
    """Solved in a process of its own, with the numbers of the library; on a phone by its keys."""
    key = ask(server, "key", {}).json()["token"]
    wanted = {"drill": "pushfold", "options": {"stacks": "8, 9, 10", "payouts": "70, 30"}}
    asked = ask(server, "train/question", wanted, key).json()["question"]
    assert "Stacks: BTN 8, SB 9, BB 10 bb. Prizes: 70, 30." in asked["words"]
    answer = ask(server, "train/answer", wanted | {"key": asked["key"], "answer": "fold"}, key).json()
    question = TableDrill([8, 9, 10], payouts=[70, 30]).recall(asked["key"])
    grade = grade_answer(question, "fold")
    assert (answer["verdict"], answer["words"]) == (grade.verdict, verdict_words(question, grade))
    assert answer["rows"][1][2].endswith("% of the prizes")
    for bad in ({"stacks": "8, x"}, {"stacks": "8, 9"}, {"stacks": "8,9,10", "payouts": "1,2,3,4"}):
        refused = ask(server, "train/question", wanted | {"options": bad}, key)
        assert refused.status_code == 400, refused.text
    page = visit("/study/train#drill=pushfold&stacks=8,9,10", **PHONE)
    page.locator(".train-words", has_text="Stacks: BTN 8, SB 9, BB 10 bb.").wait_for()
    page.keyboard.press("f")
    page.locator(".train-table tbody tr.chosen", has_text="fold").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"drill": "pushfold", "key": "sb AhAh", "answer": "fold"}, 400),
        ({"drill": "pushfold", "key": "sb AhKd", "answer": "raise"}, 400),
        ({"drill": "whist", "key": "sb AhKd", "answer": "fold"}, 400),
        ({"drill": "pushfold", "options": {"stack": 0.5}, "key": "sb AhKd", "answer": "fold"}, 400),
        ({"drill": "pushfold", "options": {"max_draw": 3}, "key": "sb AhKd", "answer": "fold"}, 400),
        ({"drill": "solution", "solution": "nothing", "key": "0 AhKd", "answer": "fold"}, 400),
    ],
)
def test_bad_answers_are_refused_and_not_counted(server: Server, body: dict[str, Any], status: int) -> None:
    key = ask(server, "key", {}).json()["token"]
    assert ask(server, "train/answer", body, key).status_code == status
    assert ask(server, "train/answer", body).status_code in (400, 401)
    assert ask(server, "train/question", {"drill": "pushfold"}, key).json()["score"]["answers"] == 0


def test_solutions_of_the_library_are_trained(server: Server) -> None:
    key = ask(server, "key", {}).json()["token"]
    wanted = {"drill": "solution", "solution": "river", "options": {"seat": "oop", "big_blind": 20}}
    asked = ask(server, "train/question", wanted, key).json()["question"]
    name = next(iter(asked["choices"].values()))
    answer = ask(server, "train/answer", wanted | {"key": asked["key"], "answer": name}, key).json()
    drill = SolutionDrill(load_solution(server.folder / "solutions" / "river.solution"), "river", big_blind=20)
    question = drill.recall(asked["key"])
    grade = grade_answer(question, name)
    assert (answer["verdict"], answer["best"], answer["ended"]) == (
        grade.verdict,
        choice_words(grade.best, question),
        None,
    )
    assert [row[0] for row in answer["rows"]] == [choice_words(choice, question) for choice in question.choices]
    assert [row[0].endswith(" bb)") for row in answer["rows"]] == [bool(choice.size) for choice in question.choices]
    Library(server.folder / "solutions").add(drill.solution, "again")
    other = wanted | {"solution": "again", "options": {"seat": "oop"}}
    told = ask(server, "train/question", other, key).json()
    assert told["unit"] == "A big blind is 20 chips, a tenth of the pot, because the spot does not give it."
    name = next(iter(told["question"]["choices"].values()))
    answer = ask(server, "train/answer", other | {"key": told["question"]["key"], "answer": name}, key).json()
    assert answer["score"]["lines"][-1].startswith("all solved spots: ")
    assert " of 2 right" in answer["score"]["lines"][-1]
    Library(server.folder / "solutions").describe("river", owner="somebody else")
    try:
        assert ask(server, "train/question", wanted, key).status_code == 404
    finally:
        Library(server.folder / "solutions").describe("river", owner="")


def test_a_whole_hand_goes_on_where_it_was(server: Server) -> None:
    key = ask(server, "key", {}).json()["token"]
    wanted = {"drill": "solution", "solution": "river", "options": {"whole_hands": "yes"}}
    first, again = (ask(server, "train/question", wanted, key).json()["question"] for _ in range(2))
    assert first == again
    other = "0 AhKh" if first["key"] != "0 AhKh" else "0 AsKs"
    stale = ask(server, "train/answer", wanted | {"key": other, "answer": "check"}, key)
    assert (stale.status_code, stale.json()["error"]["code"]) == (400, "question")
    ended = None
    while ended is None:
        asked = ask(server, "train/question", wanted, key).json()["question"]
        name = next(iter(asked["choices"].values()))
        ended = ask(server, "train/answer", wanted | {"key": asked["key"], "answer": name}, key).json()["ended"]
    assert not set(ended["opponent"]) & {*asked["hand"], *ended["board"]}
    assert ended["words"].startswith("You ")
    assert ask(server, "train/question", wanted, key).json()["score"]["answers"] >= 1


def test_a_whole_hand_is_played_by_keys(visit: Visit) -> None:
    page = visit("/study/train#drill=solution&solution=river&whole_hands=yes")
    while not page.locator(".train-opponent b").count():
        page.locator(".train-answers [data-key]").first.wait_for()
        page.keyboard.press(page.locator(".train-answers [data-key]").first.get_attribute("data-key"))
        page.locator(".train-table tbody tr.chosen").wait_for()
        if not page.locator(".train-opponent b").count():
            page.keyboard.press("Enter")
            page.locator(".train-answers [data-key]").first.wait_for()
    assert page.locator(".train-opponent svg").count() == 2
    page.get_by_role("button", name="Next hand").wait_for()
    page.locator("#drill").select_option("pushfold")
    page.locator(".train-words", has_text="blind").wait_for()


def test_a_question_is_answered_by_keys(visit: Visit) -> None:
    page = visit("/study/train#drill=preflop&stack=100")
    page.locator(".train-answers [data-key='f']").wait_for()
    page.keyboard.press("f")
    page.locator(".train-table tbody tr.chosen", has_text="fold").wait_for()
    page.keyboard.press("Enter")
    page.locator(".train-answers [data-key='f']").wait_for()
    assert "of 1 right" in page.locator(".train-score").inner_text()


def test_a_discard_on_a_phone(visit: Visit) -> None:
    page = visit("/study/train#drill=discard", **PHONE)
    cards = page.locator(".train-card")
    cards.first.wait_for()
    names = [str(label).split(", ")[1] for label in cards.evaluate_all("all => all.map(e => e.ariaLabel)")]
    cards.nth(0).click()
    page.get_by_role("button", name="Discard 1 card", exact=False).last.click()
    page.locator(".train-table tbody tr").first.wait_for()
    shares = {" ".join(map(str, odds.discards)): odds.share for odds in best_discard(" ".join(names))}
    rows = page.locator(".train-table tbody tr").evaluate_all(
        "all => all.map(r => [...r.children].map(c => c.textContent))"
    )
    assert rows == [[name, f"{shares['' if name == 'stand pat' else name]:.1%}"] for name, _ in rows]
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


# --- charts ---


def test_push_or_fold_charts_are_those_of_the_library(server: Server) -> None:
    wanted = {"page": "one", "stacks": "8, 8", "ante": 0.1, "payouts": ""}
    answer = ask(server, "charts/pushfold", wanted).json()
    chart = push_or_fold(8, 0.1)
    assert [(each["title"], each["share"]) for each in answer["charts"]] == [
        ("SB shoves", chart.push.share),
        ("BB calls SB", chart.call.share),
    ]
    shoved = answer["charts"][0]["actions"]["shove"]
    assert shoved == [round(weight, 4) for weight in chart.push.class_weights().values()]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"stacks": "10, x"}, "stacks must be numbers separated by commas"),
        ({"stacks": ", ".join(["10"] * 12)}, "give one to 9 stacks"),
        ({"payouts": "a"}, "prizes must be numbers"),
    ],
)
def test_charts_that_cannot_be_made(server: Server, change: dict[str, Any], words: str) -> None:
    answer = ask(server, "charts/pushfold", {"page": "two", "stacks": "10", "ante": 0, "payouts": ""} | change)
    assert answer.status_code == 400
    assert words in answer.json()["error"]["message"]


def test_charts_in_the_browser(visit: Visit) -> None:
    page = visit("/study/charts#kind=preflop&depth=100")
    page.get_by_role("option", name="BTN opens", exact=False).click()
    page.locator(".chart-title", has_text="BTN opens").wait_for()
    raises = frequencies(100, ChartSpot("open", 2, 2)).raises
    held = page.eval_on_selector_all(".cell[data-held]", "all => all.map(e => e.dataset.hand)")
    assert set(held) == {name for name, share in raises.items() if share}
    page.locator("[data-hand='AA']").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".chart p", has_text=f"AKs: raise {raises['AKs']:.0%}").wait_for()
    page.locator("#kind").select_option("pushfold")
    page.locator("#stacks").fill("8")
    page.get_by_role("button", name="Show").click()
    page.locator(".chart-title", has_text="SB shoves").wait_for()
    page.locator("#stacks").fill("8, 9, 10")
    page.get_by_role("button", name="Show").click()
    page.locator(".chart-title", has_text="BTN shoves").wait_for()
    page.locator("#entered").select_option(label="Calls after a shove and a call")
    title = page.locator(".chart-title", has_text="BB calls BTN and SB").inner_text()
    share = push_or_fold([8, 9, 10]).range("BB", "BTN", "SB").share
    assert title == f"BB calls BTN and SB: {share:.1%} of hands"
    page.locator("#entered").select_option(label="Calls of a shove")
    page.locator("[role=option][aria-selected=true]").focus()
    page.keyboard.press("End")
    page.locator(".chart-title", has_text="BB calls SB").wait_for()
    assert page.evaluate("document.activeElement.textContent").startswith("BB calls SB")
