// docs/recipes/sphinx.md, built and opened.

import { keepsPromises } from "./promises.mjs";
import { visitsOf } from "./visit.mjs";

const visit = visitsOf("sphinx");

keepsPromises(visit, {
  pages: ["orders.html", "pricing.html"],
  follow: (reader, page) => page.locator(".sidebar-tree").getByRole("link", { name: "Orders" }).click(),
  toggleTheme: (page) => page.locator(".theme-toggle:visible").click(),
  searchKey: "/",
  isSearchOpen: (page) => page.locator(".sidebar-search").evaluate((input) => input === document.activeElement),
  closeSearch: (page) => page.locator(".sidebar-search").blur(),
});
