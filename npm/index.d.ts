/**
 * `@quarry/core`: search, symbols, callers and cited answers over a code repository, with no server.
 *
 * The engine is WebAssembly and runs in the thread that loads it. Indexing a large repository takes seconds: do it in a
 * worker, or make an index with `quarry index` and open its address.
 */

/** A file's text or bytes. */
export type FileContent = string | Uint8Array | ArrayBuffer;

/** Files by path, relative to the repository's root, with `/`. `.gitignore` files among them are respected. */
export type Files =
  | ReadonlyMap<string, FileContent>
  | Iterable<readonly [path: string, content: FileContent]>
  | AsyncIterable<readonly [path: string, content: FileContent]>
  | Readonly<Record<string, FileContent>>;

export type Progress =
  /** An index directory: files fetched and their bytes. */
  | { phase: "fetching"; files: number; bytes: number }
  /** Files: how many are through this phase. */
  | { phase: "parsing" | "indexing" | "linking"; done: number; total: number };

export interface RequestOptions {
  /** Cancels the request; it fails with a `QuarryError` of kind `cancelled`. */
  signal?: AbortSignal;
}

export interface OpenOptions extends RequestOptions {
  onProgress?(progress: Progress): void;
}

/**
 * Opens an index directory that `quarry index` made, by its address. Parts of it are fetched when a question needs them.
 * A relative address is resolved against the page.
 */
export function open(index: string | URL, options?: OpenOptions): Promise<Repository>;
/** Indexes files in memory. `name` is what the repository is called in answers. */
export function open(files: Files, options?: OpenOptions & { name?: string }): Promise<Repository>;

/** An open repository. Any number of requests may be under way. */
export interface Repository {
  readonly name: string;
  /** Names the content: equal for equal files. */
  readonly snapshot: string;
  /** How many files it has. */
  readonly files: number;
  /** Definitions and files by name, then documentation and code by their text; best first within each group. */
  search(query: string, options?: RequestOptions & {
    /** Names alone: fast, and little of an index is fetched for it. */
    namesOnly?: boolean;
  }): Promise<SearchResult[]>;
  /** A symbol by its own or qualified name (the best match), or by its number from another result. */
  symbol(symbol: string | number, options?: RequestOptions): Promise<SymbolPage>;
  /** The calls of a symbol, most certain first. */
  callers(symbol: string | number, options?: RequestOptions): Promise<CallEdge[]>;
  /** Lines of a file, from 1, the last included; the whole file by default. */
  lines(path: string, start?: number, end?: number, options?: RequestOptions): Promise<Lines>;
  /** Questions worth asking. */
  suggestions(options?: RequestOptions): Promise<string[]>;
  /**
   * Runs a question: iterates over its events as they happen. The last is `run_finished`; the answer is in `answer`. Leaving
   * the loop stops the run. Without `model` the deterministic offline model answers.
   */
  ask(question: string, options?: RequestOptions & AskOptions): AsyncGenerator<RunEvent, void, void>;
  /** Ends every request under way and frees the repository's memory. */
  close(): void;
}

export interface AskOptions {
  /** Earlier turns, oldest first. */
  history?: { question: string; answer: string }[];
  /** A server that speaks Chat Completions. */
  model?: {
    /** Up to and including the version: `https://api.openai.com/v1`. */
    baseUrl: string;
    /** The server's name of the model. */
    model: string;
    /** Left out for servers that need none. */
    key?: string;
  };
}

export interface SearchResult {
  group: "symbols" | "docs" | "code" | "files";
  /** `function`, `class`, `file`, `text`, ... */
  kind: string;
  title: string;
  path: string;
  /** From 1. */
  start_line: number;
  /** The last line, included. */
  end_line: number;
  /** The symbol's number, for definitions. */
  symbol: number | null;
  /** The lines that match. */
  snippet: string;
  /** Words of the query in it. */
  terms: string[];
}

export interface SymbolSummary {
  /** Its number; valid for this snapshot alone. */
  symbol: number;
  qualified_name: string;
  name: string;
  kind: string;
  path: string;
  start_line: number;
  end_line: number;
}

/** A resolved call, seen from one of its ends. */
export interface CallEdge {
  other: SymbolSummary;
  /** The file of the call. */
  path: string;
  /** The line of the call. */
  line: number;
  /** The rule that resolved it. */
  rule: string;
  /** From 0 to 1. */
  confidence: number;
  /** True where the rule proves the edge. */
  proven: boolean;
}

export interface SymbolPage {
  symbol: SymbolSummary;
  signature: string;
  doc: string | null;
  /** Most certain first. */
  callers: CallEdge[];
  /** In source order. */
  callees: CallEdge[];
  /** Calls in it that could not be resolved: line, callee as written, reason. */
  unresolved: [line: number, callee: string, reason: string][];
  /** Other symbols of the same name. */
  namesakes: SymbolSummary[];
  /** Set where a question may not read all that it wanted of the index: what was read. */
  cut: string | null;
}

export interface Lines {
  path: string;
  language: string;
  start: number;
  end: number;
  /** Lines of the whole file. */
  total: number;
  text: string;
}

/** A verified reference of an answer to lines of the repository. */
export interface Citation {
  /** As in the answer: `[[number]]`. */
  number: number;
  path: string;
  start_line: number;
  end_line: number;
  symbol: string | null;
  /** The commit that is cited, where the run had git data; then the lines are 0. */
  commit: { hash: string; subject: string; author: string; date: string } | null;
}

export type RunOutcome =
  | { type: "answered" | "cancelled" | "awaiting_approval" }
  /** `why`: a sentence where most of a budget is used. */
  | { type: "paused"; why: string | null }
  | { type: "failed"; message: string; advice: string | null };

/** Fields of every event: its number and the milliseconds since the run began. */
interface Timed {
  seq: number;
  at_ms: number;
}

export type RunEvent = Timed &
  (
    | { type: "run_started"; run: string; question: string; agent: string }
    | { type: "plan_made"; steps: string[]; iteration: number; fallback: string | null }
    /** `path`: the nodes that it is inside of, outermost first; left out for a node of the agent's own graph. */
    | { type: "node_started"; node: string; step: number; path?: string[] }
    /** `wrote`: names of the state fields. */
    | { type: "node_finished"; node: string; step: number; ms: number; wrote: string[]; path?: string[] }
    | { type: "tool_started"; id: string; name: string; arguments: string }
    | { type: "tool_finished"; id: string; name: string; ok: boolean; summary: string; output: string; ms: number }
    /** The next piece of the answer. */
    | { type: "answer_text"; text: string }
    /** The answer so far is void: the model's stream broke and begins again. */
    | { type: "answer_restarted" }
    | { type: "citation_added"; citation: Citation }
    /** The whole answer, as Markdown with citations as `[[number]]`. */
    | { type: "answer"; markdown: string; citations: Citation[]; dropped: number }
    | { type: "run_finished"; outcome: RunOutcome; ms: number }
    /** Other events, as documented for `quarry ask --json`. */
    | { type: OtherEvent; [field: string]: unknown }
  );

type OtherEvent =
  | "step_started" | "finding_added" | "decided" | "model_text" | "model_used"
  | "retrying" | "checkpointed" | "approval_asked" | "approval_given" | "run_resumed" | "question_asked"
  | "question_answered" | "step_finished" | "fallback" | "node_failed" | "changed" | "scored" | "routed" | "graded"
  | "reviewed" | "remembered" | "masked" | "steered" | "notes_read" | "earlier_turns" | "limited" | "reasoning_text" | "reasoned" | "classified" | "delegated"
  | "command_started" | "command_output" | "command_finished" | "verified" | "cached" | "inside";

/** What a request fails with. */
export class QuarryError extends Error {
  readonly kind:
    | "missing" | "unreachable" | "newer" | "older" | "damaged" | "not_an_index" | "too_much" | "not_found"
    | "cancelled" | "bad_input" | "internal";
  /** What can be done about it. */
  readonly advice: string | null;
}
