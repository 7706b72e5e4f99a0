// Mermaid text to sanitised SVG: what a diagram may contain and which colours it has, for both the page and the docs embed.
// `vendor.mjs` copies it beside Mermaid and DOMPurify, and it is loaded with them when a diagram is first drawn.
//
// The text may hold names from a repository or from a model, so it is untrusted: no directives, no image nodes (they
// would be fetched before any sanitising), no HTML labels, and DOMPurify filters the result.

import mermaid from "./mermaid/mermaid.esm.min.mjs";
import purify from "./purify.es.mjs";

/** Longest text that is drawn, in characters. */
const MAX_TEXT = 100_000;

/** The front matter of LangGraph's diagrams, the only one that is read: how lines bend. */
const FRONT_MATTER = /^---\nconfig:\n {2}flowchart:\n {4}curve: (linear|basis|step|monotoneX|monotoneY)\n---\n/;

/** The diagram without LangGraph's own colours and HTML in labels; `curve` is how lines bend. */
function withoutLooks(text) {
  const curve = FRONT_MATTER.exec(text)?.[1];
  if (curve === undefined) return { text, curve: "basis" };
  const bare = text
    .replace(FRONT_MATTER, "")
    .replace(/^\s*classDef .*\n?/gm, "")
    .replace(/:::\w+/g, "")
    .replace(/<\/?p>/g, "")
    .replace(/&nbsp;/g, " ");
  return { text: bare, curve };
}

/** True where the text asks for directives, images, links or scripts. */
function isRefused(text) {
  return /@\{|%%\{|^\s*---|^\s*(click|href|callback)\b/m.test(text) || text.length > MAX_TEXT;
}

/** Mermaid's theme from the tokens at `element`. A token may depend on the theme, so a property that uses it is read. */
function themeOf(element) {
  const probe = document.createElement("span");
  element.append(probe);
  const token = (name) => {
    probe.style.setProperty("color", `var(${name})`);
    return getComputedStyle(probe).color;
  };
  const theme = {
    primaryColor: token("--surface-raised"),
    primaryTextColor: token("--text"),
    primaryBorderColor: token("--border-strong"),
    lineColor: token("--text-muted"),
    textColor: token("--text"),
    mainBkg: token("--surface-raised"),
    nodeBorder: token("--border-strong"),
    edgeLabelBackground: token("--surface"),
    clusterBkg: token("--surface"),
    clusterBorder: token("--border"),
    fontFamily: getComputedStyle(element).fontFamily,
    fontSize: "13px",
  };
  probe.remove();
  return theme;
}

/** A flowchart in the colours of `element`, as a sanitised `DocumentFragment`. `id` must be unused in the document. */
/** Tags in labels as text, but for line breaks: Mermaid puts labels into the page while it measures them. */
const withoutTags = (text) => text.replace(/(?<!<)<(?!br\s*\/?>)(?=[a-z/!?])/gi, "#lt;");

export async function render(id, source, element, flowchart = {}) {
  const { text, curve } = withoutLooks(source);
  if (isRefused(text)) throw new Error("This diagram asks for something that is not allowed here.");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    theme: "base",
    themeVariables: themeOf(element),
    layout: "dagre",
    maxTextSize: MAX_TEXT,
    deterministicIds: true,
    flowchart: { htmlLabels: false, useMaxWidth: false, padding: 10, nodeSpacing: 24, rankSpacing: 48, curve, ...flowchart },
    secure: ["secure", "securityLevel", "startOnLoad", "maxTextSize", "htmlLabels", "flowchart", "theme", "themeVariables", "themeCSS", "fontFamily", "layout"],
  });
  try {
    const { svg } = await mermaid.render(id, withoutTags(text));
    return purify.sanitize(svg, { USE_PROFILES: { svg: true, svgFilters: true }, FORBID_TAGS: ["image", "a", "use"], RETURN_DOM_FRAGMENT: true });
  } finally {
    // Mermaid leaves its element behind when it fails.
    document.getElementById(`d${id}`)?.remove();
  }
}
