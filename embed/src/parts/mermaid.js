// Draws Mermaid text in the dialog; loaded when a diagram is first opened. `mermaid-strict.js` decides what is drawn.
//
// Mermaid writes inline styles, which some pages forbid.

let drawn = 0;

/** The diagram as a node, in the colours of the element `around`. */
export async function draw(text, around) {
  if (!allowsInlineStyle()) throw Object.assign(new Error("inline styles are not allowed"), { isPolicy: true });
  const { render } = await import("./vendor/mermaid-strict.js");
  const canvas = document.createElement("div");
  canvas.className = "canvas";
  canvas.tabIndex = 0;
  canvas.dataset.testid = "mermaid-picture";
  canvas.append(await render(`quarry-ask-diagram-${++drawn}`, text, around));
  return canvas;
}

/** Whether the page's policy allows inline styles: tested with a style that matches nothing. */
function allowsInlineStyle() {
  const style = document.createElement("style");
  style.textContent = ".quarry-ask-probe { color: red }";
  document.head.append(style);
  const isAllowed = style.sheet !== null && style.sheet.cssRules.length > 0;
  style.remove();
  return isAllowed;
}
