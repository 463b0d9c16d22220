"""Mermaid diagrams: `mindmap` by its indents, `graph` and `flowchart` by their arrows.

Read here and not by a library: there is none in Python that reads Mermaid without a browser. What is no arrow and no node
(styles, classes, clicks) is passed over. Lines beyond a length no diagram has are left unread, so that time stays linear.
"""

from __future__ import annotations

import re

from grader.tasks.links import Links

LONGEST_LINE = 2000
HEADER = re.compile(r"\s*(?P<kind>mindmap|graph|flowchart(?:-elk)?)\b\s*(?:TB|TD|BT|LR|RL)?\s*;?\s*(?P<rest>.*)", re.IGNORECASE)
OTHER_HEADER = re.compile(r"\s*(\w+(?:Diagram|Chart)\S*|pie|gantt|journey|timeline|gitGraph|C4\w+|sankey\S*|block\S*)\b")
PASSED_OVER = re.compile(
    r"\s*(?:subgraph|end|direction|style|classDef|class|linkStyle|click|accTitle|accDescr|title)(?=\s|$|[:{])(?!\s*[-=<~&])"
)
OPENERS = {"[": "]", "(": ")", "{": "}", ">": "]"}
LETTERS = r"[^\s\[\](){}<>&|;:@\"=~.\-→]+"
NOT_AN_ARROW = r"(?![xo][-=]|[\w-]+@[<xo]?[-=~])"
ID = re.compile(rf"{LETTERS}(?:[-.]{LETTERS}| +{NOT_AN_ARROW}{LETTERS})*")
"""Mermaid's own names have no spaces; those who write some mean one name."""
QUOTED = re.compile(r"\s*\"`?([^\"]*?)`?\"")
WITH_PROPERTIES = re.compile(r"@\{[^}]*?label\s*:\s*\"?([^\",}]*)\"?[^}]*\}|@\{[^}]*\}")
CLASS = re.compile(r":::\w+")
WHOLE_ARROW = re.compile(r"(?:<|[xo](?=[-=]))?(?:-{2,}[>xo](?!\w)|-{2,}>|-{3,}|={2,}[>xo](?!\w)|={2,}>|={3,}|-\.+->?|~{3,})")
OPEN_ARROW = re.compile(r"<?(?:--|==|-\.)(?P<text>(?!>)[^\n]+?)(?:-{2,}[>xo]?|={2,}[>xo]?|\.+->?)")
LOOSE_ARROW = re.compile(r"-{1,2}>?|=>|→")
"""No Mermaid, and what is meant is plain."""
EDGE_NAME = re.compile(r"[\w-]+@(?=[<xo]?[-=~])")
PIPE_TEXT = re.compile(r"\s*\|[^|]*\|")
MINDMAP_SHAPE = re.compile(r"[^\s\[\](){}]*?(?:\(\(|\)\)|\)|\(|\[|\{\{)(?P<label>.+?)(?:\)\)|\(\(|\(|\)|\]|\}\})\s*")


def read_diagram(text: str, links: Links) -> None:
    """Add the links of a diagram. Kinds that are no map are noted as unread."""
    lines = without_preamble(text.split("\n"))
    while lines and not lines[0].strip():
        lines.pop(0)
    header = HEADER.fullmatch(lines[0]) if lines else None
    if header is None:
        other = OTHER_HEADER.match(lines[0]) if lines else None
        what = f"a Mermaid {other[1]}" if other else "a Mermaid block that starts with no mindmap, graph or flowchart"
        links.unread.append(f"{what} is no map that is read here: use mindmap, graph or flowchart")
    elif header["kind"].lower() == "mindmap":
        read_mindmap(lines[1:], links)
    else:
        read_flowchart([header["rest"], *lines[1:]], links)


def without_preamble(lines: list[str]) -> list[str]:
    """Without front matter between two lines of dashes, and without comments and directives."""
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if lines and lines[first].strip() == "---":
        closing = next((number for number in range(first + 1, len(lines)) if lines[number].strip() == "---"), first)
        lines = lines[closing + 1 :]
    return [line for line in lines if not line.lstrip().startswith("%%")]


def read_mindmap(lines: list[str], links: Links) -> None:
    """A topic a line; each belongs to the nearest line above that is indented less."""
    above: list[tuple[int, str]] = []
    for line in lines:
        bare = CLASS.sub("", line).strip() if len(line) <= LONGEST_LINE else ""
        if not bare or bare.startswith("::icon"):
            continue
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        shape = MINDMAP_SHAPE.fullmatch(bare)
        topic = links.topic((shape["label"] if shape else bare).strip('"`'))
        while above and above[-1][0] >= indent:
            above.pop()
        if above:
            links.link(above[-1][1], topic)
        if topic:
            above.append((indent, topic))


def read_flowchart(lines: list[str], links: Links) -> None:
    names: dict[str, str] = {}
    drawn: list[tuple[str, str]] = []
    for line in lines:
        for statement in statements(line):
            if not PASSED_OVER.match(statement) and not Statement(statement, names, drawn).read():
                links.unread.append(f"“{statement.strip()[:60]}” could not be read as arrows between topics")
    # A node's label may come after the arrows that name it.
    for one, other in drawn:
        links.link(links.topic(names[one]), links.topic(names[other]))


def statements(line: str) -> list[str]:
    """A line's statements: between semicolons that stand outside quotes and brackets."""
    if len(line) > LONGEST_LINE:
        return []
    found, depth, quoted, begin = [], 0, False, 0
    for position, letter in enumerate(line):
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter in "[({") - (letter in "])}")
        if letter == ";" and not quoted and depth <= 0:
            found.append(line[begin:position])
            begin = position + 1
    return [one for one in (*found, line[begin:]) if one.strip()]


class Statement:
    """One statement of a flowchart, read from left to right: nodes, an arrow, nodes, and so on."""

    def __init__(self, text: str, names: dict[str, str], drawn: list[tuple[str, str]]) -> None:
        self.text = text.strip()
        self.position = 0
        self.names = names
        self.drawn = drawn

    def read(self) -> bool:
        """False where it is none."""
        left = self.nodes()
        while left and self.position < len(self.text):
            shown = self.arrow()
            if shown is None:
                return False
            right = self.nodes()
            if not right:
                return False
            if shown:
                self.drawn += [(one, other) for one in left for other in right]
            left = right
        return bool(left)

    def skip(self) -> None:
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1

    def taken(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.position)
        if found:
            self.position = found.end()
        return found

    def nodes(self) -> list[str]:
        """Nodes joined by `&`."""
        found = []
        while True:
            self.skip()
            name = self.taken(ID)
            if name is None:
                return []
            self.names.setdefault(name[0], name[0])
            self.properties(name[0])
            found.append(name[0])
            self.skip()
            if self.text[self.position : self.position + 1] != "&":
                return found
            self.position += 1

    def properties(self, name: str) -> None:
        """A node's shape, label and class."""
        while True:
            self.taken(CLASS)
            label = self.shape()
            written = self.taken(WITH_PROPERTIES)
            if label is None and written is None:
                return
            self.names[name] = label or (written[1] if written else "") or self.names[name]

    def shape(self) -> str | None:
        """The label in brackets; None where there are none."""
        opener = self.text[self.position : self.position + 1]
        if opener not in OPENERS or not opener:
            return None
        begin = self.position
        while self.text[self.position : self.position + 1] in {"[", "(", "{", ">", "/", "\\"}:
            self.position += 1
        quoted = self.taken(QUOTED)
        inner = self.position
        depth = 1 if quoted is None else 0
        while quoted is None and depth and self.position < len(self.text):
            depth += (self.text[self.position] in "[({") - (self.text[self.position] in "])}")
            self.position += 1
        label = quoted[1] if quoted else self.text[inner : max(inner, self.position - 1)].rstrip("/\\")
        while self.text[self.position : self.position + 1] in {"]", ")", "}", "/", "\\"}:
            self.position += 1
        return label if self.position > begin else None

    def arrow(self) -> bool | None:
        """Whether an arrow is one that is shown; None where there is no arrow."""
        self.skip()
        self.taken(EDGE_NAME)
        found = self.taken(WHOLE_ARROW) or self.taken(OPEN_ARROW) or self.taken(LOOSE_ARROW)
        if found is None:
            return None
        self.taken(PIPE_TEXT)
        return not found[0].startswith("~")
