// Formulas of answers: LaTeX to MathML by Temml, loaded with the first formula.

/** The largest length that a formula may ask for, in em. */
const MOST_EM = 40;
/** Most replacements of macros in one formula. */
const MOST_EXPANSIONS = 500;

/** Draws `source` into `host`, whose text stays where that fails, with the reason as its title. */
export async function formula(host, source, isDisplay) {
  try {
    const fragment = await read(source, isDisplay);
    const math = fragment.querySelector("math");
    math.setAttribute("aria-label", source);
    host.replaceChildren(math);
  } catch (error) {
    host.title = String(error.message ?? error).slice(0, 300);
  }
}

async function read(source, isDisplay) {
  const load = (name) => import(new URL(`vendor/${name}`, document.baseURI));
  const [{ default: temml }, { default: purify }] = await Promise.all([load("temml.mjs"), load("purify.es.mjs")]);
  const bounds = { maxSize: [MOST_EM, MOST_EM], maxExpand: MOST_EXPANSIONS };
  const drawn = temml.renderToString(source, { displayMode: isDisplay, throwOnError: true, trust: false, ...bounds });
  // Names and addresses of a model's text are not the page's.
  return purify.sanitize(drawn, { USE_PROFILES: { mathMl: true }, FORBID_ATTR: ["id", "class", "href"], RETURN_DOM_FRAGMENT: true });
}
