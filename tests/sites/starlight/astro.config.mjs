import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

const base = "/project";

export default defineConfig({
  site: "https://example.com",
  base,
  integrations: [
    starlight({
      title: "Shop",
      sidebar: [{ label: "Shop", items: ["index", "orders", "pricing"] }],
      customCss: ["./src/ask.css"],
      head: [{ tag: "script", attrs: { type: "module", src: `${base}/ask.js` } }],
    }),
  ],
});
