// A model server for the tests: OpenAI's Chat Completions wire format on a local port.
//
// The first part of a path names what the server does: `http://127.0.0.1:PORT/agent/v1` plays a whole agent,
// `/unauthorised/v1` refuses the key. Every request is kept, so that a test can check what left the page.

import { createServer } from "node:http";

const PIECE = 24;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a server; `stop()` ends it. */
export async function startModelServer() {
  const server = new ModelServer();
  await new Promise((resolve) => server.http.listen(0, "127.0.0.1", resolve));
  return server;
}

class ModelServer {
  constructor() {
    this.requests = [];
    this.texts = [];
    this.holds = new Map();
    this.hasBroken = false;
    this.http = createServer((request, response) => this.answer(request, response));
  }

  /** The base URL of a scenario. */
  url(scenario) {
    return `http://127.0.0.1:${this.http.address().port}/${scenario}/v1`;
  }

  /** Requests for an answer, oldest first. */
  chats() {
    return this.requests.filter((request) => request.path.endsWith("/chat/completions"));
  }

  /**
   * Has the next answer of this kind (`plan`, `executor`, `refine`, `synthesize`) stop after so many pieces of text, at the latest after the last.
   * `reached` resolves once it has stopped, `release()` lets it go on.
   */
  hold(kind, { pieces = 0 } = {}) {
    const hold = { pieces };
    hold.reached = new Promise((resolve) => (hold.reach = resolve));
    hold.released = new Promise((resolve) => (hold.release = resolve));
    this.holds.set(kind, hold);
    return hold;
  }

  /** The hold for this request, if there is one; it holds one request. */
  held(body) {
    const kind = kindOf(body);
    const hold = this.holds.get(kind);
    this.holds.delete(kind);
    return hold;
  }

  async stop() {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  async answer(request, response) {
    const [, scenario] = request.url.split("/");
    const kept = { method: request.method, path: request.url, headers: request.headers, body: null, aborted: false };
    if (scenario !== "nocors") allowCors(request, response);
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    this.requests.push(kept);
    response.on("close", () => (kept.aborted = !response.writableFinished));
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    if (chunks.length > 0) kept.body = JSON.parse(Buffer.concat(chunks).toString());
    const play = SCENARIOS[scenario];
    if (!play) return refuse(response, 404, "no such scenario");
    if (request.url.endsWith("/models")) return models(response, scenario);
    const earlier = this.chats().filter((chat) => chat.path.startsWith(`/${scenario}/`)).length - 1;
    await play({ server: this, body: kept.body, response, earlier });
  }
}

function allowCors(request, response) {
  response.setHeader("Access-Control-Allow-Origin", request.headers.origin ?? "*");
  response.setHeader("Access-Control-Allow-Headers", "authorization, content-type");
  response.setHeader("Access-Control-Allow-Methods", "GET, POST");
  response.setHeader("Access-Control-Expose-Headers", "retry-after");
}

/** What a scenario does with a request for an answer. */
const SCENARIOS = {
  agent: ({ server, body, response }) => stream(response, scripted(body), { hold: server.held(body) }),

  // Its plan is long thought about.
  thinker: ({ body, response }) => stream(response, scripted(body), { read: kindOf(body) === "plan" ? 17_000 : 100 }),

  // Refuses the key when first asked for the answer itself.
  moody({ server, body, response }) {
    if (kindOf(body) !== "synthesize" || server.hasBroken) return stream(response, scripted(body));
    server.hasBroken = true;
    refuse(response, 401, "Incorrect API key provided.", "invalid_api_key");
  },

  // Calls so many tools at once that a person can act in the middle of it.
  diligent({ server, body, response }) {
    if (kindOf(body) !== "executor" || body.messages.at(-1).role === "tool") {
      return stream(response, scripted(body), { hold: server.held(body) });
    }
    const tools = Array.from({ length: 120 }, (_, at) => ({
      name: "search_codebase",
      arguments: { query: `step value module ${at} return`, n_results: 10 },
    }));
    return stream(response, { text: "Looking everywhere.", tools });
  },

  // Plays plan-review, and wants to delete a file.
  deleter: ({ body, response }) => stream(response, acting(body, { name: "delete_file", arguments: { path: "lamp.py" } })),

  // Plays plan-review, and stores or reads what the person asked for: `Remember: KEY for SCOPE is VALUE`, `Recall: KEY for SCOPE`.
  rememberer({ body, response }) {
    const said = body.messages.map((message) => message.content ?? "").join("\n");
    const [, verb, key, scope, value] = /(Remember|Recall): (\w+) for (\w+)(?: is (\w+))?/.exec(said);
    const call = verb === "Recall" ? { name: "memory_get", arguments: { key, scope } } : { name: "memory_set", arguments: { key, value, scope } };
    stream(response, acting(body, call));
  },

  // Plays plan-review, and makes the call that the request holds as JSON after "CALL".
  caller: ({ body, response }) => stream(response, acting(body, calledFor(body))),

  // Plays plan-review, and reads a file.
  reader: ({ body, response }) => stream(response, acting(body, { name: "read_file", arguments: { file_path: "lamp.py" } })),
  // Plays three-phase: hands the request to its agent, which makes a sum count its end.
  fixer: ({ body, response }) => stream(response, fixing(body)),

  // Plays plan-review, and reads a file; each request can be held.
  looker: ({ server, body, response }) =>
    stream(response, acting(body, { name: "read_file", arguments: { path: "lamp.py" } }), { hold: server.held(body) }),

  // Plays plan-review, and asks the person.
  asker: ({ body, response }) =>
    stream(response, acting(body, { name: "ask_person", arguments: { question: "Which colour?", options: ["red", "green"] } })),

  // Writes what the test has put into `texts`, one after the other.
  written: ({ server, response }) => stream(response, { text: server.texts.shift() ?? "Nothing more is to be said." }),

  nocors: ({ body, response }) => stream(response, scripted(body)),

  // The first request is asked to come back in a second.
  busy({ body, response, earlier }) {
    if (earlier > 0) return stream(response, scripted(body));
    response.setHeader("Retry-After", "1");
    refuse(response, 429, "Rate limit reached for requests", "rate_limit_exceeded");
  },

  // The first answer of the synthesizer breaks off in the middle.
  async broken({ body, response, server }) {
    if (kindOf(body) !== "synthesize" || server.hasBroken) return stream(response, scripted(body));
    server.hasBroken = true;
    await stream(response, { text: "This half is never to be read as the whole. ".repeat(3) }, { breakOff: true });
  },

  unauthorised: ({ response }) => refuse(response, 401, "Incorrect API key provided.", "invalid_api_key"),

  nomodel: ({ body, response }) => refuse(response, 404, `The model '${body.model}' does not exist`, "model_not_found"),

  failing: ({ response }) => refuse(response, 500, "The server had an error"),

  // Streams its answer so slowly that a person will stop it.
  slow: ({ body, response }) =>
    kindOf(body) === "synthesize"
      ? stream(response, { text: "Slowly said. ".repeat(400) }, { wait: 150 })
      : stream(response, scripted(body)),

  // Cites two hundred spans that no tool returned, and one that a tool did.
  inventing({ body, response }) {
    if (kindOf(body) !== "synthesize") return stream(response, scripted(body));
    const [real = ""] = spanIds(body);
    const forged = Array.from({ length: 200 }, (_, at) => `Claim ${at} [[${forge(real, at)}]].`);
    return stream(response, { text: `${forged.join(" ")}\n\nOne real thing [[${real}]].` });
  },

  // Answers out of its own head.
  vague({ body, response }) {
    if (kindOf(body) !== "synthesize") return stream(response, scripted(body));
    return stream(response, { text: "It surely works somehow." });
  },

  // Answers with nothing, however often it is asked.
  silent({ body, response }) {
    if (kindOf(body) !== "synthesize") return stream(response, scripted(body));
    return stream(response, { text: " \n\n" });
  },

  // Answers with nothing at first.
  shy({ body, response, server }) {
    if (kindOf(body) !== "synthesize" || server.hasBroken) return stream(response, scripted(body));
    server.hasBroken = true;
    return stream(response, { text: "" });
  },

  // Quotes documentation with a fence in it, and writes brackets in every way that might pass for a citation.
  fenced({ body, response }) {
    if (kindOf(body) !== "synthesize") return stream(response, scripted(body));
    const [real = ""] = spanIds(body);
    return stream(response, { text: FENCED.replaceAll("REAL", real) });
  },

  // Answers with what the test has put into `texts`, as one piece of the wire format each time its pace allows.
  answering({ server, body, response }) {
    if (kindOf(body) !== "synthesize") return stream(response, scripted(body));
    return stream(response, { text: server.texts.shift() ?? "" }, { piece: 400, wait: 1 });
  },

  // Thinks before it answers: in a field of its own, then between tags in its text. Its provider has most of the prompt in its cache.
  reasoner({ body, response }) {
    const { text, tools } = scripted(body);
    const thinks = "Is it [[1]]? Perhaps.";
    return stream(response, { text: `<think>Tagged: ${thinks}</think>\n\n${text ?? ""}`, tools, reasoning: `Field: ${thinks}` }, { cached: 75 });
  },

  // Says things that must never run.
  hostile({ body, response }) {
    if (kindOf(body) !== "synthesize") return stream(response, scripted(body));
    return stream(response, { text: HOSTILE });
  },
};

const FENCED = `It is quoted [[REAL]]:

\`\`\`\`rust
/// \`\`\`
/// grid[[1]] and [[REAL]]
/// \`\`\`
fn f() {}
\`\`\`\`

After the code [[REAL]], [\\[REAL]], (REAL) and \` a stray tick [[REAL]].

Spelled: [[1]] [[+1]] [\\[1]] [[[1]]] [[1]](https://e.example) &#91;[1]] [[[deadbeef00]][1]] end.`;

const HOSTILE = `<script>window.hacked = "script"</script>
<img src="x" onerror="window.hacked = 'image'">

# A heading

[a link](javascript:window.hacked='link') and [another](data:text/html,<script>window.hacked='data'</script>)
![picture](javascript:window.hacked='picture') ![beacon](http://127.0.0.1:9/beacon.png)

<iframe src="javascript:parent.hacked='frame'"></iframe>
<svg onload="window.hacked='svg'"><a xlink:href="javascript:1">x</a></svg>
<style>body { display: none }</style>

The end of the hostile answer.`;

/** Which of the agent's prompts this is. */
function kindOf(body) {
  const text = body.messages.map((message) => message.content ?? "").join("\n");
  if (body.tools?.length > 0) return "executor";
  if (text.includes("JSON array of strings")) return "plan";
  if (text.includes('"decision"')) return "refine";
  if (text.includes("Cite the code behind every statement")) return "synthesize";
  return "other";
}

/** Plays a model that plans one step, calls two tools at once, finds the evidence enough, and cites what it read. */
function scripted(body) {
  switch (kindOf(body)) {
    case "plan":
      return { text: JSON.stringify(["Find place_order and who calls it"]) };
    case "executor": {
      if (body.messages.at(-1).role === "tool") {
        const [first] = spanIds(body);
        return { text: `The step is done: see [[${first}]].` };
      }
      return {
        text: "Looking it up.",
        tools: [
          { name: "search_codebase", arguments: { query: "place_order", n_results: 5 } },
          { name: "get_callers", arguments: { function_name: "place_order" } },
        ],
      };
    }
    case "refine":
      return { text: JSON.stringify({ decision: "FINISH", reason: "The callers are known." }) };
    case "synthesize": {
      const cited = spanIds(body).slice(0, 3).map((id) => `[[${id}]]`);
      const text = [
        "## How orders are placed",
        `\`place_order\` checks an order, saves it and returns what is to be paid ${cited[0] ?? ""}.`,
        `- It is **called** from the checkout ${cited[1] ?? ""} ${cited[2] ?? ""}.`,
        "- This one is made up [[deadbeef00]].",
      ];
      return { text: text.join("\n\n") };
    }
    default:
      return { text: "ok" };
  }
}

/** Plays a model of plan-review that plans one step and makes one call in it; a refused call fails the step. */
function acting(body, call) {
  const last = body.messages.at(-1);
  const all = body.messages.map((message) => message.content ?? "").join("\n");
  if (body.tools?.length > 0 && last.role === "tool") {
    const ok = !last.content.includes("did not allow");
    const answer = /The person answered: (\w+)/.exec(last.content)?.[1];
    return { text: JSON.stringify({ success: ok, output: answer ? `${answer} it is` : last.content.slice(0, 200) }) };
  }
  if (body.tools?.length > 0) return { tools: [call] };
  if (all.includes("verdict")) return { text: JSON.stringify({ verdict: "finish", reason: "It is done.", fix_suggestion: "" }) };
  return { text: JSON.stringify({ plan: all.includes("did not allow") ? [] : ["Do it"] }) };
}

function calledFor(body) {
  const all = body.messages.map((message) => message.content ?? "").join("\n");
  return JSON.parse(/CALL (\{.*?\}) END/s.exec(all)[1]);
}

/** Plays a model of three-phase that hands a request over, and makes one edit when it gets it itself. */
function fixing(body) {
  const all = body.messages.map((message) => message.content ?? "").join("\n");
  if (body.tools?.length > 0 && body.messages.at(-1).role === "tool") return { text: "The end counts now." };
  if (body.tools?.length > 0) {
    const edit = (path, old, fixed) => ({ name: "edit_file", arguments: { path, edits: [{ old, new: fixed }] } });
    const isPython = all.includes("sums.py");
    return { tools: [isPython ? edit("sums.py", "range(start, end)", "range(start, end + 1)") : edit("sums.mjs", "i < end", "i <= end")] };
  }
  if (all.includes("what kind of request")) return { text: JSON.stringify({ task_type: "unknown", confidence: 0.2 }) };
  return { text: JSON.stringify({ action: "delegate", reasoning: "It takes an edit and a check." }) };
}

/** Ids of the spans that the prompt or the tools' answers hold, in order. */
function spanIds(body) {
  const texts = body.messages.filter((message) => message.role !== "system" || !body.tools).map((it) => it.content ?? "");
  const ids = texts.join("\n").matchAll(/\[\[([0-9a-f]{6,64})\]\]/g);
  return [...new Set([...ids].map(([, id]) => id))].filter((id) => id !== "3f2a91c04b");
}

/** A wrong id: another hash, a neighbour's digits, a path with lines. */
function forge(real, at) {
  const hex = (at * 2654435761 >>> 0).toString(16).padStart(8, "0");
  if (at % 3 === 0) return `${real.slice(0, 2)}${hex}`;
  if (at % 3 === 1) return `server/orders.py:${at}-${at + 9}`;
  return `${hex}${at.toString(16)}`;
}

/** Streams text and tool calls as deltas, arguments in pieces, then usage. */
async function stream(response, { text = "", tools = [], reasoning = "" }, { wait = 2, breakOff = false, hold, read = 100, piece = PIECE, cached } = {}) {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  const send = (choice) => response.write(`data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", ...choice })}\n\n`);
  const delta = (delta, finish_reason = null) => send({ choices: [{ index: 0, delta, finish_reason }] });
  delta({ role: "assistant", content: "" });
  if (reasoning) delta({ reasoning_content: reasoning });
  for (let at = 0; at < text.length; at += piece) {
    if (at / PIECE === hold?.pieces) await stopped(hold);
    if (response.destroyed) return;
    delta({ content: text.slice(at, at + piece) });
    await pause(wait);
  }
  if (hold?.pieces * PIECE >= text.length) await stopped(hold);
  if (breakOff) return response.destroy();
  tools.forEach((tool, index) => {
    const call = { index, id: `call_${index}`, type: "function", function: { name: tool.name, arguments: "" } };
    delta({ tool_calls: [call] });
    const written = JSON.stringify(tool.arguments);
    for (let at = 0; at < written.length; at += 7) {
      delta({ tool_calls: [{ index, function: { arguments: written.slice(at, at + 7) } }] });
    }
  });
  delta({}, tools.length > 0 ? "tool_calls" : "stop");
  send({ choices: [], usage: { prompt_tokens: read, completion_tokens: 20, total_tokens: read + 20, ...(cached && { prompt_tokens_details: { cached_tokens: cached } }) } });
  response.end("data: [DONE]\n\n");
}

async function stopped(hold) {
  hold.reach();
  await hold.released;
}

function models(response, scenario) {
  if (scenario === "unauthorised") return refuse(response, 401, "Incorrect API key provided.", "invalid_api_key");
  json(response, 200, { object: "list", data: [{ id: "tester", object: "model" }, { id: "tester-mini", object: "model" }] });
}

function refuse(response, status, message, code = null) {
  json(response, status, { error: { message, type: "error", code } });
}

function json(response, status, document) {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(document));
}
