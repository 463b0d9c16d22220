"""Moodle XML: UTF-8, no line before the declaration, and fractions from Moodle's own list."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from grader.quiz.exchange import Item, Range
from grader.report.quizzes.page import Exported, html
from grader.report.targets.text import for_xml

MOST_RIGHT = 10
"""Of several right choices: Moodle knows no fraction for more."""


def write(title: str, items: Sequence[Item]) -> Exported:
    root = ET.Element("quiz")
    category = ET.SubElement(root, "question", type="category")
    texted(ET.SubElement(category, "category"), f"$course$/top/{title.replace('/', '//')}")
    notes = []
    for one in items:
        if one.kind == "several" and sum(option.right for option in one.options) > MOST_RIGHT:
            notes.append(f"{one.name} has more right choices than Moodle can weigh: it is asked as an open question")
            open_question(question(root, one, "essay"), one)
            continue
        KINDS[one.kind](root, one)
    ET.indent(root, " ")
    return Exported(ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n", len(items), tuple(notes))


def question(root: ET.Element, one: Item, kind: str, text: str | None = None) -> ET.Element:
    element = ET.SubElement(root, "question", type=kind)
    texted(ET.SubElement(element, "name"), one.title)
    texted(ET.SubElement(element, "questiontext", format="html"), html(one.prompt) if text is None else text)
    texted(ET.SubElement(element, "generalfeedback", format="html"), html(one.why))
    if kind != "cloze":
        ET.SubElement(element, "defaultgrade").text = f"{one.points:.7f}"
    ET.SubElement(element, "penalty").text = "0.3333333"
    ET.SubElement(element, "hidden").text = "0"
    return element


def texted(element: ET.Element, text: str) -> None:
    ET.SubElement(element, "text").text = for_xml(text)


def answer(element: ET.Element, text: str, fraction: str, says: str, shape: str = "moodle_auto_format") -> ET.Element:
    made = ET.SubElement(element, "answer", fraction=fraction, format=shape)
    ET.SubElement(made, "text").text = for_xml(text)
    texted(ET.SubElement(made, "feedback", format="html"), html(says))
    return made


def choice(root: ET.Element, one: Item) -> None:
    element = question(root, one, "multichoice")
    several = one.kind == "several"
    ET.SubElement(element, "single").text = "false" if several else "true"
    # Cells of a matrix stay in their order.
    ET.SubElement(element, "shuffleanswers").text = "false" if one.options[0].text.startswith("(0") else "true"
    ET.SubElement(element, "answernumbering").text = "none" if several else "abc"
    right = sum(option.right for option in one.options)
    part = f"{100 / right:.5f}".rstrip("0").rstrip(".") if several else "100"
    for option in one.options:
        answer(element, html(option.text), part if option.right else f"-{part}" if several else "0", option.says, "html")


def truth(root: ET.Element, one: Item) -> None:
    element = question(root, one, "truefalse")
    for option in one.options:
        answer(element, option.text.lower(), "100" if option.right else "0", option.says)


def number(root: ET.Element, one: Item) -> None:
    element = question(root, one, "numerical")
    assert one.number
    for value, fraction, says in ((one.number, "100", ""), *((wrong.range, "0", wrong.says) for wrong in one.foreseen)):
        ET.SubElement(answer(element, value.value, fraction, says), "tolerance").text = value.within


def table(root: ET.Element, one: Item) -> None:
    """A cloze question: a field for every entry, which Moodle grades one by one."""
    rows = "".join(f"<tr>{''.join(f'<td>{field(entry)}</td>' for entry in row)}</tr>" for row in one.table)
    question(root, one, "cloze", f"{html(one.prompt).replace('{', '&#123;')}<table>{rows}</table>")


def field(entry: Range) -> str:
    return f"{{1:NUMERICAL:={entry.value}:{entry.within}}}"


def open_question(element: ET.Element, one: Item) -> None:
    settings = {"responseformat": "editor", "responserequired": "1", "responsefieldlines": "5", "attachments": "0"}
    for name, value in settings.items():
        ET.SubElement(element, name).text = value
    texted(ET.SubElement(element, "graderinfo", format="html"), html(f"{one.shown}\n\n{one.why}"))
    texted(ET.SubElement(element, "responsetemplate", format="html"), "")


def essay(root: ET.Element, one: Item) -> None:
    open_question(question(root, one, "essay"), one)


KINDS = {"one": choice, "several": choice, "truth": truth, "number": number, "table": table, "open": essay}
