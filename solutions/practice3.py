"""Practice 3: what makes the mind map complete, and what it is marked on. Teachers only."""

from grader.content.tasks import Criterion, Level, Map, Task

A_LIST = """
# Practice 3: a mind map

- Attention
  - Linear algebra: the scores are one matrix product
    - Dot product
  - Probability: softmax makes a distribution
  - Statistics: the variance of a sum is why scores are scaled
"""
A_DIAGRAM = """
```mermaid
graph TD
  attention((Attention)) -- scores are --> dot[Dot products]
  attention -->|weights are| probability[Probability]
  attention --> databases["Databases: query, key, value"]
```
"""
A_MINDMAP = """
```mermaid
mindmap
  root((Attention))
    Linear algebra
    Probability
      Expected value
```
"""
TWO_LINKS = "- Attention\n  - Linear algebra\n  - Probability\n"
ELSEWHERE = "- Attention\n  - Softmax\n- Biology\n  - Cells\n  - Plants\n  - Animals\n"

TASK = Task(
    title="A mind map",
    part="mind_map",
    task="Connect attention to at least three other topics that you have studied.",
    checks=(Map(at_least=3, centre=("attention",)),),
    rubric=(
        Criterion(
            "topics",
            "Are there three other topics, studied and not only words of this chapter?",
            (
                Level(0, "fewer than two"),
                Level(2, "two, or three that are parts of attention itself"),
                Level(4, "three or more"),
            ),
        ),
        Criterion(
            "links",
            "Is each connection right?",
            (
                Level(0, "none is, or none can be told"),
                Level(2, "some are"),
                Level(4, "all are, and where it matters they say in what way"),
            ),
        ),
        Criterion(
            "order",
            "Can it be taken in at a glance?",
            (
                Level(0, "no"),
                Level(1, "with some effort"),
                Level(2, "yes: what belongs together stands together"),
            ),
        ),
    ),
    complete=(A_LIST, A_DIAGRAM, A_MINDMAP),
    incomplete=((TWO_LINKS, "3 links or more"), (ELSEWHERE, "connects attention to 3 other topics or more")),
)
