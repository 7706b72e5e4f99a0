// Questions and their answers, drawn from a run's events.

import { chip, sourceRow } from "./citation.js";
import { h, icon } from "./dom.js";
import { Growing } from "./markdown.js";

/** An event as a line of the progress list; null for events that are not shown. */
function lineOf(event, localize) {
  switch (event.type) {
    case "step_started":
      return { text: event.description, isStep: true };
    case "tool_finished":
      return { text: `${event.name}: ${event.summary}`, isStep: false };
    case "retrying":
      return { text: event.why, isStep: false };
    case "decided":
      return { text: event.reason, isStep: false };
    default:
      return null;
  }
}

export class Turn {
  /** The turn's element. */
  element;
  citations = [];
  markdown = "";
  outcome = null;
  #context;
  #steps = 0;
  #answer;
  #status;
  #work;
  #details;
  #foot;
  #model = "";
  #drawing = 0;
  #text;
  /** Excerpts of the spans that tools returned, by id. */
  excerpts = new Map();

  constructor(question, context) {
    this.question = question;
    this.#context = context;
    const { localize } = context;
    this.#status = h("summary", {}, localize("planning"));
    this.#work = h("ol", { class: "work" });
    this.#details = h("details", { class: "how" }, this.#status, this.#work);
    this.#answer = h("div", { class: "prose", part: "answer", "data-testid": "answer", "data-state": "running" });
    this.#text = new Growing(this.#answer, (number) => {
      const citation = this.citations.find((it) => it.number === number);
      return citation && chip(citation, context);
    });
    this.#foot = h("div", { class: "foot" });
    this.element = h("article", { class: "turn", "data-testid": "turn" }, h("h3", { class: "question" }, question), this.#details, this.#answer, this.#foot);
  }

  /** Handles the next event of the run. */
  apply(event) {
    const { localize, announce } = this.#context;
    const line = lineOf(event, localize);
    if (line) this.#work.append(h("li", { class: line.isStep ? "step" : "tool" }, line.text));
    switch (event.type) {
      case "run_started":
        this.#model = event.model.provider === "offline" ? localize("offlineModel") : event.model.model;
        break;
      case "plan_made":
        this.#steps = event.steps.length;
        break;
      case "step_started":
        this.#showStatus(localize("stepOf", { step: event.index + 1, steps: this.#steps, what: event.description }));
        break;
      case "tool_finished":
        for (const found of event.evidence) this.excerpts.set(found.id, found);
        break;
      case "citation_added":
        this.citations.push(event.citation);
        break;
      case "answer_text":
        if (this.markdown === "") this.#showStatus(localize("writing"));
        this.markdown += event.text;
        this.#draw();
        break;
      case "answer_restarted":
        this.markdown = "";
        this.citations = [];
        this.#draw();
        break;
      case "answer":
        this.markdown = event.markdown;
        this.citations = event.citations;
        this.dropped = event.dropped;
        this.#draw();
        break;
      case "run_finished":
        this.#finish(event);
        break;
    }
    if (event.type === "answer") announce(localize("answered", { count: event.citations.length }));
  }

  /** Ends the turn of a run that failed without an event. */
  fail(failure) {
    this.outcome ??= "failed";
    this.#end();
    this.#foot.append(this.#context.problem(failure));
  }

  /** This turn as history of the next question. */
  get memory() {
    const symbols = [...new Set(this.citations.map((citation) => citation.symbol).filter(Boolean))];
    return { question: this.question, answer: this.markdown, symbols };
  }

  #showStatus(text) {
    this.#status.textContent = text;
    this.#context.announce(text);
  }

  /** Draws once a frame at most: pieces arrive faster than frames. */
  #draw() {
    this.#drawing ||= requestAnimationFrame(() => {
      this.#drawing = 0;
      this.#drawNow();
    });
  }

  #drawNow(isWhole = false) {
    this.#text.update(this.markdown, isWhole);
  }

  #end() {
    cancelAnimationFrame(this.#drawing);
    this.#drawing = 0;
    this.#drawNow(true);
    this.#answer.dataset.state = "done";
    this.#status.textContent = this.#context.localize("worked");
    this.#details.hidden = this.#work.childElementCount === 0;
  }

  #finish({ outcome, ms }) {
    const { localize, problem, announce } = this.#context;
    this.outcome = outcome.type;
    this.ms = ms;
    this.#end();
    if (outcome.type === "failed") {
      this.#foot.append(problem({ kind: "model", message: outcome.message, advice: outcome.advice }));
      return;
    }
    if (outcome.type === "paused" && outcome.why) {
      this.#foot.append(problem({ kind: "model", message: outcome.why, advice: null }));
      return;
    }
    if (outcome.type === "cancelled") {
      this.#foot.append(h("p", { class: "muted" }, localize("stopped")));
      return announce(localize("stopped"));
    }
    const caveat = this.#caveat();
    if (caveat) this.#foot.append(h("p", { class: "caveat", role: "note", "data-testid": "answer-caveat" }, localize(caveat)));
    if (this.dropped > 0) this.#foot.append(h("p", { class: "muted", "data-testid": "dropped" }, localize("dropped", { count: this.dropped })));
    if (this.citations.length > 0) {
      const rows = this.citations.map((citation) => sourceRow(citation, this.#context));
      this.#foot.append(h("h4", { class: "group-title" }, localize("sources")), h("ol", { class: "sources" }, rows));
    }
    const by = localize("by", { model: this.#model, seconds: (ms / 1000).toFixed(1) });
    const copy = h("button", { type: "button", class: "quiet", click: () => this.#copy(copy) }, icon("copy"), localize("copy"));
    this.#foot.append(h("p", { class: "by muted" }, h("span", {}, by), copy));
  }

  /** The caveat beside the answer, as the name of a string. */
  #caveat() {
    if (this.outcome !== "answered") return null;
    if (/^[\s\u200b]*$/.test(this.markdown)) return "emptyAnswer";
    return this.citations.length === 0 ? "noEvidence" : null;
  }

  async #copy(button) {
    const { localize, announce } = this.#context;
    const notes = this.citations.map(({ number, path, start_line: start, end_line: end }) => `[${number}] ${path}:${start}-${end}`);
    const text = [this.markdown.replace(/\[\[(\d+)\]\]/g, "[$1]"), ...notes].join("\n");
    await navigator.clipboard?.writeText(text).then(() => {
      button.lastChild.textContent = localize("copied");
      announce(localize("copied"));
    }, () => {});
  }
}
