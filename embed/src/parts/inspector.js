// The side pane of the dialog: a symbol's page or lines of a file, with a history.

import { sourceUrl, leadsTo } from "./citation.js";
import { h, icon, place } from "./dom.js";
import { Failure } from "./failure.js";
import { picture } from "./graph.js";
import { render } from "./markdown.js";

/** Lines shown before and after the requested ones, and at each "more". */
const AROUND = 20;
const MORE = 80;
/** Callers or callees listed before "more". */
const ROWS = 30;

export class Inspector {
  /** The pane; hidden while it is empty. */
  element;
  #context;
  #body;
  #title;
  #back;
  #trail = [];
  #abort = null;

  constructor(context, onClose) {
    this.#context = context;
    const { localize } = context;
    this.#title = h("h3", { class: "side-title", tabindex: "-1" });
    this.#back = h("button", { type: "button", class: "icon-button", "data-testid": "back", "aria-label": localize("back"), click: () => this.back() }, icon("back"));
    const close = h("button", { type: "button", class: "icon-button", "data-testid": "side-close", "aria-label": localize("close"), click: onClose }, icon("close"));
    this.#body = h("div", { class: "side-body" });
    this.element = h("section", { class: "side", "data-testid": "side", hidden: true }, h("header", { class: "side-head" }, this.#back, this.#title, close), this.#body);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  close() {
    this.#abort?.abort();
    this.#trail = [];
    this.element.hidden = true;
  }

  /** One step back; from the first, the pane closes. */
  back() {
    this.#trail.pop();
    const before = this.#trail.pop();
    if (before) this.#go(before);
    else this.#context.closeSide();
  }

  /** Opens lines of a file. */
  lines(span) {
    this.#go({ title: place(span), show: (signal) => this.#showLines(span, signal) });
  }

  /** Opens a symbol's page. */
  symbol(symbol) {
    this.#go({ title: symbol.qualified_name, show: (signal) => this.#showSymbol(symbol, signal) });
  }

  async #go(step) {
    this.#abort?.abort();
    const { signal } = (this.#abort = new AbortController());
    this.#trail.push(step);
    this.element.hidden = false;
    this.#title.textContent = step.title;
    this.#body.setAttribute("aria-busy", "true");
    this.#body.replaceChildren(h("div", { class: "progress", role: "presentation" }));
    this.#title.focus({ preventScroll: true });
    try {
      const content = await step.show(signal);
      if (!signal.aborted) this.#body.replaceChildren(...[content].flat());
      this.#body.querySelector(".lit")?.scrollIntoView({ block: "center" });
    } catch (error) {
      const failure = Failure.of(error);
      if (!signal.aborted && !failure.isCancelled) {
        const again = () => this.#go(this.#trail.pop());
        this.#body.replaceChildren(this.#context.problem(failure, again));
      }
    } finally {
      if (!signal.aborted) this.#body.removeAttribute("aria-busy");
    }
  }

  async #showLines(span, signal) {
    const { backend, excerptOf } = this.#context;
    if (!backend().hasFiles) return this.#viewer(excerptOf(span), span, null);
    const fetch = (start, end) => backend().lines(span.path, Math.max(1, start), end, signal);
    const file = await fetch(span.start_line - AROUND, span.end_line + AROUND);
    this.#title.textContent = place({ ...span, path: file.path });
    const extend = async (isEarlier) => {
      const [start, end] = isEarlier ? [file.start - MORE, file.start - 1] : [file.end + 1, file.end + MORE];
      const more = await fetch(start, end);
      if (isEarlier) Object.assign(file, { start: more.start, text: `${more.text}\n${file.text}` });
      else Object.assign(file, { end: more.end, text: `${file.text}\n${more.text}` });
      if (!signal.aborted) this.#body.replaceChildren(...this.#viewer(file, span, extend));
    };
    return this.#viewer(file, span, extend);
  }

  /** Lines of a file; `extend(isEarlier)` fetches more of them. */
  #viewer(file, span, extend) {
    const { localize, sourceTemplate } = this.#context;
    const url = sourceUrl(sourceTemplate(), span);
    const width = String(file.end).length;
    const rows = file.text.split("\n").map((text, at) => {
      const number = file.start + at;
      const isLit = number >= span.start_line && number <= span.end_line;
      return h("div", { class: isLit ? "line lit" : "line", "data-testid": "line", "data-line": number },
        h("span", { class: "line-number", "aria-hidden": "true" }, String(number).padStart(width)), h("span", { class: "line-text" }, text || " "));
    });
    const more = (isEarlier, isThere) =>
      extend && isThere && h("button", { type: "button", class: "more", click: () => extend(isEarlier).catch((error) => this.#body.append(this.#context.problem(Failure.of(error)))) }, localize(isEarlier ? "earlier" : "later"));
    return [
      h("p", { class: "side-note muted" }, h("span", {}, localize("lines", file)), url && h("a", { href: url, target: "_blank", rel: "noopener" }, localize("openSource"), icon("out"))),
      more(true, file.start > 1),
      h("pre", { class: "code-view", part: "code", tabindex: "0", "aria-label": place(span) }, h("code", {}, rows)),
      more(false, file.end < file.total),
    ].filter(Boolean);
  }

  async #showSymbol(symbol, signal) {
    const { backend, localize } = this.#context;
    const page = await backend().symbol(symbol, signal);
    const { symbol: shown } = page;
    this.#title.textContent = shown.qualified_name;
    const canvas = h("div", { class: "drawing", hidden: true });
    const open = h("button", { type: "button", class: "quiet", "data-testid": "picture-open", "aria-expanded": "false", click: () => this.#toggle(open, canvas, page, signal) }, localize("picture"));
    const calls = page.callers.length + page.callees.length > 0;
    return [
      h("p", { class: "side-note" }, h("span", { class: "kind" }, shown.kind), " ", leadsTo(shown, this.#context, { class: "place code", part: "citation" }, [place(shown)]), calls && open),
      page.signature !== "" && h("pre", { class: "signature", part: "code", tabindex: "0" }, h("code", {}, page.signature)),
      page.doc && h("div", { class: "prose doc" }, render(page.doc)),
      canvas,
      page.cut && h("p", { class: "muted", "data-testid": "cut" }, page.cut),
      ...this.#calls("callers", page.callers, localize("noCallers"), page.omitted?.callers),
      ...this.#calls("callees", page.callees, localize("noCallees"), page.omitted?.callees),
      page.unresolved.length > 0 && h("p", { class: "muted" }, localize("unresolved", { count: page.unresolved.length })),
      ...this.#namesakes(page.namesakes),
    ].filter(Boolean);
  }

  /** `omitted`: how many calls there are beside these. */
  #calls(name, calls, none, omitted = 0) {
    const { localize } = this.#context;
    const title = h("h4", { class: "group-title", "data-testid": name }, `${localize(name)} (${calls.length + omitted})`);
    if (calls.length === 0) return [title, h("p", { class: "muted" }, none)];
    const row = (call) => {
      const at = { path: call.path, start_line: call.line, end_line: call.line, symbol: call.other.qualified_name };
      const open = h("button", { type: "button", class: "link code", "data-testid": name === "callers" ? "caller" : "callee", click: () => this.symbol(call.other) }, call.other.qualified_name);
      const certainty = h("span", { class: call.proven ? "proof" : "proof possible", title: call.rule }, localize(call.proven ? "proven" : "possible"));
      return h("li", {}, open, certainty, leadsTo(at, this.#context, { class: "place code", part: "citation" }, [place(at)]));
    };
    const list = h("ul", { class: "calls" }, calls.slice(0, ROWS).map(row));
    const rest = calls.slice(ROWS);
    const more = rest.length > 0 && h("button", { type: "button", class: "more", click: () => (list.append(...rest.map(row)), more.remove()) }, `+ ${rest.length}`);
    return [title, list, more];
  }

  #namesakes(symbols) {
    if (symbols.length === 0) return [];
    const row = (symbol) => h("li", {}, h("button", { type: "button", class: "link code", click: () => this.symbol(symbol) }, symbol.qualified_name), h("span", { class: "place code" }, place(symbol)));
    return [h("h4", { class: "group-title" }, this.#context.localize("namesakes")), h("ul", { class: "calls" }, symbols.map(row))];
  }

  async #toggle(button, canvas, page, signal) {
    const { backend, localize, problem } = this.#context;
    const isOpen = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(isOpen));
    canvas.hidden = !isOpen;
    if (!isOpen || canvas.childElementCount > 0) return;
    try {
      const around = await backend().around(page, signal);
      const more = around.omitted.length + around.more;
      const drawn = picture(around, localize("pictureOf", { name: page.symbol.qualified_name }), (symbol) => this.symbol(symbol));
      const mermaid = h("details", { class: "mermaid", "data-testid": "mermaid" }, h("summary", {}, localize("asMermaid")));
      mermaid.addEventListener("toggle", () => this.#drawMermaid(mermaid, around.mermaid), { once: true });
      canvas.replaceChildren(drawn, ...(more > 0 ? [h("p", { class: "muted" }, localize("omitted", { count: more }))] : []), mermaid);
    } catch (error) {
      if (!signal.aborted) canvas.replaceChildren(problem(Failure.of(error)));
    }
  }

  /** Mermaid is large: it is loaded when its diagram is first opened. */
  async #drawMermaid(details, text) {
    const { localize } = this.#context;
    details.append(h("pre", { part: "code", tabindex: "0", "data-testid": "mermaid-text" }, h("code", {}, text)));
    const busy = h("div", { class: "progress", role: "presentation" });
    details.firstElementChild.after(busy);
    try {
      const { draw } = await import("./mermaid.js");
      busy.replaceWith(await draw(text, details));
    } catch (error) {
      busy.replaceWith(h("p", { class: "muted" }, error.isPolicy ? localize("mermaidRefused") : String(error.message)));
    }
  }
}
