// Adds the ask button to every page. `additional-js` makes a classic script, hence `import()`.
{
  const root = document.currentScript.src;
  import(new URL("quarry-ask/quarry-ask.js", root).href);
  const ask = document.createElement("quarry-ask");
  ask.setAttribute("index", new URL("quarry/", root).href);
  ask.setAttribute("source-url", "https://github.com/example/shop/blob/main/{path}#L{start}-L{end}");
  document.body.append(ask);
}
