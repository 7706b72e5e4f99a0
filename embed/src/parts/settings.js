// The choice of a model: the offline model, or a model of the visitor's own until the page is closed.

import { h } from "./dom.js";

/** The form to choose a model: `null` for the offline model, or `{base_url, model, key}`. Calls `done(model)`, with `undefined` if cancelled. */
export function modelForm(model, preset, localize, done) {
  const field = (label, name, attributes) => {
    const input = h("input", { id: `own-${name}`, name, autocomplete: "off", spellcheck: "false", required: attributes.type !== "password", "data-testid": `own-${name}`, ...attributes });
    return { input, row: h("label", { class: "field", for: `own-${name}` }, h("span", {}, label), input) };
  };
  const url = field(localize("modelUrl"), "url", { type: "url", value: model?.base_url ?? preset.url, placeholder: "https://api.openai.com/v1" });
  const name = field(localize("modelName"), "name", { type: "text", value: model?.model ?? preset.model });
  const key = field(localize("modelKey"), "key", { type: "password", value: model?.key ?? "" });
  const own = h("fieldset", { class: "own-model" }, url.row, name.row, key.row, h("p", { class: "muted" }, localize("modelNote")));
  const choice = (value, label) => {
    const input = h("input", { type: "radio", name: "kind", value, checked: (value === "own") === (model !== null), "data-testid": `model-${value}`, change: () => follow() });
    return { input, row: h("label", { class: "choice" }, input, label) };
  };
  const offline = choice("offline", localize("modelOffline"));
  const mine = choice("own", localize("modelOwn"));
  const follow = () => {
    own.disabled = own.hidden = !mine.input.checked;
  };
  follow();
  const submit = (event) => {
    event.preventDefault();
    if (!mine.input.checked) return done(null);
    done({ base_url: url.input.value.trim(), model: name.input.value.trim(), key: key.input.value.trim() });
  };
  return h("form", { class: "model-form", "data-testid": "model-form", submit },
    h("h3", { class: "side-title" }, localize("modelTitle")), offline.row, mine.row, own,
    h("div", { class: "buttons" },
      h("button", { type: "submit", class: "primary", "data-testid": "model-save" }, localize("save")),
      h("button", { type: "button", class: "quiet", click: () => done(undefined) }, localize("cancel"))));
}
