"""What can be told of a text: words, an organisation that is named, the links of a mind map, what is said and asked."""

from __future__ import annotations

import time

import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.content.tasks import Map, Organisation, Reflection, Words
from grader.tasks.checks import checks_of_text
from grader.tasks.organisations import named_in
from grader.tasks.outline import read_map
from grader.tasks.prose import count_words, own_text
from grader.tasks.statements import read_reflection

MAP = Map(at_least=3, centre=("attention",))
COMPANY = Organisation("a company", known=("Flipkart", "TCS"), not_names=("Attention", "Query", "India"))
REFLECTION_STUB = (ROOT / "exercises" / "reflection.md").read_text(encoding="utf-8")
MAP_STUB = (ROOT / "exercises" / "practice3.md").read_text(encoding="utf-8")
PARAGRAPH_STUB = (ROOT / "exercises" / "practice2.md").read_text(encoding="utf-8")


def links(text: str) -> set[str]:
    """The links of a map, each as its two topics in alphabetical order."""
    found = read_map(text, MAP.centre)
    return {f"{found.labels[one]} - {found.labels[other]}" for one, other in found.pairs}


def failing(check: Map | Words | Organisation | Reflection, text: str, stub: str = "") -> list[str]:
    return [one.name for one in checks_of_text((check,), text, stub) if one.status == "failed"]


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("three plain words", 3),
        ("  - * -- 1 ", 1),
        ("see https://example.org/a/b?c=d and www.example.org", 2),
        ("मैंने सीखा कि सॉफ्टमैक्स", 4),
        ("attention是一种很好的机制", 5),
        ("naïve façade", 2),
        ("", 0),
    ],
)
def test_words_are_counted_in_any_script(text: str, count: int) -> None:
    assert count_words(text) == count


@pytest.mark.parametrize("stub", [REFLECTION_STUB, MAP_STUB, PARAGRAPH_STUB])
def test_the_blank_file_holds_nothing_of_a_students(stub: str) -> None:
    assert count_words(own_text(stub, stub)) == 0
    assert count_words(own_text(stub.replace("\n", "\n\n"), stub)) == 0


@pytest.mark.parametrize(
    "place",
    [
        lambda stub, work: stub + work,
        lambda stub, work: stub.replace("-->", work + "\n-->", 1),
        lambda stub, work: stub.replace("-->", "", 1) + work,
        lambda stub, work: stub.replace("Write below", "I wrote below", 1) + work,
        lambda stub, work: work,
    ],
    ids=["below", "inside the comment", "the comment left open", "the comment edited", "all else deleted"],
)
def test_work_counts_wherever_it_stands_in_the_file(place: object) -> None:
    assert callable(place)
    tree = "- Attention\n  - Vectors\n  - Chance\n  - Search"
    assert failing(MAP, place(MAP_STUB, tree), MAP_STUB) == []
    diagram = "graph LR\nAttention --> Vectors\nAttention --> Chance\nAttention --> Search"
    assert failing(MAP, place(MAP_STUB, diagram), MAP_STUB) == []
    assert failing(Words(at_least=5), place(PARAGRAPH_STUB, "Five words are written here."), PARAGRAPH_STUB) == []


# ---------------------------------------------------------------- organisations


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("In flipkart's search it is used.", ("Flipkart",)),
        ("We saw that Stellarix uses it.", ("Stellarix",)),
        ("Acme Corp. uses it in chat.", ("Acme Corp",)),
        ("Attention is used by L&T in India.", ("L&T",)),
        ("I like how iNeuron teaches it.", ("iNeuron",)),
        ("The Space Research Organisation uses it.", ("Space Research Organisation",)),
        ("Company: **Stellarix**, a bank", ("Stellarix",)),
    ],
)
def test_an_organisation_that_is_named(text: str, names: tuple[str, ...]) -> None:
    found = named_in(text, COMPANY.known, COMPANY.not_names)
    assert (found.certainty, found.names) == ("sure", names)


@pytest.mark.parametrize(
    "text",
    [
        "Stellarix uses it. It works.",
        "our shop uses it every day",
        "फ्लिपकार्ट खोज में अटेंशन का उपयोग करता है।",
        "ATTENTION IS USED BY STELLARIX IN ITS SHOPS",
    ],
)
def test_where_a_name_may_be_one_the_text_is_not_refused(text: str) -> None:
    (check,) = checks_of_text((COMPANY,), text, "")
    assert check.status == "skipped"
    assert "if the name is there, all is well" in check.message


@pytest.mark.parametrize(
    "text",
    [
        "Attention asks with a Query in India. It is the best.",
        "We use it. They like it. I do too.",
        "# A Title Of Mine\n\nit is used.",
    ],
)
def test_a_text_that_names_nobody(text: str) -> None:
    assert failing(COMPANY, text) == ["names a company"]


# ---------------------------------------------------------------- mind maps


@pytest.mark.parametrize(
    "text",
    [
        "- Attention\n  - A\n  - B\n    - C\n",
        "* Attention\n\t* A\n\t* B\n\t\t* C\n",
        "+ Attention\n + A\n + B\n  + C\n",
        "1. Attention\n  1) A\n  2) B\n    - C\n",
        "> - Attention\n>   - A\n>   - B\n>     - C\n",
        "# My map\n\n- [ ] Attention\n  - [x] **A**\n  - `B`\n    - C\n",
        "# Attention\n\n## A\n\nsome words\n\n## B\n\n### C\n",
        "# My map\n- Attention -> A\n- Attention → B\n- B <-> C\n",
        "```\nAttention\n├── A\n└── B\n    └── C\n```\n",
        "```mermaid\nmindmap\n  root((Attention))\n    A\n    B[B]\n      ::icon(fa fa-book)\n      C:::urgent\n```\n",
        "```mermaid\ngraph TD\n  A --- x[Attention];x-->B(B)\n  B -- leads to --> C{{C}}\n  style x fill:#f9f\n```\n",
        "flowchart LR\n  Attention -->|one| A & B\n  B ==> C\n  C ~~~ A\n",
        "~~~mermaid\n---\ntitle: mine\n---\n%%{init: {}}%%\ngraph LR\n"
        '  B -.-> C; B --o x@{ shape: rect, label: "Attention" }\n  A<-->x\n~~~',
    ],
    ids=[
        "dashes", "tabs", "one space", "numbers", "quoted", "boxes and marks", "headings", "arrows", "a drawn tree", "mindmap",
        "graph", "flowchart", "preamble",
    ],
)  # fmt: skip
def test_the_same_map_however_it_is_written(text: str) -> None:
    assert links(text) == {"A - Attention", "Attention - B", "B - C"}
    assert failing(MAP, text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("- Attention\n  - A\n  - B\n", "3 links or more"),
        ("- Attention\n  - A\n  - a\n  - *A*\n  - A.\n", "3 links or more"),
        ("- Attention\n  - Attention\n    - Attention\n      - Attention\n", "3 links or more"),
        ("# My map\n- Attention\n  - A\n  - B\n", "3 links or more"),
        ("A paragraph about attention, with A and B and C.", "3 links or more"),
        ("```mermaid\ngraph TD\nattention --> attention\nattention ~~~ B\nC\nD\n```", "3 links or more"),
        ("- Attention\n  - A\n- Biology\n  - B\n  - C\n  - D\n", "connects attention to 3 other topics or more"),
        ("graph TD\nattention --> A\nA --> B\nB --> attention\n", "connects attention to 3 other topics or more"),
        ("![my map](map.png)", "3 links or more"),
    ],
)
def test_a_map_that_is_not_complete(text: str, name: str) -> None:
    assert failing(MAP, text) == [name]


def test_what_can_not_be_read_is_told() -> None:
    (picture,) = checks_of_text((MAP,), "# Attention\n\n![my map](map.png)", "")
    assert picture.message.endswith("the picture map.png can't be read here: write its topics and links as a list")
    (other,) = checks_of_text((MAP,), "```mermaid\nsequenceDiagram\nA->>B: hi\n```", "")
    assert "a Mermaid sequenceDiagram is no map that is read here: use mindmap, graph or flowchart" in other.message


def test_a_map_whose_centre_has_another_name_is_not_refused() -> None:
    counted, centre = checks_of_text((MAP,), "- Softmax\n  - A\n  - B\n  - C\n", "")
    assert (counted.status, centre.status) == ("passed", "skipped")
    assert [one.status for one in checks_of_text((MAP,), "- A\n- B\n- C\n", "")] == ["passed", "passed"], "a plain list"


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"- topic {number}" for number in range(100_000)),
        "\n".join(" " * min(depth, 900) + f"- topic {depth}" for depth in range(2000)),
        "graph TD\n" + "\n".join(f"A{number} --> A{number % 7}" for number in range(50_000)),
        "graph TD\n" + ("A -- " * 390 + "\n") * 500,
        "graph TD\n" + ("[" * 1900 + "\n") * 500,
        "mindmap\n" + ("(" * 1900 + "\n") * 500,
        "<!--" * 250_000,
        "`" * 1_000_000,
        "- " + "->" * 400_000,
        "".join(f"A{number} --> A{number + 1}\n" for number in range(9)).join(["graph TD\n", "A9 --> A0\n"]),
    ],
    ids=["long", "deep", "many arrows", "open arrows", "brackets", "shapes", "comments", "ticks", "one line", "a cycle"],
)  # fmt: skip
def test_a_hostile_map_takes_time_as_its_length(text: str) -> None:
    """Twice as long takes about twice the time, not four times."""
    half, whole = seconds(text[: len(text) // 2]), seconds(text)
    assert whole < 3.2 * half + 0.5


def seconds(text: str) -> float:
    began = time.process_time()
    list(checks_of_text((MAP,), text, MAP_STUB))
    return time.process_time() - began


# ---------------------------------------------------------------- reflections


@pytest.mark.parametrize(
    "text",
    [
        REFLECTION_STUB.replace("1.\n2.\n3.", "1. one thing\n2. another\n3. a third").replace("\n-\n", "\n- how so\n"),
        "- One thing\n- Another\n- A third\n- Why is it so?\n",
        "One thing is so. Another is so. A third is so. But why?",
        "I learned a\nI learned b\nI learned c\nI wonder why it is so",
        "First, scores are products; second, masks add; third, heads are cheap. My question: why not more heads",
        "Things I learned: scores, masks and heads.\nQuestion I still have: why",
        "Things I learned: 1) scores 2) masks 3) heads\nOne question: why",
        "**Learned**\n\n* a long one, over\n  two lines\n* another. With two sentences.\n* a third\n\n"
        "**Question**\n\nhow the order is known",
        "मैंने एक बात सीखी। मैंने दूसरी बात सीखी। तीसरी बात भी। यह कैसे होता है?",
    ],
)
def test_three_things_and_a_question(text: str) -> None:
    found = read_reflection(text, REFLECTION_STUB)
    assert (len(found.things), len(found.questions)) == (3, 1), found
    assert failing(Reflection(), text, REFLECTION_STUB) == []


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("1. One.\n2. Another.\n3. A third.\n", ["1 question or more"]),
        ("- One\n- Another\n- Why?\n", ["3 things or more"]),
        ("- The same\n- The same\n- The same\n- Why?\n", ["3 things or more"]),
        (REFLECTION_STUB, ["3 things or more", "1 question or more"]),
        ("?\n?\n?\n?\n", ["3 things or more", "1 question or more"]),
        ("Why? How? What? When?", ["3 things or more"]),
    ],
)
def test_a_reflection_that_is_not_complete(text: str, lacking: list[str]) -> None:
    assert failing(Reflection(), text, REFLECTION_STUB) == lacking


# ---------------------------------------------------------------- anything at all


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("aA.?!-*#>`~[](){}|&;:\"'<=\n\t 1│├└→é中\u202e\0"), max_size=300))
def test_no_text_breaks_a_check(text: str) -> None:
    for checks in ((Words(5),), (COMPANY,), (MAP,), (Reflection(),)):
        for stub in ("", MAP_STUB):
            assert all(one.status in ("passed", "failed", "skipped") for one in checks_of_text(checks, text, stub))
            assert len(list(checks_of_text(checks, text, stub))) <= 2


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 6)), min_size=1, max_size=12))
def test_a_list_and_its_diagram_say_the_same(tree: list[tuple[int, int]]) -> None:
    """A random tree under one root, as a list and as arrows."""
    above = ["attention"]
    outline, arrows = ["- attention"], ["graph TD", "attention"]
    for number, (depth, _) in enumerate(tree):
        above = above[: depth + 1]
        name = f"topic{number}"
        outline.append("  " * len(above) + f"- {name}")
        arrows.append(f"{above[-1]} --> {name}")
        above.append(name)
    assert links("\n".join(outline)) == links("\n".join(arrows))
    assert len(links("\n".join(outline))) == len(tree)
