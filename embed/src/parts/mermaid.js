// Mermaid text to a picture: loaded when first asked for, drawn strictly, sanitised.
//
// The text holds names from a repository, so it is untrusted: no directives, no image nodes (they would be fetched before any
// sanitising), no HTML labels, and DOMPurify has the last word. Mermaid writes inline styles, which some pages forbid.

let tools = null;
let drawn = 0;

function load() {
  tools ??= Promise.all([import("./vendor/mermaid/mermaid.esm.min.mjs"), import("./vendor/purify.es.mjs")])
    .then(([mermaid, purify]) => ({ mermaid: mermaid.default, purify: purify.default }))
    .catch((error) => {
      tools = null;
      throw error;
    });
  return tools;
}

/** True where the text asks for something a diagram here has no business with. */
export function isRefused(text) {
  return /@\{|%%\{|^\s*---|^\s*(click|href|callback)\b/m.test(text) || text.length > 100_000;
}

/** The picture as a node; `around` is where its colours are read. */
export async function draw(text, around) {
  if (isRefused(text)) throw new Error("This diagram asks for something that is not allowed here.");
  if (!allowsInlineStyle()) throw Object.assign(new Error("inline styles are not allowed"), { isPolicy: true });
  const { mermaid, purify } = await load();
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    theme: "base",
    themeVariables: colours(around),
    layout: "dagre",
    maxTextSize: 100_000,
    deterministicIds: true,
    flowchart: { htmlLabels: false, useMaxWidth: false, padding: 10, nodeSpacing: 24, rankSpacing: 48, curve: "basis" },
    secure: ["secure", "securityLevel", "startOnLoad", "maxTextSize", "htmlLabels", "flowchart", "theme", "themeVariables", "themeCSS", "fontFamily", "layout"],
  });
  const id = `quarry-ask-diagram-${++drawn}`;
  try {
    const { svg } = await mermaid.render(id, text);
    const fragment = purify.sanitize(svg, { USE_PROFILES: { svg: true, svgFilters: true }, FORBID_TAGS: ["image", "a", "use"], RETURN_DOM_FRAGMENT: true });
    const canvas = document.createElement("div");
    canvas.className = "canvas";
    canvas.tabIndex = 0;
    canvas.dataset.testid = "mermaid-picture";
    canvas.append(fragment);
    return canvas;
  } finally {
    // Mermaid leaves its workbench in the page when it fails.
    document.getElementById(`d${id}`)?.remove();
  }
}

/** Asked of the browser once, by a style that does nothing. */
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
  // Tokens may be functions of the theme: what they come to is read off a property.
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
