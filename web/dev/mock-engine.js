// A stand-in for the engine worker while the page is worked on: plays a scripted conversation of protocol messages.
// Never part of a build. Special questions: "fail" ends in a failure, "crash" kills the worker, "slow" never ends.

const cancelled = new Set();
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const post = (id, body) => postMessage({ id, body });
const done = (id, reply) => post(id, { type: "done", reply });
const failed = (id, kind, message, advice = null) => post(id, { type: "failed", failure: { kind, message, advice } });

const PYTHON = `"""Sessions kept in signed cookies."""
from datetime import datetime, timezone


class SecureCookieSessionInterface(SessionInterface):
    """The default session interface: a signed cookie."""

    salt = "cookie-session"
    max_age = 31 * 24 * 60 * 60

    def get_signing_serializer(self, app):
        if not app.secret_key:
            return None
        return URLSafeTimedSerializer(app.secret_key, salt=self.salt)

    def open_session(self, app, request):
        s = self.get_signing_serializer(app)
        if s is None:
            return None
        val = request.cookies.get(self.get_cookie_name(app))
        if not val:
            return self.session_class()
        try:
            return self.session_class(s.loads(val, max_age=self.max_age))
        except BadSignature:
            return self.session_class()  # größe 🦀 ключ
`;

// Rough highlighting, enough to see colours.
function highlight(text) {
  const classes = [["comment", /#.*/y], ["string", /"""[\s\S]*?"""|"[^"\n]*"/y], ["number", /\b\d+\b/y], ["keyword", /\b(?:def|class|from|import|if|not|return|is|try|except|None)\b/y], ["function", /\b\w+(?=\()/y]];
  const names = ["comment", "string", "number", "keyword", "function"];
  const bytes = (piece) => new TextEncoder().encode(piece).length;
  let out = "", at = 0, gap = 0;
  while (at < text.length) {
    const hit = classes.map(([name, rule]) => ((rule.lastIndex = at), [name, rule.exec(text)])).find(([, match]) => match);
    const word = hit?.[1][0];
    if (hit) {
      out += `${gap}${String.fromCharCode(97 + names.indexOf(hit[0]))}${bytes(word)} `;
      gap = 0;
      at += word.length;
    } else {
      const plain = /[A-Za-z_]+|[^]/uy;
      plain.lastIndex = at;
      const piece = plain.exec(text)[0];
      gap += bytes(piece);
      at += piece.length;
    }
  }
  return out;
}

const LONG = Array.from({ length: 20000 }, (_, i) => `def generated_${i + 1}(value): return value + ${i + 1}`).join("\n");
const symbol = (n, name, path, start, end, kind = "function") => ({ symbol: n, qualified_name: `flask.sessions.${name}`, name: name.split(".").pop(), kind, path, start_line: start, end_line: end });
const P = "src/flask/sessions.py";
const SYMBOLS = [
  symbol(0, "SecureCookieSessionInterface.open_session", P, 16, 26, "method"),
  symbol(1, "SecureCookieSessionInterface.get_signing_serializer", P, 11, 14, "method"),
  { ...symbol(2, "RequestContext.push", "src/flask/ctx.py", 40, 60, "method"), qualified_name: "flask.ctx.RequestContext.push" },
  symbol(3, "SecureCookieSessionInterface", P, 5, 26, "class"),
  symbol(4, "SessionMixin.session_transaction", "src/flask/testing.py", 90, 120, "method"),
];
const edge = (n, line, proven) => ({ other: SYMBOLS[n], path: SYMBOLS[n].path, line, rule: proven ? "self" : "unique-name", confidence: proven ? 1 : 0.5, proven });
const page = (n) => ({ symbol: SYMBOLS[n] ?? SYMBOLS[0], signature: `def ${(SYMBOLS[n] ?? SYMBOLS[0]).name}(self, app, request)`, doc: "Opens the session of a request, or an empty one where its cookie cannot be trusted.", callers: [edge(2, 47, true), edge(4, 101, false)], callees: [edge(1, 17, true)], unresolved: [[20, "request.cookies.get", "receiver's type is not known"]], namesakes: [] });

const storedOne = { id: "flask", name: "flask", files: 129, source_bytes: 1300000, stored_bytes: 2100000, imported_at: 1.76e12 };
let stored = [storedOne];
const overview = (name) => ({
  id: "flask", name, files: 1005, bytes: 7900000, symbols: 3214, languages: [["Python", 812], ["Markdown", 93], ["HTML", 60]],
  calls: { sites: 20000, proven: 11041, possible: 720, unresolved: 240, external: 7999 }, skipped: 23, decoded: [["docs/a.txt", "windows-1252"]], syntax_errors: 2, ready_ms: 1840,
  suggestions: ["How does open_session work?", "Who calls get_signing_serializer?", "Where is SecureCookieSessionInterface defined?", "What does RequestContext.push do?"],
  storage: { type: "opfs", persisted: false }, not_stored: null,
});

async function arrive(id, name) {
  for (const phase of ["reading", "parsing", "indexing", "linking", "storing"]) {
    for (let n = 0; n <= 1005; n += 67) {
      if (cancelled.has(id)) return failed(id, "cancelled", "Stopped. Nothing was changed.");
      post(id, { type: "progress", progress: { phase, done: n, total: 1005, bytes: n * 7860, skipped: Math.floor(n / 44) } });
      await wait(12);
    }
  }
  stored = [storedOne];
  done(id, { type: "opened", overview: overview(name) });
}

const span = (eid, n, relation) => ({ id: eid, path: SYMBOLS[n].path, start_line: SYMBOLS[n].start_line, end_line: SYMBOLS[n].end_line, hash: "0".repeat(32), relation, symbol: SYMBOLS[n].qualified_name, kind: SYMBOLS[n].kind, signature: "def f(self)", doc: null, excerpt: PYTHON.split("\n").slice(SYMBOLS[n].start_line - 1, SYMBOLS[n].end_line).join("\n"), score: 9.5, rule: null });
const cite = (number, eid, n) => ({ number, id: eid, path: SYMBOLS[n].path, start_line: SYMBOLS[n].start_line, end_line: SYMBOLS[n].end_line, symbol: SYMBOLS[n].qualified_name });
const ANSWER = "A session ends when its cookie can no longer be **trusted** [[1]]: `open_session` reads it with `max_age`, and a bad signature gives an empty session [[1]].\n\n### How\n\n1. The serializer is made from the secret key [[2]].\n2. `loads` checks the age.\n\n```python\nval = s.loads(value, max_age=self.max_age)\n```\n\n| symbol | called by |\n|---|---|\n| open_session | push [[1]] |\n\n<img src=x onerror=alert(1)> is text, and [a link](https://example.com) is a link.";

async function ask(id, { question, options }) {
  let seq = 0;
  const began = performance.now();
  const event = async (body, ms = 60) => {
    await wait(ms);
    if (cancelled.has(id)) throw "cancelled";
    post(id, { type: "event", event: { seq: seq++, at_ms: performance.now() - began, ...body } });
  };
  try {
    await event({ type: "run_started", run: "r1", question, agent: options.agent, model: { provider: "offline", model: "offline" } }, 0);
    await event({ type: "node_started", node: "planner", step: 1 });
    await event({ type: "plan_made", steps: ["Find where sessions end", "Read open_session", "Check who calls it"], iteration: 1, fallback: null });
    await event({ type: "node_finished", node: "planner", step: 1, ms: 3.2, wrote: ["plan", "current_step"] });
    for (const [index, description, tool, args, ev] of [
      [0, "Find where sessions end", "search_codebase", { query: "session expiry", n_results: 5 }, span("e1", 0, { type: "hit" })],
      [1, "Read open_session", "read_file", { file_path: P }, span("e2", 1, { type: "read" })],
      [2, "Check who calls it", "get_callers", { function_name: "open_session" }, span("e3", 2, { type: "caller", of: "open_session" })],
    ]) {
      await event({ type: "step_started", index, description });
      await event({ type: "node_started", node: "executor_llm", step: 2 + index });
      await event({ type: "node_finished", node: "executor_llm", step: 2 + index, ms: 1, wrote: ["messages"] });
      await event({ type: "node_started", node: "tool_node", step: 2 + index });
      await event({ type: "tool_started", id: `c${index}`, name: tool, arguments: JSON.stringify(args) });
      if (/crash/.test(question)) setTimeout(() => { throw new Error("unreachable executed"); });
      if (/slow/.test(question)) await event({ type: "retrying", node: "executor_llm", why: "The model refused: too many requests.", attempt: 2, wait_ms: 60000 }), await (async () => { while (!/deaf/.test(question) && !cancelled.has(id)) await wait(50); if (/deaf/.test(question)) await wait(1e8); throw "cancelled"; })();
      await event({ type: "tool_finished", id: `c${index}`, name: tool, ok: true, summary: `${index + 1} results`, output: "src/flask/sessions.py:16-26\n" + PYTHON, evidence: [ev], ms: 2.4 }, 150);
      await event({ type: "node_finished", node: "tool_node", step: 3 + index, ms: 3, wrote: ["messages"] });
      await event({ type: "finding_added", key: `step_${index}: ${description}`, text: "open_session(self, app, request)\nOpens the session.", evidence: [ev] });
    }
    await event({ type: "decided", decision: "FINISH", reason: "The definition and its callers are known." });
    if (/fail/.test(question)) throw { message: "Ollama refused this page.", advice: "Run: OLLAMA_ORIGINS=http://localhost:8090 ollama serve" };
    await event({ type: "node_started", node: "synthesizer", step: 9 });
    await event({ type: "citation_added", citation: cite(1, "e1", 0) });
    await event({ type: "citation_added", citation: cite(2, "e2", 1) });
    for (let at = 0; at < ANSWER.length; at += 7) await event({ type: "answer_text", text: ANSWER.slice(at, at + 7) }, 8);
    await event({ type: "model_used", node: "synthesizer", usage: { input: 1840, output: 212 }, ms: 400 });
    await event({ type: "answer", markdown: ANSWER, citations: [cite(1, "e1", 0), cite(2, "e2", 1)], dropped: 2 });
    await event({ type: "node_finished", node: "synthesizer", step: 9, ms: 420, wrote: ["answer"] });
    await event({ type: "run_finished", outcome: { type: "answered" }, ms: performance.now() - began });
    done(id, { type: "ok" });
  } catch (why) {
    if (why === "cancelled") return failed(id, "cancelled", "Stopped.");
    failed(id, "model", why.message, why.advice);
  }
}

const AGENT = `flowchart TD
  planner["planner"] --> setup_executor["setup_executor"]
  setup_executor --> executor_llm["executor_llm"]
  executor_llm -. tools .-> tool_node["tool_node"]
  executor_llm -. done .-> aggregate["aggregate"]
  tool_node --> executor_llm
  aggregate --> refinery["refinery"]
  refinery -. continue .-> planner
  refinery -. finish .-> synthesizer["synthesizer"]
`;
const AROUND = 'flowchart LR\n  n0["open_session"]\n  n1["get_signing_serializer"]\n  n2["RequestContext.push"]\n  n3["session_transaction"]\n  n0 --> n1\n  n2 --> n0\n  n3 -.-> n0\n';

const folder = (name, path, files) => ({ name, path, kind: "folder", bytes: files * 8000, files, language: null });
const file = (name, path) => ({ name, path, kind: "file", bytes: 4200, files: 1, language: "Python" });
const DIRECTORIES = {
  "": [folder("docs", "docs", 93), folder("src", "src", 60), ...Array.from({ length: 60 }, (_, i) => file(`module_${i}.py`, `module_${i}.py`)), file("long.py", "long.py"), file("שלום 🦀.py", "שלום 🦀.py")],
  src: [folder("flask", "src/flask", 60)],
  "src/flask": [file("ctx.py", "src/flask/ctx.py"), file("sessions.py", P)],
};

const commands = {
  hello: (id) => done(id, { type: "welcome", storage: { type: "opfs", persisted: false }, stored, agents: ["plan-react"], sample_bytes: 910000 }),
  import: (id, { source }) => (/bomb/.test(source.name ?? "") ? failed(id, "bad_input", "The archive expands to more than 2 GB.", "Leave the data out of it and try again.") : arrive(id, source.name ?? "quarry")),
  open: (id) => arrive(id, "flask"),
  delete: (id) => done(id, { type: "stored", stored: (stored = []) }),
  close: (id) => done(id, { type: "stored", stored }),
  cancel: (id, { request }) => (cancelled.add(request), done(id, { type: "ok" })),
  ask,
  skipped: (id) => done(id, { type: "skipped", entries: [...Array.from({ length: 20 }, (_, i) => ({ path: `docs/_static/image_${i}.png`, reason: "binary" })), { path: "node_modules", reason: "dependencies or build output" }, { path: "a.min.js", reason: "minified" }, { path: "big.json", reason: "larger than 1 MB" }] }),
  list_directory: (id, { path }) => done(id, { type: "directory", entries: DIRECTORIES[path] ?? [] }),
  open_file(id, { path }) {
    const text = path === "long.py" ? LONG : PYTHON;
    const outline = path === P ? [[3, "SecureCookieSessionInterface", "class", 0, 5, 26], [1, "get_signing_serializer", "method", 1, 11, 14], [0, "open_session", "method", 1, 16, 26]].map(([symbol, name, kind, depth, start_line, end_line]) => ({ symbol, name, kind, depth, start_line, end_line })) : [];
    done(id, { type: "file", file: { path, language: "Python", text, highlight: highlight(text), outline, decoded_from: null } });
  },
  find: (id, { query }) => done(id, { type: "found", items: query === "zzz" ? [] : [...SYMBOLS.map((it) => ({ kind: "symbol", title: it.name, detail: it.path, path: it.path, start_line: it.start_line, end_line: it.end_line, symbol: it.symbol })), { kind: "file", title: "sessions.py", detail: P, path: P, start_line: 1, end_line: 1, symbol: null }, { kind: "text", title: "return self.session_class()", detail: `${P}:22`, path: P, start_line: 22, end_line: 22, symbol: null }] }),
  symbol: (id, { symbol }) => done(id, { type: "symbol", page: page(symbol) }),
  symbol_named(id, { name }) {
    const found = SYMBOLS.find((it) => it.name === name);
    found ? done(id, { type: "symbol", page: page(found.symbol) }) : failed(id, "not_found", `No symbol is called ${name}.`);
  },
  neighbourhood: (id) => done(id, { type: "neighbourhood", neighbourhood: { nodes: [0, 1, 2, 4].map((n, i) => ({ symbol: SYMBOLS[n], distance: i ? 1 : 0 })), edges: [[0, 1, true], [2, 0, true], [3, 0, false]], omitted: [SYMBOLS[3]], more: 12, mermaid: AROUND } }),
  agent_graph: (id) => done(id, { type: "agent_graph", mermaid: AGENT, nodes: ["planner"] }),
  test_connection: (id, { model }) => (/11434/.test(model.base_url) ? failed(id, "model", "Ollama refused this page.", "Run: OLLAMA_ORIGINS=http://localhost:8090 ollama serve") : done(id, { type: "connected", model: { provider: "api.openai.com", model: model.model }, ms: 412 })),
  set_key: (id, { base_url, remember }) => done(id, { type: "keys", keys: [{ origin: new URL(base_url).origin, remembered: remember }] }),
  forget_key: (id) => done(id, { type: "keys", keys: [] }),
  keys: (id) => done(id, { type: "keys", keys: [] }),
};

onmessage = ({ data: { request, attachments } }) => {
  if (request.command.type === "import") console.log("import", JSON.stringify(request.command.source).slice(0, 300), attachments.length);
  commands[request.command.type](request.id, request.command, attachments);
};
postMessage("ready");
