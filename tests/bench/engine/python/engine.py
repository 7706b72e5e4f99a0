"""LangGraph for Python in the engine benchmark: reads `CASE MODE` lines, answers each with one JSON line.

The graphs are those of LangGraph's own benchmarks (`libs/langgraph/bench` of langchain-ai/langgraph: sequential,
fanout_to_subgraph, react_agent, wide_state), written anew, with two loops and `add_messages` beside them.
`../README.md` says what a case and a mode are.
"""

import gc
import json
import operator
import random
import statistics
import string
import sys
import tempfile
import time
import uuid
import warnings
from pathlib import Path
from typing import Annotated, TypedDict

from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, MessagesState, StateGraph, add_messages
from langgraph.prebuilt import create_react_agent
from langgraph.types import Send

warnings.filterwarnings("ignore", message=".*create_react_agent has been moved.*")


def letters(count):
    return "".join(random.choices(string.ascii_lowercase, k=count))


def sequential(count):
    """A chain of nodes that do nothing."""
    ran = []

    def nothing(_state):
        ran.append(1)

    def result(_end):
        total = len(ran)
        ran.clear()
        return total

    builder = StateGraph(MessagesState)
    before = START
    for index in range(count):
        builder.add_node(f"node_{index}", nothing)
        builder.add_edge(before, f"node_{index}")
        before = f"node_{index}"
    builder.add_edge(before, END)
    return builder.compile, {"messages": []}, result


def fanout_to_subgraph(count):
    """A subgraph per subject; each takes 12 steps."""

    class Joke(TypedDict):
        subject: str
        jokes: list[str]

    class Overall(TypedDict):
        subjects: list[str]
        jokes: Annotated[list[str], operator.add]

    class Subject(TypedDict):
        subject: str

    class Jokes(TypedDict):
        jokes: list[str]

    joke = StateGraph(Joke, input_schema=Subject, output_schema=Jokes)
    joke.add_node("edit", lambda state: {"subject": state["subject"] + " - hohoho"})
    joke.add_node("generate", lambda state: {"jokes": ["Joke about " + state["subject"]]})
    joke.add_node("bump", lambda state: {"jokes": [state["jokes"][0] + " a"]})
    joke.add_edge(START, "edit")
    joke.add_edge("edit", "generate")
    joke.add_edge("generate", "bump")
    joke.add_conditional_edges("bump", lambda state: END if state["jokes"][0].endswith(" a" * 10) else "bump")

    builder = StateGraph(Overall)
    builder.add_node("generate_joke", joke.compile())
    each = lambda state: [Send("generate_joke", {"subject": subject}) for subject in state["subjects"]]
    builder.add_conditional_edges(START, each, ["generate_joke"])
    builder.add_edge("generate_joke", END)
    input = {"subjects": [letters(1000) for _ in range(count)]}
    return builder.compile, input, lambda end: sum(map(len, end["jokes"]))


def react_agent(calls):
    """A scripted model that asks for one tool `calls` times, then answers."""

    class Scripted(FakeMessagesListChatModel):
        def bind_tools(self, *_args, **_options):
            return self

    def search(query: str) -> str:
        """Searches."""
        return f"result for query: {query}" * 10

    def ask():
        call = {"id": str(uuid.uuid4()), "name": "search", "args": {"query": str(uuid.uuid4()) * 100}}
        return AIMessage(content="", tool_calls=[call], id=str(uuid.uuid4()))

    answer = AIMessage(content="answer" * 100, id=str(uuid.uuid4()))
    model = Scripted(responses=[ask() for _ in range(calls)] + [answer])
    tool = StructuredTool.from_function(search)
    compile = lambda checkpointer: create_react_agent(model, [tool], checkpointer=checkpointer)
    return compile, {"messages": [HumanMessage("hi?")]}, lambda end: len(end["messages"])


def wide_state(keys, limit):
    """15 fields, six nodes in a loop with a fan-out and a join, until there are more than `limit` messages."""
    later = lambda old, new: new or old
    known = lambda old, new: old if new is None else new

    class Wide(TypedDict, total=False):
        messages: Annotated[list, operator.add]
        trigger_events: Annotated[list, operator.add]
        categorizations: Annotated[list, operator.add]
        responses: Annotated[list, operator.add]
        slack_participants: Annotated[dict, operator.or_]
        notified_assignees: Annotated[dict, operator.or_]
        primary_issue_medium: Annotated[str, later]
        autoresponse: Annotated[dict, lambda _, new: new]
        issue: Annotated[dict, later]
        relevant_rules: list
        memory_docs: list
        user_info: Annotated[dict, known]
        crm_info: Annotated[dict, known]
        email_thread_id: Annotated[str, known]
        bot_id: str

    def one(state):
        return {"trigger_events": state["messages"], "primary_issue_medium": letters(limit)}

    def two(state):
        return {"autoresponse": state["trigger_events"][-1], "issue": state["trigger_events"][-1]}

    def three(state):
        return {"relevant_rules": [state["autoresponse"]]}

    def four(state):
        return {name: state["trigger_events"] for name in ("categorizations", "responses", "memory_docs")}

    def five(state):
        last = state["categorizations"][-1]
        dicts = ("user_info", "crm_info", "slack_participants", "notified_assignees")
        return dict.fromkeys(dicts, last) | {"email_thread_id": letters(limit), "bot_id": letters(limit)}

    def six(state):
        return {"messages": state["responses"]}

    builder = StateGraph(Wide)
    for node in (one, two, three, four, five, six):
        builder.add_node(node.__name__, node)
    builder.add_edge(START, "one")
    builder.add_edge("one", "two")
    builder.add_edge("two", "three")
    builder.add_edge("two", "four")
    builder.add_edge(["three", "four"], "five")
    builder.add_edge("five", "six")
    builder.add_conditional_edges("six", lambda state: END if len(state["messages"]) > limit else "one", ["one", END])
    values = ["hi?" * 10, True, 1, 6327816386138, None] * 5
    message = {str(i) * 10: {str(j) * 10: values for j in range(5)} for i in range(keys // 5)}
    return builder.compile, {"messages": [message]}, lambda end: len(end["messages"])


def loop(steps):
    """One node that counts."""

    class Count(TypedDict):
        count: int

    builder = StateGraph(Count)
    builder.add_node("count", lambda state: {"count": state["count"] + 1})
    builder.add_edge(START, "count")
    builder.add_conditional_edges("count", lambda state: "count" if state["count"] < steps else END, ["count", END])
    return builder.compile, {"count": 0}, lambda end: end["count"]


def history(steps):
    """One node that appends a line of 100 letters: a state that grows, as an agent's does."""

    class History(TypedDict):
        lines: Annotated[list[str], operator.add]

    line = letters(100)
    builder = StateGraph(History)
    builder.add_node("write", lambda _state: {"lines": [line]})
    builder.add_edge(START, "write")
    more = lambda state: "write" if len(state["lines"]) < steps else END
    builder.add_conditional_edges("write", more, ["write", END])
    return builder.compile, {"lines": []}, lambda end: len(end["lines"])


class Conversation:
    """Messages added to others, one after the other; without a graph, but in the shape of one."""

    def __init__(self, before):
        self.messages = [HumanMessage(f"message {index}", id=str(uuid.uuid4())) for index in range(before)]

    def compile(self, **_options):
        return self

    def invoke(self, more, *_args, **_options):
        messages = self.messages
        for message in more:
            messages = add_messages(messages, message)
        return messages


def adding(before, more):
    messages = [HumanMessage(f"one more: {index}", id=str(uuid.uuid4())) for index in range(more)]
    return Conversation(before).compile, messages, len


CASES = {
    "sequential": sequential,
    "fanout_to_subgraph": fanout_to_subgraph,
    "react_agent": react_agent,
    "wide_state": wide_state,
    "loop": loop,
    "history": history,
    "add_messages": adding,
}


def run_once(compile, input, mode):
    """The time of one run in ms, its last state, and how many bytes of checkpoints it left on disk."""
    config = {"recursion_limit": 1_000_000, "configurable": {"thread_id": "1"}}

    def timed(checkpointer, durability):
        options = {"durability": durability} if durability else {}
        graph = compile(checkpointer=checkpointer)
        gc.collect()
        start = time.perf_counter()
        end = graph.invoke(input, config, **options)
        return (time.perf_counter() - start) * 1000, end

    if mode == "none":
        return *timed(None, None), None
    if mode == "memory-at-exit":
        return *timed(InMemorySaver(), "exit"), None
    if mode == "memory-each-step":
        return *timed(InMemorySaver(), "sync"), None
    if mode in ("file-each-step", "synced-file-each-step"):
        with tempfile.TemporaryDirectory() as folder:
            with SqliteSaver.from_conn_string(f"{folder}/checkpoints.db") as saver:
                saver.setup()
                saver.conn.execute(f"PRAGMA synchronous={'FULL' if mode.startswith('synced') else 'NORMAL'}")
                ms, end = timed(saver, "sync")
            return ms, end, sum(file.stat().st_size for file in Path(folder).iterdir())
    raise ValueError(f"no mode is called {mode}")


def measure(case, mode):
    """Runs for at least 0.2 s and gives the median."""
    name, *numbers = case.split(":")
    compile, input, result = CASES[name](*map(int, numbers))
    times = []
    while sum(times) < 200 and len(times) < 200:
        ms, end, size = run_once(compile, input, mode)
        times.append(ms)
        outcome = result(end)
    median = statistics.median(times)
    return {"engine": "LangGraph Python", "case": case, "mode": mode, "ms": median, "bytes": size, "result": outcome}


for line in sys.stdin:
    print(json.dumps(measure(*line.split())), flush=True)
