// docs/recipes/starlight.md, built and opened.

import { keepsPromises } from "./promises.mjs";
import { visitsOf } from "./visit.mjs";

const visit = visitsOf("starlight");

keepsPromises(visit, {
  pages: ["orders/", "pricing/"],
  follow: (reader, page) => page.locator(".sidebar-content").getByRole("link", { name: "Orders" }).click(),
  toggleTheme: (page) => page.locator("starlight-theme-select select:visible").selectOption("dark"),
  searchKey: "Control+k",
  isSearchOpen: (page) => page.locator("site-search dialog").isVisible(),
  closeSearch: (page) => page.keyboard.press("Escape"),
});
