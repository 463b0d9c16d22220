"""`grade mark --db`: an instructor's marks against the rubrics, one at a time or as a spreadsheet."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.desk import INTERRUPTED, Desk, Trouble, leave, say
from grader.cli.lines import open_input

if TYPE_CHECKING:
    from grader.content.rubric import Criterion
    from grader.marking.gradebook import Gradebook
    from grader.marking.rubrics import RubricMark, Work

HELP = """  3            three points
  3 well told  three points and a comment
  -            takes back what it has, so that it waits again
  b            back to the question before
  s            skip this work for now
  w            show the work again, all of it
  q            quit; every mark is kept, and the same command goes on from here
"""
WITH_COMMENT = re.compile(r"(?P<points>\S+)(?:\s+(?P<comment>.*))?", re.DOTALL)


def chosen(book: Gradebook, task: str | None, student: str | None, *, again: bool) -> list[Work]:
    """The works that wait; with `again` all that are marked by a rubric. Leaves with a sentence where a name is wrong."""
    from grader.marking.rubrics import rubrics, works

    if task is not None and task not in book.exercises():
        raise Trouble(f"{book.path} has no {task}: it has {', '.join(book.exercises())}")
    if student is not None and student not in book.students():
        raise Trouble(f"{book.path} has no student {student}: check the name")
    if not rubrics(book):
        raise Trouble(f"{book.path} holds nothing that is marked by a rubric: grade a class with `grade batch PATH --db` first")
    return [work for work in works(book, task, student) if again or work.open]


def write_sheet(book: Gradebook, works: list[Work], out: Path, *, again: bool) -> None:
    """Write what waits as CSV. A sheet that is there already may hold marks, and is left alone."""
    from grader.marking.marksheet import sheet

    text = sheet(works, marked_too=again)
    rows = sum(len(work.rubric if again else work.open) for work in works)
    if str(out) == "-":
        click.echo(text.removeprefix("\ufeff"), nl=False)
        return
    try:
        with out.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise Trouble(
            f"{out} is there already, and may hold marks: read it in with --from {out}, or give another name"
        ) from None
    except OSError as error:
        raise Trouble(f"{out} can't be written: {error.strerror}") from error
    say(f"{out}: {rows} rows for {len(works)} works. Fill in the column mark, and comment where you like.")
    say(f"Next: grade mark --db {book.path} --from {out}")


def take_sheet(book: Gradebook, sheet: Path, task: str | None, student: str | None, who: str) -> None:
    """Take a sheet's marks, all of them or none."""
    from grader.marking.marksheet import SheetTrouble, marks_in, read_sheet
    from grader.marking.rubrics import give

    try:
        marks = marks_in(read_sheet(sheet), chosen(book, task, student, again=True), who)
    except SheetTrouble as trouble:
        raise said_of(sheet, str(trouble)) from trouble
    new = give(book, marks)
    known = f", {len(marks) - new} known already" if new < len(marks) else ""
    say(f"{sheet}: {len(marks)} marks read{known}. {still_waiting(book)}")


def said_of(sheet: Path, trouble: str) -> Trouble:
    """One sentence for a sheet that can't be read; for rows that are wrong, a line each."""
    if not trouble.startswith("row "):
        return Trouble(trouble)
    return Trouble(f"nothing of {sheet} was taken, since", trouble.split("\n"))


def still_waiting(book: Gradebook) -> str:
    from grader.marking.rubrics import waiting

    left = waiting(book)
    if not left:
        return "Nothing waits for a mark any more."
    return f"{sum(left.values())} still wait for a mark: {', '.join(f'{task} {count}' for task, count in left.items())}."


def ask_all(desk: Desk, book: Gradebook, works: list[Work], who: str) -> None:
    """Ask for the marks of all works, question by question."""
    if not works:
        click.echo("Nothing waits for a mark.")
        return
    told = (
        f"{len(works)} work{'s' * (len(works) != 1)} to mark. Type points, and a comment behind them if you like; ? tells more."
    )
    click.echo("\n".join(desk.page.wrap(told)))
    round_of = Round(desk, book, works, who)
    try:
        round_of.go()
    except KeyboardInterrupt:
        click.echo(f"\nstopped. {round_of.kept()}")
        leave(INTERRUPTED)
    click.echo(round_of.kept())


class Round:
    """One sitting: the questions of every work in a row, and which one is asked. What is answered is written at once."""

    def __init__(self, desk: Desk, book: Gradebook, works: list[Work], who: str) -> None:
        self.desk = desk
        self.book = book
        self.works = works
        self.who = who
        self.given = 0
        self.slots = [(number, one) for number, work in enumerate(works) for one in self.asked(work)]
        self.at = 0
        self.shown = -1

    def asked(self, work: Work) -> list[Criterion]:
        """What is asked of a work: what is open, or all of it where nothing is."""
        return work.open or list(work.rubric)

    def kept(self) -> str:
        return f"{self.given} mark{'s' * (self.given != 1)} written. {still_waiting(self.book)}"

    def go(self) -> None:
        # A terminal of another encoding costs a letter, not the sitting.
        open_input()
        while self.at < len(self.slots):
            number, criterion = self.slots[self.at]
            if number != self.shown:
                self.show_work(number)
            if not self.ask(number, criterion):
                return

    def show_work(self, number: int, *, whole: bool = False) -> None:
        from grader.marking.rubrics import text_of
        from grader.report.marking import render_work

        work = self.works[number]
        self.shown = number
        # An answer in a quiz is shown by itself, not with all the others.
        alone = bool(work.part.output.strip()) and not work.part.checks
        text = "" if alone else text_of(self.book, work)
        click.echo("\n" + render_work(work, text, self.desk.page, number + 1, len(self.works), whole=whole))

    def ask(self, number: int, criterion: Criterion) -> bool:
        """Ask once, and do what is said; False at the end of the sitting."""
        from grader.report.marking import render_criterion
        from grader.report.terminal import number as digits

        mark = self.works[number].given.get(criterion.id)
        click.echo(render_criterion(criterion, mark, self.desk.page), nl=False)
        try:
            answer = input(f"{criterion.id}, 0 to {digits(criterion.max_points)}> ").strip()
        except EOFError:
            click.echo()
            return False
        if not sys.stdin.isatty():
            # In a terminal what is typed is there already.
            say(answer)
        if answer.casefold() in ("q", "quit"):
            return False
        self.follow(answer, number, criterion)
        return True

    def follow(self, answer: str, number: int, criterion: Criterion) -> None:
        said = answer.casefold()
        if said in ("?", "h", "help"):
            click.echo(HELP, nl=False)
        elif said == "w":
            self.show_work(number, whole=True)
        elif said in ("b", "back"):
            self.at = max(0, self.at - 1)
        elif said in ("s", "skip"):
            self.at = next((at for at in range(self.at, len(self.slots)) if self.slots[at][0] != number), len(self.slots))
        elif not answer and criterion.id in self.works[number].given:
            self.at += 1
        else:
            self.take(answer, number, criterion)

    def take(self, answer: str, number: int, criterion: Criterion) -> None:
        from grader.marking.marksheet import TAKEN_BACK, SheetTrouble, points_of
        from grader.marking.rubrics import RubricMark, give

        found = WITH_COMMENT.fullmatch(answer)
        if found is None:
            click.echo("  type points, or ? for what else there is")
            return
        try:
            points = None if found["points"] in TAKEN_BACK else points_of(found["points"], criterion)
        except SheetTrouble as trouble:
            say(f"  that {trouble}; ? tells what else can be typed")
            return
        work = self.works[number]
        mark = RubricMark(*work.place, criterion.id, points, printable_text(found["comment"] or ""), work.attempt, self.who)
        self.given += give(self.book, [mark])
        self.remember(number, mark)
        self.at += 1

    def remember(self, number: int, mark: RubricMark) -> None:
        """The work with its new mark; say what it comes to once all is marked."""
        import msgspec

        from grader.marking.rubrics import marked
        from grader.report.page import one_line
        from grader.report.terminal import number as digits

        work = self.works[number]
        given = {**work.given, mark.criterion: mark}
        if mark.points is None:
            del given[mark.criterion]
        self.works[number] = work = msgspec.structs.replace(work, given=given)
        whole = marked(work.rubric, work.given)
        is_last = self.at + 1 >= len(self.slots) or self.slots[self.at + 1][0] != number
        if is_last:
            points = "not all marked" if whole.waits else f"{digits(whole.points)} of {digits(whole.max_points)}"
            click.echo("\n".join(self.desk.page.wrap(f"{one_line(work.student)}, {work.exercise}: {points}")))


def printable_text(comment: str) -> str:
    from grader.intake.folder import printable

    return printable(comment).strip()
