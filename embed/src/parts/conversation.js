// Questions and their answers, drawn from a run's events.

import { chip, sourceRow } from "./citation.js";
import { h, icon } from "./dom.js";
import { Growing } from "./markdown.js";

/** What an event says of the work, as a line; null where it says nothing to a reader. */
function lineOf(event, tell) {
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
  /** The turn as it stands in the conversation. */
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
  /** Excerpts of what tools found, by the span's id. */
  excerpts = new Map();

  constructor(question, context) {
    this.question = question;
    this.#context = context;
    const { tell } = context;
    this.#status = h("summary", {}, tell("planning"));
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

  /** Takes the next event of the run. */
  hear(event) {
    const { tell, announce } = this.#context;
    const line = lineOf(event, tell);
    if (line) this.#work.append(h("li", { class: line.isStep ? "step" : "tool" }, line.text));
    switch (event.type) {
      case "run_started":
        this.#model = event.model.provider === "offline" ? tell("offlineModel") : event.model.model;
        break;
      case "plan_made":
        this.#steps = event.steps.length;
        break;
      case "step_started":
        this.#say(tell("stepOf", { step: event.index + 1, steps: this.#steps, what: event.description }));
        break;
      case "tool_finished":
        for (const found of event.evidence) this.excerpts.set(found.id, found);
        break;
      case "citation_added":
        this.citations.push(event.citation);
        break;
      case "answer_text":
        if (this.markdown === "") this.#say(tell("writing"));
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
    if (event.type === "answer") announce(tell("answered", { count: event.citations.length }));
  }

  /** It could not go on, and no event says why. */
  fail(failure) {
    this.outcome ??= "failed";
    this.#end();
    this.#foot.append(this.#context.problem(failure));
  }

  /** For the next question of the same conversation. */
  get memory() {
    const symbols = [...new Set(this.citations.map((citation) => citation.symbol).filter(Boolean))];
    return { question: this.question, answer: this.markdown, symbols };
  }

  #say(text) {
    this.#status.textContent = text;
    this.#context.announce(text);
  }

  /** Once a frame at most: pieces come faster than anyone reads. */
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
    this.#status.textContent = this.#context.tell("worked");
    this.#details.hidden = this.#work.childElementCount === 0;
  }

  #finish({ outcome, ms }) {
    const { tell, problem, announce } = this.#context;
    this.outcome = outcome.type;
    this.ms = ms;
    this.#end();
    if (outcome.type === "failed") {
      this.#foot.append(problem({ kind: "model", message: outcome.message, advice: outcome.advice }));
      return;
    }
    if (outcome.type === "cancelled") {
      this.#foot.append(h("p", { class: "muted" }, tell("stopped")));
      return announce(tell("stopped"));
    }
    const caveat = this.#caveat();
    if (caveat) this.#foot.append(h("p", { class: "caveat", role: "note", "data-testid": "answer-caveat" }, tell(caveat)));
    if (this.dropped > 0) this.#foot.append(h("p", { class: "muted", "data-testid": "dropped" }, tell("dropped", { count: this.dropped })));
    if (this.citations.length > 0) {
      const rows = this.citations.map((citation) => sourceRow(citation, this.#context));
      this.#foot.append(h("h4", { class: "group-title" }, tell("sources")), h("ol", { class: "sources" }, rows));
    }
    const by = tell("by", { model: this.#model, seconds: (ms / 1000).toFixed(1) });
    const copy = h("button", { type: "button", class: "quiet", click: () => this.#copy(copy) }, icon("copy"), tell("copy"));
    this.#foot.append(h("p", { class: "by muted" }, h("span", {}, by), copy));
  }

  /** What has to be said beside the answer, as the name of a string. */
  #caveat() {
    if (this.outcome !== "answered") return null;
    if (/^[\s\u200b]*$/.test(this.markdown)) return "emptyAnswer";
    return this.citations.length === 0 ? "noEvidence" : null;
  }

  async #copy(button) {
    const { tell, announce } = this.#context;
    const notes = this.citations.map(({ number, path, start_line: start, end_line: end }) => `[${number}] ${path}:${start}-${end}`);
    const text = [this.markdown.replace(/\[\[(\d+)\]\]/g, "[$1]"), ...notes].join("\n");
    await navigator.clipboard?.writeText(text).then(() => {
      button.lastChild.textContent = tell("copied");
      announce(tell("copied"));
    }, () => {});
  }
}
