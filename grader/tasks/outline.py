"""Mind maps written as nested lists, under headings, as a tree of box-drawing lines, or in a Mermaid block.

Lists are read by their indents, which is kinder than Markdown's own rules: a child that is indented by one space, or by less
than its parent's number is wide, is meant as a child.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.tasks.links import Links
from grader.tasks.mermaid import HEADER, LONGEST_LINE, read_diagram
from grader.tasks.prose import without_comments

FENCE = re.compile(r"\s*(?P<mark>`{3,}|~{3,}|:{3,})\s*\{?\s*(?P<language>[\w-]*)")
HEADING = re.compile(r"\s{0,3}(?P<marks>#{1,6})\s+(?P<title>.*?)\s*#*\s*")
ITEM = re.compile(r"(?P<indent>\s*)(?:[-*+•◦▪–]|\(?\d{1,4}[.):]|\(?[A-Za-z][.)])\s+(?:\[[ xX]\]\s+)?(?P<text>.*)")
ARROW = re.compile(r"\s*(?:<?[-=]{1,3}>|<[-=]{1,3}(?=\s)|[→⇒⟶➔➜↔⟷⇔←])\s*")
BOXES = str.maketrans(dict.fromkeys("│├└─┬┤┐┘┌┼╰╭╮╯║╠╚═━┃┣┗", " "))
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)|<img\b[^>]*src=[\"']?([^\"'\s>]+)")
HEADINGS_BEFORE = -1000
ANNOUNCED = -1
LONGEST_ANNOUNCEMENT = 8
"""Words of a line above a list that says what the list is about."""


def read_map(text: str, centre: Sequence[str] = ()) -> Links:
    """The map in a text. `centre` are words by one of which the topic in the middle is known."""
    links = Links()
    rest, diagrams = apart(without_comments(text).lstrip("\ufeff"))
    for diagram in diagrams:
        read_diagram(diagram, links)
    Outline(links, centre).read(rest)
    pictures = [one[1] or one[2] for line in rest for one in PICTURE.finditer(line[:LONGEST_LINE])]
    if pictures and not links.pairs:
        links.unread.append(f"the picture {pictures[0][:60]} can't be read here: write its topics and links as a list")
    return links


def apart(text: str) -> tuple[list[str], list[str]]:
    """The lines of the outline, and the Mermaid diagrams."""
    outline: list[str] = []
    diagrams: list[list[str]] = []
    fence = ""
    for line in text.split("\n"):
        mark = FENCE.match(line) if len(line) <= LONGEST_LINE else None
        if fence and (mark and mark["mark"][0] == fence[0] and not mark["language"]):
            fence = ""
        elif fence == "bare" and (not line.strip() or HEADING.fullmatch(line[:LONGEST_LINE])):
            fence = ""
            outline.append(line)
        elif fence in ("`mermaid", "~mermaid", ":mermaid", "bare"):
            diagrams[-1].append(line)
        elif not fence and mark:
            fence = mark["mark"][0] + mark["language"].lower()
            if fence.endswith("mermaid"):
                diagrams.append([])
        elif is_bare_diagram(line):
            # Pasted without its fence, or in one without a language.
            fence = fence or "bare"
            fence = fence if fence == "bare" else fence[0] + "mermaid"
            diagrams.append([line])
        else:
            outline.append(line)
    return outline, ["\n".join(lines) for lines in diagrams]


def is_bare_diagram(line: str) -> bool:
    header = HEADER.fullmatch(line) if len(line) <= LONGEST_LINE else None
    if header is None:
        return False
    return line.strip().lower() == "mindmap" or bool(re.match(r"\s*(?:graph|flowchart)\s+(?:TB|TD|BT|LR|RL)\b", line))


class Outline:
    """An outline, line by line: `above` are the lines that the next one may belong to, with their indents."""

    def __init__(self, links: Links, centre: Sequence[str]) -> None:
        self.links = links
        self.centre = [word.casefold() for word in centre]
        self.above: list[tuple[int, str]] = []
        self.roots: list[tuple[str, str, bool]] = []
        """Topics at the top of a list, each with the title above it, and whether arrows say what it is linked to."""
        self.nested: set[str] = set()
        self.announced = ""

    def read(self, lines: list[str]) -> None:
        for line in lines:
            if line.strip() and len(line) <= LONGEST_LINE:
                self.line(line.expandtabs(4))
        self.settle_roots()

    def line(self, line: str) -> None:
        heading = HEADING.fullmatch(line)
        if heading:
            self.place(HEADINGS_BEFORE + len(heading["marks"]), [heading["title"]], is_title=True)
            return
        line = re.sub(r"^\s*(?:>\s?)+", "", line)
        boxes = line.translate(BOXES)
        item = ITEM.fullmatch(boxes) or (re.fullmatch(r"(?P<indent>\s*)(?P<text>.*)", boxes) if boxes != line else None)
        if item:
            self.item(len(item["indent"]), item["text"])
        elif ARROW.search(line):
            self.links.chain(self.links.topic(piece) for piece in ARROW.split(line))
        elif not (self.above and self.above[-1][0] > ANNOUNCED and line.startswith(" ")):
            # Indented, it is the rest of an item.
            self.announced = line.strip()

    def item(self, indent: int, text: str) -> None:
        stands_alone = not any(ANNOUNCED < other < indent for other, _ in self.above)
        if self.announced and stands_alone and len(self.announced.split()) <= LONGEST_ANNOUNCEMENT:
            self.place(ANNOUNCED, [self.announced], is_title=True)
        self.announced = ""
        self.place(indent, ARROW.split(text), is_title=False)

    def place(self, indent: int, pieces: list[str], *, is_title: bool) -> None:
        """A line's topic, or several with arrows between them, below what it belongs to; what is below belongs to the last."""
        while self.above and self.above[-1][0] >= indent:
            self.above.pop()
        topics = [topic for piece in pieces if (topic := self.links.topic(piece))]
        if not topics:
            return
        parent = self.above[-1][1] if self.above else ""
        self.links.chain(topics)
        if self.above and self.above[-1][0] > ANNOUNCED:
            self.links.link(parent, topics[0])
        elif not is_title or parent:
            self.roots.append((topics[0], parent, len(topics) > 1))
        if parent:
            self.nested.update(topics)
        self.above.append((indent, topics[-1]))

    def names_centre(self, topic: str) -> bool:
        return any(word in topic for word in self.centre)

    def settle_roots(self) -> None:
        """What stands at the top belongs to the title above it, if that is a topic and not only the name of the page."""
        below: dict[str, set[str]] = {}
        for topic, title, _ in self.roots:
            below.setdefault(title, set()).add(topic)
        for topic, title, spelt_out in self.roots:
            several = len(below[title]) > 1 and not spelt_out
            is_topic = title in self.nested or self.names_centre(title)
            if title and (several or (is_topic and not self.names_centre(topic))):
                self.links.link(title, topic)
            elif not title and several:
                self.links.implied.add(topic)
