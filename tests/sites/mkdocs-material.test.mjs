// docs/recipes/mkdocs-material.md, built and opened. Its instant navigation swaps the page's content and keeps the rest.

import { keepsPromises } from "./promises.mjs";
import { staysAlive } from "./single-page.mjs";
import { visitsOf } from "./visit.mjs";

const visit = visitsOf("mkdocs-material");
const follow = (name) => (reader, page) => page.locator(".md-nav--primary").getByRole("link", { name }).click();

keepsPromises(visit, {
  pages: ["orders/", "pricing/"],
  follow: follow("Orders"),
  toggleTheme: (page) => page.locator('label[for="__palette_1"]').click(),
  searchKey: "s",
  isSearchOpen: (page) => page.locator('[data-md-toggle="search"]').evaluate((toggle) => toggle.checked),
  closeSearch: (page) => page.keyboard.press("Escape"),
});

staysAlive(visit, { there: follow("Orders"), further: follow("Pricing") });
