// docs/recipes/docusaurus.md, built and opened. Its pages are one React application: links do not load a page.

import { keepsPromises } from "./promises.mjs";
import { staysAlive } from "./single-page.mjs";
import { visitsOf } from "./visit.mjs";

// The site's search tries whether it may evaluate text, and does without.
const visit = visitsOf("docusaurus", { ofTheSite: /^policy violated: script-src by eval in \S+\/project\/assets\/js\// });
const follow = (name) => (reader, page) => page.locator(".menu").getByRole("link", { name }).click();

keepsPromises(visit, {
  pages: ["orders/", "pricing/"],
  follow: follow("Orders"),
  toggleTheme: (page) => page.getByRole("button", { name: /Switch between dark and light mode/ }).click(),
  searchKey: "Control+k",
  isSearchOpen: (page) => page.locator(".DocSearch-Modal").isVisible(),
  closeSearch: (page) => page.keyboard.press("Escape"),
});

staysAlive(visit, { there: follow("Orders"), further: follow("Pricing") });
