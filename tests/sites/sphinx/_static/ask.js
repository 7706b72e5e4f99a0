// Adds the ask button to every page.
import "./quarry-ask/quarry-ask.js";

const ask = document.createElement("quarry-ask");
ask.setAttribute("index", new URL("quarry/", import.meta.url).href);
ask.setAttribute("source-url", "https://github.com/example/shop/blob/main/{path}#L{start}-L{end}");
document.body.append(ask);
