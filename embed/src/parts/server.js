// Answers from a Quarry Worker, over its HTTP API. No engine and no index come to this page.

import { Failure } from "./failure.js";

/** How often the events of a run are requested again after its connection broke. */
const ATTEMPTS = 3;

export class ServerBackend {
  hasFiles = false;
  #base;
  #repo;
  #token;

  constructor(server, repo, token) {
    this.#base = server.endsWith("/") ? server : `${server}/`;
    this.#repo = repo;
    this.#token = token;
    this.host = new URL(this.#base).host;
  }

  async open(onStatus, signal) {
    onStatus("connecting", { host: this.host });
    const { repos } = await this.#get("v1/repos", {}, signal);
    const found = repos.find(({ id }) => id === this.#repo);
    if (!found) {
      const advice = "The site's owner names it in the attribute `repo`; a private one also needs `token`.";
      throw new Failure("missing", `${this.host} has no repository “${this.#repo}” to read here.`, advice);
    }
    return { name: found.name, snapshot: found.snapshot, files: found.files };
  }

  async suggest() {
    return [];
  }

  async names(query, signal) {
    const symbols = await this.#get("v1/symbols", { q: query, n: 6 }, signal);
    return symbols.symbols.filter(({ kind }) => kind === "symbol").map((found) => {
      // The detail reads `function shop.orders.place_order  shop/orders.py:12`.
      const [kind, name = found.title] = found.detail.split(/\s+/);
      return { ...found, kind, group: "symbols", title: name, qualified_name: name, symbol: null, snippet: "", terms: [] };
    });
  }

  async search(query, signal) {
    const [named, hits] = await Promise.all([this.names(query, signal), this.#get("v1/search", { q: query, n: 12 }, signal)]);
    const known = new Set(named.map(({ path, start_line: line }) => `${path}:${line}`));
    const terms = query.split(/\W+/).filter((term) => term.length > 2);
    const found = hits.hits.filter((hit) => !known.has(`${hit.path}:${hit.start_line}`)).map((hit) => ({
      ...hit,
      group: /\.(md|mdx|markdown|rst|txt|adoc|org)$/i.test(hit.path) ? "docs" : "code",
      title: hit.symbol ?? hit.path.split("/").at(-1),
      qualified_name: hit.symbol,
      symbol: null,
      terms,
    }));
    return [...named, ...found];
  }

  async symbol({ qualified_name: symbol }, signal) {
    const [callers, callees] = await Promise.all([
      this.#get("v1/callers", { symbol }, signal),
      this.#get("v1/callees", { symbol }, signal),
    ]);
    const inward = callers.find((it) => it.symbol === symbol) ?? callers[0];
    const outward = callees.find((it) => it.symbol === inward?.symbol) ?? callees[0];
    const of = inward ?? outward;
    if (!of) throw new Failure("not_found", `There is no symbol “${symbol}” in this index.`);
    const edge = (noun) => (call) => ({ ...call, other: summary(call[noun]) });
    return {
      symbol: { ...summary(of.symbol), kind: of.kind, path: of.path, start_line: of.start_line, end_line: of.end_line },
      signature: "",
      doc: null,
      callers: (inward?.calls ?? []).map(edge("caller")),
      callees: (outward?.calls ?? []).map(edge("callee")),
      unresolved: outward?.unresolved ?? [],
      namesakes: [],
      omitted: { callers: inward?.omitted ?? 0, callees: outward?.omitted ?? 0 },
      cut: inward?.cut ?? outward?.cut,
    };
  }

  /** Made from the symbol's page: its callers and callees. */
  async around({ symbol, callers, callees }) {
    const nodes = [{ symbol, distance: 0 }];
    const edges = new Map();
    const at = (other) => {
      const known = nodes.findIndex((node) => node.symbol.qualified_name === other.qualified_name);
      return known >= 0 ? known : nodes.push({ symbol: other, distance: 1 }) - 1;
    };
    const all = [...callers.map((call) => [call, true]), ...callees.map((call) => [call, false])];
    const drawn = all.filter(([call], index) => nodes.length < 24 || index < 24 || nodes.some((node) => node.symbol.qualified_name === call.other.qualified_name));
    for (const [call, isCaller] of drawn) {
      const other = at(call.other);
      const [from, to] = isCaller ? [other, 0] : [0, other];
      const key = `${from}-${to}`;
      edges.set(key, [from, to, call.proven || edges.get(key)?.[2] === true]);
    }
    const label = (text) => text.replace(/["\\]/g, "'");
    const rows = nodes.map((node, index) => `  n${index}["${label(node.symbol.qualified_name)}"]`);
    const lines = [...edges.values()].map(([from, to, proven]) => `  n${from} ${proven ? "-->" : "-.->"} n${to}`);
    const mermaid = ["flowchart LR", ...rows, ...lines, ""].join("\n");
    return { nodes, edges: [...edges.values()], omitted: [], more: all.length - drawn.length, mermaid };
  }

  /** Reads the run's events to its end, and reconnects where the connection breaks. */
  async ask({ question, history }, { signal, onEvent }) {
    let run = null;
    let last = null;
    let isOver = false;
    const onMessage = (event) => {
      if (last !== null && event.seq <= last) return;
      last = event.seq;
      if (event.type === "run_started") run = event.run;
      if (event.type === "run_finished") isOver = true;
      onEvent(event);
    };
    const stop = () => run && this.#send("POST", `v1/runs/${encodeURIComponent(run)}/cancel`, {}).catch(() => {});
    signal.addEventListener("abort", stop, { once: true });
    try {
      const body = { repo: this.#repo, question, history };
      await this.#follow(await this.#send("POST", "v1/ask", { body, accept: "text/event-stream" }), onMessage).catch((error) => {
        if (!run) throw error;
      });
      for (let attempt = 0; !isOver && run && attempt < ATTEMPTS; attempt += 1) {
        await new Promise((wake) => setTimeout(wake, 500 * (attempt + 1)));
        const headers = last === null ? {} : { "Last-Event-ID": String(last) };
        const path = `v1/runs/${encodeURIComponent(run)}`;
        await this.#send("GET", path, { accept: "text/event-stream", headers }).then((it) => this.#follow(it, onMessage)).catch(() => {});
      }
      if (!isOver) throw new Failure("unreachable", `The connection to ${this.host} broke before the answer was whole.`, "Try again.");
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  release() {}

  async #follow(response, onMessage) {
    let data = [];
    let rest = "";
    const decoder = new TextDecoder();
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split(/\r\n|\n|\r/);
      rest = done ? "" : lines.pop();
      for (const line of lines) {
        if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
        if (line !== "" || data.length === 0) continue;
        onMessage(JSON.parse(data.join("\n")));
        data = [];
      }
      if (done) return;
    }
  }

  async #get(path, query, signal) {
    const search = new URLSearchParams(path === "v1/repos" ? query : { repo: this.#repo, ...query });
    const response = await this.#send("GET", `${path}?${search}`, { signal, accept: "application/json" });
    return response.json();
  }

  async #send(method, path, { body, accept, headers = {}, signal } = {}) {
    const all = { ...headers };
    if (accept) all.Accept = accept;
    if (body) all["Content-Type"] = "application/json";
    if (this.#token) all.Authorization = `Bearer ${this.#token}`;
    const init = { method, headers: all, signal, credentials: "omit", referrerPolicy: "no-referrer", body: body && JSON.stringify(body) };
    const response = await fetch(new URL(path, this.#base), init).catch((error) => {
      if (signal?.aborted) throw new Failure("cancelled", "");
      const advice = "Check the connection. The server must allow this page's origin, and the page's Content-Security-Policy must name the server in `connect-src`.";
      throw new Failure("unreachable", `${this.host} could not be reached (${error.message}).`, advice);
    });
    if (response.ok) return response;
    const refusal = await response.json().then(({ error }) => error, () => null);
    const wait = response.headers.get("Retry-After");
    const advice = response.status === 429 ? `Try again${wait ? ` in ${wait} s` : " in a while"}.` : null;
    throw new Failure(refusal?.kind ?? "unreachable", refusal?.message ?? `${this.host} answered with ${response.status}.`, advice);
  }
}

function summary(name) {
  return { symbol: null, qualified_name: name, name: name.split(".").at(-1), kind: "" };
}
