const baseUrl = "/project/";

export default {
  title: "Shop",
  url: "https://example.com",
  baseUrl,
  trailingSlash: true,
  onBrokenLinks: "throw",
  scripts: [{ src: `${baseUrl}quarry-ask/quarry-ask.js`, type: "module" }],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false, theme: { customCss: "./src/ask.css" } }]],
  future: { v4: true, faster: true },
  themeConfig: {
    navbar: { title: "Shop" },
    // The site's own search: its button and its keys are there; the service itself is never asked in the tests.
    algolia: { appId: "EXAMPLE", apiKey: "example", indexName: "shop", contextualSearch: false },
  },
};
