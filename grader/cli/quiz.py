"""`grade quiz`: asks, then explains; or grades an answers file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.desk import INTERRUPTED, Desk, Trouble, exit_code, leave, pass_desk, say

if TYPE_CHECKING:
    from grader.cli.asking import Asker, Ending, Step
    from grader.content.questions import QuizKey
    from grader.judge.result import Result
    from grader.marking.answering import AnswersFile
    from grader.quiz.judge import QuizJudge
    from grader.quiz.review import Deck


export_option = click.option(
    "--export",
    type=(click.Choice(["moodle", "canvas", "gift", "jupyterquiz"]), click.Path(path_type=Path)),
    help="Write the questions, with their answers, to a file for another system.",
)


def quiz_command(name: str) -> click.Command:
    """The command that asks, or grades, the quiz called `name`."""

    @click.command(name)
    @click.argument("question", required=False, shell_complete=complete_question)
    @click.option("--file", "file", type=click.Path(path_type=Path), help="Grade this answers file, and ask nothing.")
    @click.option("--json", "as_json", is_flag=True, help="Grade the answers file, and print the result document only.")
    @click.option("--seed", help="Other vectors and sizes: the same ones whenever the seed is the same.")
    @click.option("--marked", is_flag=True, help="With --seed: the version whose answers only the marked run has.")
    @click.option("--review", is_flag=True, help="Ask again what was missed, when it is due.")
    @export_option
    @pass_desk
    def command(
        desk: Desk,
        question: str | None,
        file: Path | None,
        as_json: bool,
        seed: str | None,
        marked: bool,
        review: bool,
        export: tuple[str, Path] | None,
    ) -> None:
        """Ask the quiz, one question at a time, or only QUESTION (q3, say). Answers are kept in exercises/quiz.toml.

        While it asks: `hint`, `answer` (after an attempt), `skip`, `back`, `quit`. The same command goes on where it was left.
        """
        refuse_what_does_not_go_together(
            file is not None or as_json or question is not None, seed, marked, review, export is not None
        )
        from grader.cli.lines import open_input

        if export:
            from grader.cli.quiz_export import export_quiz

            export_quiz(desk, name, *export, seed)
        elif file or as_json:
            grade_answers(desk, name, question, file, as_json, (seed, marked))
        elif review:
            open_input()
            ask_due(desk, name)
        else:
            open_input()
            ask_quiz(desk, name, question, seed, marked)

    return command


def refuse_what_does_not_go_together(chosen: bool, seed: str | None, marked: bool, review: bool, export: bool) -> None:
    """Leaves with a sentence. `chosen`: a question, a file or a document was asked for."""
    if review and (chosen or seed):
        raise Trouble("--review asks what is due and takes no other option: leave the others out")
    if export and (chosen or review or marked):
        raise Trouble("--export goes with --seed alone: leave the others out")
    if marked and not seed:
        raise Trouble("--marked goes with --seed: `grade quiz --seed NAME --marked`")
    if seed is not None and len(seed) > 100:
        raise Trouble("a seed has at most 100 characters: your name or number, say")


def complete_question(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    try:
        parts = (ctx.find_object(Desk) or Desk()).entry(ctx.info_name or "quiz").parts
    except Trouble:
        return []
    return [one for one in dict.fromkeys(part.partition(".")[0] for part in parts) if one.startswith(incomplete)]


# ---------------------------------------------------------------- grading a file


def grade_answers(desk: Desk, name: str, question: str | None, file: Path | None, as_json: bool, version: Version) -> None:
    """Grade a file and print what came of it; leaves with the exit code."""
    from grader.cli.exercise import nothing, remember
    from grader.report.document import of_result
    from grader.report.quiz import render

    own = file is None and question is None and version[0] is None
    try:
        result = graded(desk, name, question, file, version)
    except Trouble as trouble:
        if not as_json:
            raise
        click.echo(of_result(nothing(name, trouble.message)), nl=False)
        leave(exit_code(["unreadable"]))
    if own and desk.found_workspace:
        remember(desk, result)
    click.echo(of_result(result) if as_json else render(result, desk.page), nl=False)
    leave(exit_code([result.status]))


Version = tuple[str | None, bool]
"""The seed that the command names, if any, and whether it means the marked version."""


def graded(desk: Desk, name: str, question: str | None, file: Path | None, version: Version) -> Result:
    """The result of an answers file, or of one question in it. Leaves with a sentence where there is no key."""
    import msgspec

    from grader.intake.source import Unreadable, read_source

    judge = opened(desk, name, question)
    try:
        if file is None and desk.found_workspace is None:
            raise Unreadable(desk.no_workspace())
        path = file or desk.file_of(name)
        if file is None and not path.exists():
            raise Unreadable(f"exercises/{path.name} does not exist: `grade reset {name}` puts a fresh one there")
        source = read_source(path, None if file else f"exercises/{path.name}")
        result = judge.judge(msgspec.structs.replace(source, seed=version[0], marked=version[1]))
    except Unreadable as problem:
        result = judge.unreadable(str(problem), "strict")
    return only(judge, result, question)


def opened(desk: Desk, name: str, question: str | None = None) -> QuizJudge:
    """The quiz of this name. Leaves with a sentence where there is none, or no such question in it."""
    from grader.quiz.judge import QuizJudge

    entry = desk.entry(name)
    known = list(dict.fromkeys(part.partition(".")[0] for part in entry.parts))
    if question is not None and question not in known:
        raise Trouble(f"there is no question {question[:40]}: the questions are {', '.join(known)}")
    return QuizJudge(entry)


def only(judge: QuizJudge, result: Result, question: str | None) -> Result:
    """A result of one question alone."""
    if question is None:
        return result
    parts = tuple(part for part in result.parts if part.part.partition(".")[0] == question)
    return judge.result(parts, "strict", result.warnings)


# ---------------------------------------------------------------- asking


def ask_quiz(desk: Desk, name: str, question: str | None, seed: str | None, marked: bool) -> None:
    """Ask what is not answered right yet; leaves with the exit code of the answers as they then are."""
    from grader.cli.asking import Asker
    from grader.intake.source import Unreadable
    from grader.intake.workspace import CannotWrite
    from grader.marking.answering import file_for

    judge = opened(desk, name, question)
    try:
        answers = file_for(desk.file_of(name), judge.key, seed, marked)
        steps = open_steps(judge, answers, question)
        greet(desk, judge, answers, steps, question)
        asker = Asker(desk, steps, answers)
        try:
            ending = asker.run()
            if ending == "finished":
                ending = once_more(desk, asker)
        except KeyboardInterrupt:
            note_missed(desk, asker)
            from grader.cli.versions import go_on

            again = go_on(desk, name, answers)
            say(f"Stopped. What you answered is in {desk.workspace.shown(answers.path)}; `{again}` goes on.")
            leave(INTERRUPTED)
        note_missed(desk, asker)
        sum_up(desk, name, judge, answers, ending, question)
    except (Unreadable, CannotWrite) as problem:
        raise Trouble(str(problem)) from problem


def open_steps(judge: QuizJudge, answers: AnswersFile, question: str | None) -> list[Step]:
    """The pieces that are not right yet, in order; open sentences that were not written."""
    from grader.cli.asking import Step
    from grader.quiz.variants import one_form

    return [
        Step(one.question, piece, one)
        for one in judge.of_seed(one_form(answers.answers.seed), answers.answers.marked)
        if question in (None, one.question.id)
        for piece in one.question.pieces
        if one.verdict(piece.name, answers.given(one.question)).status not in ("passed", "awaits-mark")
    ]


def greet(desk: Desk, judge: QuizJudge, answers: AnswersFile, steps: list[Step], question: str | None) -> None:
    every = sum(len(one.graded()) for one in answers.questions if question in (None, one.id))
    left = sum(step.piece.kind != "open" for step in steps)
    seed = f", seed {answers.answers.seed}" if answers.answers.seed else ""
    where = desk.workspace.shown(answers.path)
    done = f"{every - left} of {every} are right already" if left < every else f"Pieces to answer: {every}"
    lines = desk.page.wrap(f"{judge.key.title}{seed}. {done}. Answers are kept in {where}.", "", "  ")
    if steps:
        lines += desk.page.wrap("Type an answer, or:  hint  answer (after an attempt)  skip  back  quit", "", "  ")
    click.echo("\n".join(lines))


def once_more(desk: Desk, asker: Asker) -> Ending:
    """Offer what is not right yet once more, until all is or the student has enough."""
    from grader.cli.asking import Asker, InputEnded, read_line

    last = asker
    while True:
        left = [step for step in last.steps if step.piece.kind != "open" and not right(step, asker)]
        if not left:
            return "finished"
        click.echo()
        names = ", ".join(step.name for step in left)
        click.echo("\n".join(desk.page.wrap(f"Not right yet: {names}. Go over them again? (enter, or  quit)", "", "  ")))
        try:
            if read_line("> ").strip().lower() in ("quit", "q", "n", "no"):
                return "quit"
        except InputEnded:
            return "input-ended"
        last = Asker(desk, left, asker.keeper)
        last.done = asker.done
        if (ending := last.run()) != "finished":
            return ending


def right(step: Step, asker: Asker) -> bool:
    return step.judge.verdict(step.piece.name, asker.keeper.given(step.question)).status in ("passed", "awaits-mark")


def sum_up(desk: Desk, name: str, judge: QuizJudge, answers: AnswersFile, ending: Ending, question: str | None) -> None:
    """How the answers stand now."""
    from grader.cli.exercise import remember
    from grader.cli.versions import go_on, kept_sentence
    from grader.report.quiz import render

    result = judge.judge(answers.source)
    if answers.path == desk.file_of(name):
        remember(desk, result)
    shown = only(judge, result, question)
    footer = desk.page.wrap(kept_sentence(desk, name, answers), "  ", "  ")
    if shown.status != "passed":
        footer += desk.page.wrap(f"Next: {go_on(desk, name, answers, question)}  goes on with what is open", "  ", "  ")
    elif load_deck(desk).cards:
        footer += desk.page.wrap(f"Next: grade {name} --review  asks again what you missed, when it is due", "  ", "  ")
    click.echo()
    if ending == "input-ended":
        click.echo("The input has ended.")
    click.echo(render(shown, desk.page, footer, with_messages=False), nl=False)
    leave(exit_code([shown.status]))


# ---------------------------------------------------------------- review

DECK = ".workbook-review.json"


def now() -> datetime:
    return datetime.now(UTC)


def load_deck(desk: Desk) -> Deck:
    from grader.quiz.review import Deck, load

    try:
        return load((desk.workspace.root / DECK).read_bytes())
    except OSError:
        return Deck()


def save_deck(desk: Desk, deck: Deck) -> None:
    """A workspace that can't be written to is no reason not to ask."""
    from contextlib import suppress

    from grader.intake.workspace import CannotWrite, write
    from grader.quiz.review import dumps

    with suppress(CannotWrite):
        write(desk.workspace.root / DECK, dumps(deck))


def note_missed(desk: Desk, asker: Asker) -> None:
    """Whatever was wrong at the first attempt comes back in the review."""
    from grader.quiz.review import missed

    names = [name for name, outcome in asker.done.items() if outcome.first_try is False]
    if not names:
        return
    deck = load_deck(desk)
    for name in names:
        deck = missed(deck, name, now())
    save_deck(desk, deck)


class Memory:
    """Keeps a review's answers for the moment only: the answers file stays as it is."""

    def __init__(self) -> None:
        self.typed: dict[str, dict[str, object]] = {}

    def given(self, question: object) -> dict[str, object]:
        return self.typed.setdefault(getattr(question, "id", ""), {})

    def keep(self, question: str, piece: str, typed: str) -> None:
        self.typed.setdefault(question, {})[piece] = typed


def ask_due(desk: Desk, name: str) -> None:
    """Ask what is due, with other numbers than before; a card moves on as soon as its piece is through."""
    from grader.cli.asking import Asker
    from grader.quiz.review import answered, without_strangers

    key = opened(desk, name).key
    pieces = {f"{question.id}.{piece.name}" for question in key.questions for piece in question.graded()}
    deck = without_strangers(load_deck(desk), pieces)
    due = deck.due(now())
    if not due:
        click.echo("\n".join(desk.page.wrap(nothing_due(deck, now(), name), "", "  ")))
        return
    click.echo(f"{len(due)} to review. Type an answer, or:  hint  answer (after an attempt)  skip  quit")
    remembered = 0
    try:
        for piece in due:
            asker = Asker(desk, [review_step(key, piece, deck.cards[piece].times)], Memory())
            ending = asker.run()
            outcome = asker.done.get(piece)
            if outcome is not None:
                good = bool(outcome.first_try)
                deck = answered(deck, piece, "again" if not good else "hard" if outcome.hinted else "good", now())
                remembered += good
                save_deck(desk, deck)
            if ending != "finished":
                break
    except KeyboardInterrupt:
        click.echo("Stopped. What you reviewed is noted.")
        leave(INTERRUPTED)
    click.echo()
    click.echo(f"{remembered} of {len(due)} remembered.")
    click.echo("\n".join(desk.page.wrap(nothing_due(deck, now(), name), "", "  ")))


def review_step(key: QuizKey, piece: str, times: int) -> Step:
    """A piece with numbers that have not been seen in a review before."""
    from grader.cli.asking import Step
    from grader.quiz.judge import QuestionJudge
    from grader.quiz.variants import questions_of

    identifier, _, name = piece.partition(".")
    question = next(one for one in questions_of(key, f"review {times}") if one.id == identifier)
    return Step(question, next(one for one in question.pieces if one.name == name), QuestionJudge(question))


def nothing_due(deck: Deck, moment: datetime, name: str) -> str:
    """When to come back."""
    following = deck.next_due()
    if following is None:
        return f"Nothing to review: what you miss in `grade {name}` comes back here."
    if following <= moment:
        return f"More is due: grade {name} --review"
    return f"The next one is due in {span(following - moment)}."


def span(time: timedelta) -> str:
    minutes = max(1, round(time.total_seconds() / 60))
    for size, unit in ((1440, "day"), (60, "hour")):
        if minutes >= size:
            count = round(minutes / size)
            return f"{count} {unit}{'s' * (count != 1)}"
    return f"{minutes} minute{'s' * (minutes != 1)}"
