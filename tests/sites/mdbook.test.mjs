// docs/recipes/mdbook.md, built and opened.

import { keepsPromises } from "./promises.mjs";
import { visitsOf } from "./visit.mjs";

const visit = visitsOf("mdbook");

keepsPromises(visit, {
  pages: ["orders.html", "pricing.html"],
  follow: (reader, page) => page.locator(".chapter").getByRole("link", { name: "Orders" }).click(),
  toggleTheme: async (page) => {
    await page.locator("#mdbook-theme-toggle").click();
    await page.locator("#mdbook-theme-navy").click();
  },
  searchKey: "s",
  isSearchOpen: (page) => page.locator("#mdbook-searchbar").isVisible(),
  closeSearch: (page) => page.keyboard.press("Escape"),
});
