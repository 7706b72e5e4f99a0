// The dialog: the input, search results, the conversation, and the code beside them.

import { Turn } from "./conversation.js";
import { h, icon } from "./dom.js";
import { Failure } from "./failure.js";
import { Inspector } from "./inspector.js";
import { LocalBackend } from "./local.js";
import { Results } from "./results.js";
import { ServerBackend } from "./server.js";
import { modelForm } from "./settings.js";
import { localizer } from "./strings.js";
import { STYLES } from "./style.js";

/** Milliseconds after the last key press before names, and before words, are searched. Words read more of the index. */
const PAUSE = 60;
const LONG_PAUSE = 300;
/** The minimum length of a query whose words are searched. */
const FEWEST = 3;
/** Most turns of the conversation that are sent with a question. */
const MEMORY = 4;

export class Dialog {
  #host;
  #root;
  #emit;
  #context;
  #localize = (...all) => this.#localizer(...all);
  #localizer;
  #backend;
  #opened = null;
  #opening = null;
  #suggestions = [];
  /** The row chosen last: shown where files cannot be read. */
  #excerpt = null;
  #parts = {};
  #results;
  #inspector;
  #turns = [];
  #model = null;
  #search = null;
  #searchTimer = 0;
  #run = null;
  #announceTimer = 0;
  #work = new Set();

  /** A dialog for the element `host` in the node `root` of its shadow; `emit` dispatches its events. */
  constructor(host, root, emit) {
    this.#host = host;
    this.#root = root;
    this.#emit = emit;
    this.#localizer = localizer(host.strings);
    const shadow = root.getRootNode();
    if (!shadow.adoptedStyleSheets.includes(STYLES)) shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, STYLES];
    this.#build();
  }

  get isOpen() {
    return this.#parts.dialog.open;
  }

  /** Opens the dialog, with `text` in the input if given. */
  show(text) {
    const { dialog, input } = this.#parts;
    if (!dialog.open) {
      dialog.showModal();
      this.#emit("quarry-open", {});
    }
    if (text) {
      input.value = text;
      this.#typed();
    }
    input.focus();
    this.#ready().catch(() => {});
  }

  ask(question) {
    this.show();
    this.#ask(question);
  }

  close() {
    this.#parts.dialog.close();
  }

  /** Builds everything again after a change of strings; the conversation is kept. */
  reword() {
    const wasOpen = this.isOpen;
    this.#localizer = localizer(this.#host.strings);
    this.#parts.dialog.remove();
    this.#build();
    if (this.#turns.length > 0) this.#showConversation();
    if (wasOpen) this.#parts.dialog.showModal();
  }

  /** Releases everything; the dialog cannot be used afterwards. */
  destroy() {
    this.#run?.abort();
    this.#search?.abort();
    clearTimeout(this.#searchTimer);
    clearTimeout(this.#announceTimer);
    this.#inspector.close();
    if (this.isOpen) this.#parts.dialog.close();
    this.#parts.dialog.remove();
    this.#backend?.release();
    this.#backend = null;
  }

  #build() {
    const localize = this.#localize;
    const context = {
      localize,
      emit: this.#emit,
      backend: () => this.#connect(),
      sourceTemplate: () => this.#host.getAttribute("source-url"),
      view: (span) => this.#openSide((side) => side.lines(span)),
      closeSide: () => this.#closeSide(),
      problem: (failure, again) => this.#problem(failure, again),
      announce: (text) => this.#announce(text),
      excerptOf: (span) => this.#excerptOf(span),
    };
    this.#context = context;
    this.#results = new Results(localize, (item) => this.#choose(item));
    this.#inspector = new Inspector(context, () => this.#closeSide());
    const input = h("input", {
      id: "query", class: "query", part: "input", type: "text", role: "combobox", placeholder: localize("placeholder"), "aria-label": localize("search"),
      "aria-expanded": "false", "aria-controls": "results", "aria-autocomplete": "list", "aria-haspopup": "listbox", autocomplete: "off",
      autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", "data-testid": "input",
      input: () => this.#typed(), keydown: (event) => this.#key(event),
    });
    const stop = h("button", { type: "button", class: "quiet", hidden: true, "data-testid": "stop", click: () => this.#run?.abort() }, localize("stop"));
    const close = h("button", { type: "button", class: "icon-button", "data-testid": "close", "aria-label": localize("close"), click: () => this.close() }, icon("close"));
    const head = h("div", { class: "head", role: "search" }, icon("search"), input, stop, close);
    const progress = h("div", { class: "progress", hidden: true, role: "presentation" });
    const main = h("div", { class: "main", "data-testid": "main" });
    const status = h("span", { class: "status", "data-testid": "status" });
    const model = h("button", { type: "button", class: "link", hidden: true, "data-testid": "model-open", click: () => this.#chooseModel() }, localize("change"));
    const footer = h("footer", { class: "footer", part: "footer" }, status, model);
    const live = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite", "data-testid": "live" });
    const title = h("h2", { id: "title", class: "visually-hidden" }, localize("title", { name: this.#opened?.name ?? "…" }));
    const dialog = h("dialog", {
      part: "dialog", class: "dialog", "aria-labelledby": "title", "data-testid": "dialog", lang: this.#host.getAttribute("lang"),
      close: () => this.#emit("quarry-close", {}),
      cancel: (event) => this.#escape(event),
      click: (event) => this.#clicked(event),
      keydown: (event) => event.stopPropagation(),
    }, title, head, progress, h("div", { class: "body" }, main, this.#inspector.element), footer, live);
    this.#results.element.addEventListener("activate", () => this.#follow());
    this.#parts = { dialog, input, stop, progress, main, status, model, live, title };
    this.#root.append(dialog);
    this.#home();
    this.#showAnswerer();
  }

  #connect() {
    this.#backend ??= this.#makeBackend();
    return this.#backend;
  }

  #makeBackend() {
    const of = (name) => this.#host.getAttribute(name);
    if (of("server")) return new ServerBackend(new URL(of("server"), document.baseURI).href, of("repo") ?? "", of("token"));
    if (of("index") === null) {
      throw new Failure("bad_input", "This <quarry-ask> names no index.", "The site's owner gives it the attribute `index`, or `server` and `repo`.");
    }
    const index = new URL(of("index"), document.baseURI).href;
    return new LocalBackend(index.endsWith("/") ? index : `${index}/`);
  }

  /** Resolves when questions can be asked; a failure is shown, with a button to retry. */
  #ready() {
    this.#opening ??= this.#openIndex().catch((error) => {
      this.#opening = null;
      const failure = Failure.of(error);
      if (!failure.isCancelled) this.#broken(failure);
      throw failure;
    });
    return this.#opening;
  }

  async #openIndex() {
    const { main, title } = this.#parts;
    this.#busy("open", true);
    const onStatus = (name, values) => this.#note(this.#localize(name, values));
    onStatus("loadingDialog");
    try {
      main.querySelector(".problem")?.remove();
      this.#opened = await this.#connect().open(onStatus);
      title.textContent = this.#localize("title", { name: this.#opened.name });
      this.#showAnswerer();
      this.#suggest().catch(() => {});
    } finally {
      this.#busy("open", false);
    }
  }

  async #suggest() {
    const given = this.#host.getAttribute("suggestions");
    const questions = given === null ? await this.#connect().suggest() : given.split("|").map((it) => it.trim()).filter(Boolean);
    this.#suggestions = questions;
    if (this.#parts.main.querySelector(".home")) this.#home();
  }

  /** The first screen. */
  #home() {
    const offer = (question) => h("li", {}, h("button", { type: "button", class: "suggestion", "data-testid": "suggestion", click: () => this.#ask(question) }, icon("ask"), question));
    const list = this.#suggestions.length > 0 && [h("h3", { class: "group-title" }, this.#localize("suggestions")), h("ul", { class: "suggestions" }, this.#suggestions.map(offer))];
    this.#parts.main.replaceChildren(h("div", { class: "home" }, h("p", { class: "muted" }, this.#localize("hint")), list));
    this.#expanded(false);
  }

  #showConversation() {
    const again = h("button", { type: "button", class: "quiet new", click: () => this.#forget() }, this.#localize("newConversation"));
    this.#parts.main.replaceChildren(h("div", { class: "conversation" }, this.#turns.map((turn) => turn.element), again));
    this.#parts.input.placeholder = this.#localize("followUp");
    this.#expanded(false);
  }

  #forget() {
    this.#run?.abort();
    this.#turns = [];
    this.#parts.input.placeholder = this.#localize("placeholder");
    this.#closeSide();
    this.#home();
    this.#parts.input.focus();
  }

  // Searching

  #typed() {
    const query = this.#parts.input.value.trim();
    clearTimeout(this.#searchTimer);
    this.#search?.abort();
    this.#search = null;
    if (query === "") {
      this.#results.clear();
      this.#busy("search", false);
      if (this.#turns.length > 0) this.#showConversation();
      else this.#home();
      return;
    }
    this.#searchTimer = setTimeout(() => this.#find(query), PAUSE);
    this.#list(query, null);
  }

  async #find(query) {
    const { signal } = (this.#search = new AbortController());
    this.#busy("search", true);
    try {
      await this.#ready();
      if (signal.aborted) return;
      const isLong = query.length >= FEWEST;
      let items = await this.#connect().names(query, signal);
      if (signal.aborted) return;
      this.#list(query, items, isLong);
      if (isLong) {
        await new Promise((wake) => setTimeout(wake, LONG_PAUSE - PAUSE));
        if (signal.aborted) return;
        items = await this.#connect().search(query, signal);
        if (signal.aborted) return;
        this.#list(query, items);
      }
      this.#announce(items.length > 0 ? this.#localize("found", { count: items.length }) : this.#localize("nothing", { query }));
      this.#emit("quarry-search", { query, results: items.length });
    } catch (error) {
      const failure = Failure.of(error);
      // A failure to open is shown by the caller that opened.
      if (!signal.aborted && !failure.isCancelled && this.#opened) this.#broken(failure);
    } finally {
      if (!signal.aborted) this.#busy("search", false);
    }
  }

  #list(query, items, isPending = items === null) {
    this.#results.show(query, items, isPending);
    if (!this.#results.element.isConnected) this.#parts.main.replaceChildren(this.#results.element);
    this.#expanded(true);
  }

  #choose(item) {
    if (item === null) return this.#ask(this.#parts.input.value);
    if (item.group === "symbols") {
      const symbol = { symbol: item.symbol, qualified_name: item.qualified_name ?? item.title };
      return this.#openSide((side) => side.symbol(symbol));
    }
    this.#excerpt = item;
    this.#openSide((side) => side.lines(item));
  }

  #key(event) {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!this.#results.element.isConnected) return;
      event.preventDefault();
      this.#results.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const isChosen = this.#results.element.isConnected && this.#results.enter();
      if (!isChosen) this.#ask(this.#parts.input.value);
    }
  }

  #follow() {
    const { input } = this.#parts;
    const id = this.#results.activeId;
    if (id) input.setAttribute("aria-activedescendant", id);
    else input.removeAttribute("aria-activedescendant");
  }

  #expanded(isExpanded) {
    const { input, main } = this.#parts;
    input.setAttribute("aria-expanded", String(isExpanded));
    // The list has nothing to focus, so that what scrolls it is reached by the keyboard itself.
    if (isExpanded) main.tabIndex = 0;
    else main.removeAttribute("tabindex");
    this.#follow();
    if (!isExpanded) input.removeAttribute("aria-activedescendant");
  }

  // Asking

  async #ask(text) {
    const question = text.trim();
    if (question === "") return;
    this.#run?.abort();
    clearTimeout(this.#searchTimer);
    this.#search?.abort();
    this.#busy("search", false);
    const history = this.#turns.filter((turn) => turn.outcome === "answered").slice(-MEMORY).map((turn) => turn.memory);
    const turn = new Turn(question, this.#context);
    this.#turns.push(turn);
    this.#parts.input.value = "";
    this.#results.clear();
    this.#showConversation();
    turn.element.scrollIntoView({ block: "start" });
    const run = (this.#run = new AbortController());
    this.#parts.stop.hidden = false;
    this.#busy("ask", true);
    const model = this.#model;
    this.#emit("quarry-ask", { question, model: model ? model.model : this.#connect().host ?? "offline" });
    try {
      await this.#ready();
      const onEvent = (event) => turn.apply(event);
      await this.#connect().ask({ question, history, model }, { signal: run.signal, onEvent });
      this.#answered(turn);
    } catch (error) {
      const failure = Failure.of(error);
      // The failure to open was shown above the conversation already.
      turn.fail(failure);
      if (!failure.isCancelled) this.#emit("quarry-error", { kind: failure.kind, message: failure.message });
    } finally {
      if (this.#run === run) {
        this.#run = null;
        this.#parts.stop.hidden = true;
        this.#busy("ask", false);
      }
    }
  }

  #answered(turn) {
    const citations = turn.citations.map(({ number, path, start_line: startLine, end_line: endLine, symbol }) => ({ number, path, startLine, endLine, symbol }));
    this.#emit("quarry-answer", { question: turn.question, outcome: turn.outcome, markdown: turn.markdown, citations, ms: turn.ms ?? null });
  }

  /** The excerpt of these lines that a tool returned, for where files cannot be read. */
  #excerptOf(span) {
    const found = this.#turns.flatMap((turn) => [...turn.excerpts.values()]);
    const fits = found.find((it) => it.path === span.path && it.start_line <= span.start_line && it.end_line >= span.start_line);
    const text = fits?.excerpt ?? this.#excerpt?.snippet ?? "";
    const start = fits?.start_line ?? span.start_line;
    const end = start + text.split("\n").length - 1;
    return { path: span.path, start, end, total: end, text };
  }

  // The model

  #chooseModel() {
    const preset = { url: this.#host.getAttribute("model-endpoint") ?? "", model: this.#host.getAttribute("model-name") ?? "" };
    const before = [...this.#parts.main.childNodes];
    const form = modelForm(this.#model, preset, this.#localize, (model) => {
      if (model !== undefined) this.#model = model;
      this.#parts.main.replaceChildren(...before);
      this.#showAnswerer();
      this.#parts.input.focus();
    });
    this.#closeSide();
    this.#parts.main.replaceChildren(form);
    form.querySelector("input:checked").focus();
  }

  /** The footer: the model, and where questions are sent. */
  #showAnswerer() {
    const { status, model } = this.#parts;
    const server = this.#host.getAttribute("server");
    model.hidden = server !== null || !this.#host.hasAttribute("model-endpoint");
    if (server !== null) status.textContent = this.#localize("remote", { host: hostOf(server) });
    else if (this.#model) status.textContent = this.#localize("own", { model: this.#model.model, host: hostOf(this.#model.base_url) });
    else status.textContent = this.#localize("offline");
  }

  // The side pane

  #openSide(open) {
    this.#parts.dialog.classList.add("wide");
    open(this.#inspector);
  }

  #closeSide() {
    this.#inspector.close();
    this.#parts.dialog.classList.remove("wide");
    this.#parts.input.focus();
  }

  // Status and problems

  /** Pending work, by kind; the progress line moves while there is any. */
  #busy(work, isBusy) {
    if (isBusy) this.#work.add(work);
    else this.#work.delete(work);
    const isAny = this.#work.size > 0;
    this.#parts.progress.hidden = !isAny;
    this.#parts.main.setAttribute("aria-busy", String(isAny));
    if (!isAny && this.#opened) this.#showAnswerer();
  }

  #note(text) {
    this.#parts.status.textContent = text;
  }

  #announce(text) {
    clearTimeout(this.#announceTimer);
    this.#announceTimer = setTimeout(() => (this.#parts.live.textContent = text), 100);
  }

  #broken(failure) {
    this.#emit("quarry-error", { kind: failure.kind, message: failure.message });
    const again = () => {
      this.#home();
      this.#ready().then(() => this.#typed(), () => {});
      this.#parts.input.focus();
    };
    this.#showAnswerer();
    if (this.#turns.length === 0 || this.#results.element.isConnected) this.#parts.main.replaceChildren(this.#problem(failure, again));
  }

  #problem({ message, advice }, again) {
    const button = again && h("button", { type: "button", class: "quiet", "data-testid": "again", click: again }, this.#localize("again"));
    return h("div", { class: "problem", role: "alert", part: "error", "data-testid": "problem" }, h("p", { class: "what" }, message), advice && h("p", {}, advice), button);
  }

  // Closing

  /** Escape stops a running answer, otherwise it closes the dialog. */
  #escape(event) {
    if (event.target !== this.#parts.dialog || !this.#run) return;
    event.preventDefault();
    this.#run.abort();
  }

  /** A click on the backdrop closes the dialog. */
  #clicked(event) {
    if (event.target !== this.#parts.dialog) return;
    const { left, right, top, bottom } = this.#parts.dialog.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < left || x > right || y < top || y > bottom) this.close();
  }
}

function hostOf(address) {
  try {
    return new URL(address, document.baseURI).host;
  } catch {
    return address;
  }
}
