// LangGraph.js in the engine benchmark: the same cases, modes and protocol as ../python/engine.py.

import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { tool } from "@langchain/core/tools";
import {
  Annotation, END, MemorySaver, MessagesAnnotation, messagesStateReducer, Send, START, StateGraph,
} from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";

const letters = (count) => Array.from({ length: count }, () => "abcdefghijklmnopqrstuvwxyz"[Math.floor(Math.random() * 26)]).join("");
const append = () => Annotation({ reducer: (old, more) => old.concat(more), default: () => [] });
const folded = (reducer, first) => Annotation({ reducer, default: () => first });

/** A chain of nodes that do nothing. */
function sequential(count) {
  let ran = 0;
  const builder = new StateGraph(MessagesAnnotation);
  let before = START;
  for (let index = 0; index < count; index += 1) {
    builder.addNode(`node_${index}`, () => {
      ran += 1;
      return {};
    });
    builder.addEdge(before, `node_${index}`);
    before = `node_${index}`;
  }
  builder.addEdge(before, END);
  const result = () => {
    const all = ran;
    ran = 0;
    return all;
  };
  return { compile: (options) => builder.compile(options), input: { messages: [] }, result };
}

/** A subgraph per subject; each takes 12 steps. */
function fanoutToSubgraph(count) {
  const Subject = Annotation.Root({ subject: Annotation });
  const Jokes = Annotation.Root({ jokes: Annotation });
  const Joke = Annotation.Root({ ...Subject.spec, ...Jokes.spec });
  const joke = new StateGraph({ input: Subject, output: Jokes, stateSchema: Joke })
    .addNode("edit", ({ subject }) => ({ subject: `${subject} - hohoho` }))
    .addNode("generate", ({ subject }) => ({ jokes: [`Joke about ${subject}`] }))
    .addNode("bump", ({ jokes }) => ({ jokes: [`${jokes[0]} a`] }))
    .addEdge(START, "edit")
    .addEdge("edit", "generate")
    .addEdge("generate", "bump")
    .addConditionalEdges("bump", ({ jokes }) => (jokes[0].endsWith(" a".repeat(10)) ? END : "bump"), ["bump", END])
    .compile();
  const builder = new StateGraph(Annotation.Root({ subjects: Annotation, jokes: append() }))
    .addNode("generate_joke", joke)
    .addConditionalEdges(START, ({ subjects }) => subjects.map((subject) => new Send("generate_joke", { subject })), ["generate_joke"])
    .addEdge("generate_joke", END);
  return {
    compile: (options) => builder.compile(options),
    input: { subjects: Array.from({ length: count }, () => letters(1000)) },
    result: (end) => end.jokes.reduce((total, one) => total + one.length, 0),
  };
}

/** Gives its replies in turn, then starts anew. */
class Scripted extends FakeListChatModel {
  constructor(replies) {
    super({ responses: [""] });
    this.replies = replies;
    this.at = 0;
  }

  bindTools() {
    return this;
  }

  async _generate() {
    const message = this.replies[this.at];
    this.at = (this.at + 1) % this.replies.length;
    return { generations: [{ message, text: message.content }] };
  }
}

/** A scripted model that asks for one tool `calls` times, then answers. */
function reactAgent(calls) {
  const schema = z.object({ query: z.string() });
  const search = tool(({ query }) => `result for query: ${query}`.repeat(10), { name: "search", description: "Searches.", schema });
  const ask = () => {
    const call = { id: randomUUID(), name: "search", args: { query: randomUUID().repeat(100) }, type: "tool_call" };
    return new AIMessage({ content: "", tool_calls: [call], id: randomUUID() });
  };
  const answer = new AIMessage({ content: "answer".repeat(100), id: randomUUID() });
  const llm = new Scripted([...Array.from({ length: calls }, ask), answer]);
  return {
    compile: ({ checkpointer }) => createReactAgent({ llm, tools: [search], checkpointSaver: checkpointer }),
    input: { messages: [new HumanMessage("hi?")] },
    result: (end) => end.messages.length,
  };
}

/** 15 fields, six nodes in a loop with a fan-out and a join, until there are more than `limit` messages. */
function wideState(keys, limit) {
  const later = (old, next) => next ?? old;
  const union = (old, more) => ({ ...old, ...more });
  const Wide = Annotation.Root({
    messages: append(),
    trigger_events: append(),
    categorizations: append(),
    responses: append(),
    slack_participants: folded(union, {}),
    notified_assignees: folded(union, {}),
    primary_issue_medium: folded(later, "email"),
    autoresponse: folded((_, next) => next, null),
    issue: folded(later, null),
    relevant_rules: Annotation,
    memory_docs: Annotation,
    user_info: folded(later, null),
    crm_info: folded(later, null),
    email_thread_id: folded(later, null),
    bot_id: Annotation,
  });
  const all = (names, value) => Object.fromEntries(names.map((name) => [name, value]));
  const builder = new StateGraph(Wide)
    .addNode("one", ({ messages }) => ({ trigger_events: messages, primary_issue_medium: letters(limit) }))
    .addNode("two", ({ trigger_events }) => all(["autoresponse", "issue"], trigger_events.at(-1)))
    .addNode("three", ({ autoresponse }) => ({ relevant_rules: [autoresponse] }))
    .addNode("four", ({ trigger_events }) => all(["categorizations", "responses", "memory_docs"], trigger_events))
    .addNode("five", ({ categorizations }) => ({
      ...all(["user_info", "crm_info", "slack_participants", "notified_assignees"], categorizations.at(-1)),
      email_thread_id: letters(limit),
      bot_id: letters(limit),
    }))
    .addNode("six", ({ responses }) => ({ messages: responses }))
    .addEdge(START, "one")
    .addEdge("one", "two")
    .addEdge("two", "three")
    .addEdge("two", "four")
    .addEdge(["three", "four"], "five")
    .addEdge("five", "six")
    .addConditionalEdges("six", ({ messages }) => (messages.length > limit ? END : "one"), ["one", END]);
  const values = Array(5).fill(["hi?".repeat(10), true, 1, 6327816386138, null]).flat();
  const numbered = (count, value) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`.repeat(10), value]));
  return {
    compile: (options) => builder.compile(options),
    input: { messages: [numbered(keys / 5, numbered(5, values))] },
    result: (end) => end.messages.length,
  };
}

/** One node that counts. */
function loop(steps) {
  const builder = new StateGraph(Annotation.Root({ count: Annotation }))
    .addNode("increment", ({ count }) => ({ count: count + 1 }))
    .addEdge(START, "increment")
    .addConditionalEdges("increment", ({ count }) => (count < steps ? "increment" : END), ["increment", END]);
  return { compile: (options) => builder.compile(options), input: { count: 0 }, result: (end) => end.count };
}

/** One node that appends a line of 100 letters: a state that grows, as an agent's does. */
function history(steps) {
  const line = letters(100);
  const builder = new StateGraph(Annotation.Root({ lines: append() }))
    .addNode("write", () => ({ lines: [line] }))
    .addEdge(START, "write")
    .addConditionalEdges("write", ({ lines }) => (lines.length < steps ? "write" : END), ["write", END]);
  return { compile: (options) => builder.compile(options), input: { lines: [] }, result: (end) => end.lines.length };
}

/** Messages added to others, one after the other; without a graph, but in the shape of one. */
function addMessages(before, more) {
  const made = (count) => Array.from({ length: count }, (_, at) => new HumanMessage({ content: `message ${at}`, id: randomUUID() }));
  const messages = made(before);
  return {
    compile: () => ({ invoke: (input) => input.reduce((all, message) => messagesStateReducer(all, message), messages) }),
    input: made(more),
    result: (end) => end.length,
  };
}

const CASES = {
  sequential,
  fanout_to_subgraph: fanoutToSubgraph,
  react_agent: reactAgent,
  wide_state: wideState,
  loop,
  history,
  add_messages: addMessages,
};

function sqlite(folder, synchronous) {
  const saver = SqliteSaver.fromConnString(join(folder, "checkpoints.db"));
  saver.setup();
  saver.db.pragma(`synchronous=${synchronous}`);
  return saver;
}

const MODES = {
  none: [() => undefined, {}],
  "memory-at-exit": [() => new MemorySaver(), { durability: "exit" }],
  "memory-each-step": [() => new MemorySaver(), { durability: "sync" }],
  "file-each-step": [(folder) => sqlite(folder, "NORMAL"), { durability: "sync" }],
  "synced-file-each-step": [(folder) => sqlite(folder, "FULL"), { durability: "sync" }],
};

/** The time of one run in ms, its last state, and how many bytes of checkpoints it left on disk. */
async function runOnce({ compile, input }, mode) {
  const [saver, options] = MODES[mode];
  const folder = mkdtempSync(join(tmpdir(), "engine-bench-"));
  const checkpointer = saver(folder);
  const graph = compile({ checkpointer });
  globalThis.gc?.();
  const start = performance.now();
  const end = await graph.invoke(input, { recursionLimit: 1_000_000, configurable: { thread_id: "1" }, ...options });
  const ms = performance.now() - start;
  checkpointer?.db?.close();
  const files = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  rmSync(folder, { recursive: true });
  return { ms, end, bytes: files.length > 0 ? files.reduce((total, size) => total + size) : null };
}

/** Runs for at least 0.2 s and gives the median. */
async function measure(name, mode) {
  const [kind, ...numbers] = name.split(":");
  const graph = CASES[kind](...numbers.map(Number));
  const times = [];
  let spent = 0;
  let result;
  let size;
  while (spent < 200 && times.length < 200) {
    const { ms, end, bytes } = await runOnce(graph, mode);
    result = graph.result(end);
    size = bytes;
    times.push(ms);
    spent += ms;
  }
  times.sort((a, b) => a - b);
  return { engine: "LangGraph.js", case: name, mode, ms: times[Math.floor(times.length / 2)], bytes: size, result };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await measure(...line.split(" "))));
}
