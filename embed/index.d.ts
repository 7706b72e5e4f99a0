/**
 * `<quarry-ask>`: search and answers about a code repository, on any page.
 *
 * Importing the package defines the element. Nothing else is loaded before the first opening.
 */

/** Lines of a file. */
export interface QuarrySpan {
  path: string;
  /** From 1. */
  startLine: number;
  /** The last line, included. */
  endLine: number;
  /** Qualified name, where the lines belong to a definition. */
  symbol: string | null;
}

/** A verified citation of an answer. */
export interface QuarryCitation extends QuarrySpan {
  /** As in the answer: `[[number]]`. */
  number: number;
}

export interface QuarryAskEventMap {
  /** The dialog opened. */
  "quarry-open": CustomEvent<Record<string, never>>;
  /** The dialog closed. */
  "quarry-close": CustomEvent<Record<string, never>>;
  /** A search has its results. */
  "quarry-search": CustomEvent<{ query: string; results: number }>;
  /** A question is asked; `model` is `offline`, the server's host, or the name of the visitor's model. */
  "quarry-ask": CustomEvent<{ question: string; model: string }>;
  /** A question has ended. */
  "quarry-answer": CustomEvent<{
    question: string;
    outcome: "answered" | "cancelled" | "failed" | "paused" | "awaiting_approval" | null;
    /** Markdown; citations as `[[number]]`. */
    markdown: string;
    citations: QuarryCitation[];
    /** Milliseconds. */
    ms: number | null;
  }>;
  /** A place in the code is about to be opened. Prevent the default to open it yourself. */
  "quarry-citation": CustomEvent<QuarrySpan & { number: number | null; url: string | null }>;
  /** Something failed; the dialog shows it. */
  "quarry-error": CustomEvent<{ kind: string; message: string }>;
}

/** Texts of the element, by name: see `docs/embed.md`. `{name}` is replaced by a value. */
export type QuarryAskStrings = Record<string, string>;

/** Attributes of `<quarry-ask>`. Addresses are relative to the page. */
export interface QuarryAskAttributes {
  /** The folder that `quarry index` made. */
  index?: string;
  /** A Quarry Worker, instead of `index`. */
  server?: string;
  /** The repository on the server. */
  repo?: string;
  /** A token that may ask. Every visitor can read it: give it no more than that. */
  token?: string;
  /** A button, or a box to ask in. */
  mode?: "button" | "inline";
  /** The button's text. */
  label?: string;
  /** Where the source is shown: `https://github.com/o/r/blob/SHA/{path}#L{start}-L{end}`. Without it, in the dialog. */
  "source-url"?: string;
  /** Suggested questions, separated by `|`. Without it, the index suggests some. */
  suggestions?: string;
  /** Lets visitors use a model of their own; the value is the default address, or empty. */
  "model-endpoint"?: string;
  /** The default name of the model. */
  "model-name"?: string;
  /** Follows the page unless set. */
  theme?: "light" | "dark" | "auto";
  /** Texts, as JSON; the property of the same name takes precedence. */
  strings?: string;
}

export class QuarryAsk extends HTMLElement {
  /** Texts that replace the English ones. */
  strings: QuarryAskStrings;
  /** Whether the dialog is open. */
  readonly open: boolean;
  /** Opens the dialog, with `text` in the input if given. */
  show(text?: string): Promise<void>;
  /** Opens the dialog and asks. */
  ask(question: string): Promise<void>;
  /** Closes the dialog; the conversation stays. */
  close(): void;
  addEventListener<K extends keyof QuarryAskEventMap>(
    type: K,
    listener: (this: QuarryAsk, event: QuarryAskEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof QuarryAskEventMap>(
    type: K,
    listener: (this: QuarryAsk, event: QuarryAskEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

/** The element in a template. */
export type QuarryAskElement = QuarryAskAttributes & { id?: string; class?: string; className?: string; style?: unknown; lang?: string; hidden?: boolean; slot?: string; ref?: unknown; key?: unknown };

declare global {
  interface HTMLElementTagNameMap {
    "quarry-ask": QuarryAsk;
  }
  // These events bubble, so a page may listen on any ancestor.
  interface HTMLElementEventMap extends QuarryAskEventMap {}
  namespace JSX {
    interface IntrinsicElements {
      "quarry-ask": QuarryAskElement;
    }
  }
}
