// Mermaid text to a picture in the dialog, loaded when first asked for: see `mermaid-strict.js` for what is drawn.
//
// Mermaid writes inline styles, which some pages forbid.

let drawn = 0;

/** The picture as a node; `around` is the element whose colours it takes. */
export async function draw(text, around) {
  if (!allowsInlineStyle()) throw Object.assign(new Error("inline styles are not allowed"), { isPolicy: true });
  const { render } = await import("./vendor/mermaid-strict.js");
  const canvas = document.createElement("div");
  canvas.className = "canvas";
  canvas.tabIndex = 0;
  canvas.dataset.testid = "mermaid-picture";
  canvas.append(await render(`quarry-ask-diagram-${++drawn}`, text, colours(around)));
  return canvas;
}

/** Whether the page's policy lets a style apply: tried with one that matches nothing. */
function allowsInlineStyle() {
  const style = document.createElement("style");
  style.textContent = ".quarry-ask-probe { color: red }";
  document.head.append(style);
  const isAllowed = style.sheet !== null && style.sheet.cssRules.length > 0;
  style.remove();
  return isAllowed;
}

function colours(element) {
  const probe = document.createElement("span");
  element.append(probe);
  // Tokens may be functions of the theme: their value is read from a property.
  const token = (name) => {
    probe.style.setProperty("color", `var(${name})`);
    return getComputedStyle(probe).color;
  };
  const read = {
    primaryColor: token("--surface-raised"),
    primaryTextColor: token("--text"),
    primaryBorderColor: token("--border-strong"),
    lineColor: token("--text-muted"),
    textColor: token("--text"),
    mainBkg: token("--surface-raised"),
    nodeBorder: token("--border-strong"),
    edgeLabelBackground: token("--surface"),
    fontFamily: getComputedStyle(element).fontFamily,
    fontSize: "13px",
  };
  probe.remove();
  return read;
}
