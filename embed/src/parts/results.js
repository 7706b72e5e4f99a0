// The list under the input: an offer to ask, then symbols, docs, code and files. A listbox that the input drives.

import { h, icon, marked, place } from "./dom.js";

const GROUPS = ["symbols", "docs", "code", "files"];

export class Results {
  /** The list. */
  element;
  #localize;
  #choose;
  #options = [];
  #active = -1;
  #items = [];
  #query = null;

  /** `choose(item)` is called with the choice; `null` is the offer to ask. */
  constructor(localize, choose) {
    this.#localize = localize;
    this.#choose = choose;
    this.element = h("div", { id: "results", class: "results", part: "results", role: "listbox", "aria-label": localize("results"), "data-testid": "results" });
  }

  /** The id of the chosen row, for the input. */
  get activeId() {
    return this.#active < 0 ? null : `option-${this.#active}`;
  }

  /** What is shown. */
  get items() {
    return this.#items;
  }

  /**
   * Shows `items` for `query`. While `isPending`, earlier results of the word search stay below, and "nothing found" is not
   * shown. The active row of the same query stays active.
   */
  show(query, items, isPending = false) {
    const before = query === this.#query ? keyOf(this.#options[this.#active]?.item) : null;
    const kept = isPending ? this.#items.filter(({ group }) => group === "docs" || group === "code") : [];
    items = items === null ? this.#items : [...items, ...kept];
    this.#items = items;
    this.#query = query;
    this.#options = [];
    this.#active = -1;
    const offer = this.#option(null, h("div", { class: "row" }, icon("ask"), h("span", { class: "title" }, this.#localize("askFor", { query })), h("kbd", {}, "↵")));
    const groups = GROUPS.map((group) => this.#group(group, items.filter((item) => item.group === group)));
    const isEmpty = !isPending && items.length === 0;
    this.element.replaceChildren(offer, ...groups.filter(Boolean), ...(isEmpty ? [h("p", { class: "muted empty", role: "presentation" }, this.#localize("nothing", { query }))] : []));
    const again = before === null ? -1 : this.#options.findIndex(({ item }) => keyOf(item) === before);
    if (again >= 0) this.#activate(again, false);
    else this.element.dispatchEvent(new CustomEvent("activate"));
  }

  /** Removes all results. */
  clear() {
    this.#items = [];
    this.element.remove();
  }

  /** Moves the active row by a number of rows; up from the first, and down from the last, to none. */
  move(by) {
    const count = this.#options.length + 1;
    this.#activate(((this.#active + 1 + by + count) % count) - 1);
  }

  /** Chooses the active row; false where none is. */
  enter() {
    if (this.#active < 0) return false;
    this.#choose(this.#options[this.#active].item);
    return true;
  }

  #group(group, items) {
    if (items.length === 0) return null;
    const title = h("div", { class: "group-title", id: `group-${group}`, role: "presentation" }, this.#localize(group));
    return h("div", { role: "group", "aria-labelledby": `group-${group}` }, title, items.map((item) => this.#option(item, this.#row(item))));
  }

  #row(item) {
    const symbol = item.group === "symbols";
    const snippet = shortened(item.snippet);
    const where = symbol || item.group === "files" ? item.path : place(item);
    return [
      h("div", { class: "row" },
        item.group === "docs" || item.group === "files" ? h("span", { class: "title" }, item.title) : qualified(item.title),
        item.group !== "files" && item.kind !== "text" && h("span", { class: "kind" }, item.kind),
        h("span", { class: "where" }, where)),
      snippet !== "" && h("div", { class: "snippet" + (item.group === "docs" ? "" : " code") }, marked(snippet, item.terms)),
    ];
  }

  #option(item, content) {
    const at = this.#options.length;
    const element = h("div", {
      id: `option-${at}`,
      class: "option",
      role: "option",
      "aria-selected": "false",
      "data-testid": item ? "result" : "ask-option",
      "data-group": item?.group,
      click: () => this.#choose(item),
      pointermove: () => this.#activate(at, false),
    }, content);
    this.#options.push({ item, element });
    return element;
  }

  #activate(at, scroll = true) {
    if (at === this.#active) return;
    this.#options[this.#active]?.element.setAttribute("aria-selected", "false");
    this.#active = at;
    const element = this.#options[at]?.element;
    element?.setAttribute("aria-selected", "true");
    if (scroll) element?.scrollIntoView({ block: "nearest" });
    this.element.dispatchEvent(new CustomEvent("activate"));
  }
}

/** A row's identity; null for none. */
function keyOf(item) {
  return item === undefined ? null : `${item?.group} ${item?.title} ${item?.path} ${item?.start_line}`;
}

/** A qualified name that is shortened at its beginning if there is no room. */
function qualified(name) {
  const cut = name.lastIndexOf(".") + 1;
  return h("span", { class: "title code" }, h("bdi", { dir: "ltr" }, h("span", { class: "owner" }, name.slice(0, cut)), name.slice(cut)));
}

/** The first two lines that are not empty, without the indent that both have. */
function shortened(text) {
  const lines = text.split("\n").filter((line) => line.trim() !== "").slice(0, 2);
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(indent)).join("\n");
}
