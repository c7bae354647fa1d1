// VitePress makes the site: it takes plain Markdown, so that docs/ stays the one source and reads well on a code host.
import { readFileSync } from "node:fs";

// Written by scripts/docs/site.ts: version, repository, sidebar.
const { base, repository, version, guides, references } = JSON.parse(
  readFileSync(new URL("./composed.json", import.meta.url), "utf8"),
);

/** The anchor of a heading, the same as on a code host. */
function slugify(title) {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
}

/** A header without a word is a cell like others for those who listen to a page. */
function emptyHeaders({ core }) {
  core.ruler.push("empty_headers", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "th_open" || tokens[index + 1].content !== "") continue;
      token.tag = tokens[index + 2].tag = "td";
    }
  });
}

/** A record that turns, for the tab of a browser. */
const ICON = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><circle cx='8' cy='8' r='8'/>" +
  "<circle cx='8' cy='8' r='3' fill='%23f80'/></svg>";

export default {
  base,
  head: [["link", { rel: "icon", href: ICON }]],
  srcDir: "./pages",
  outDir: "./out",
  lang: "en",
  title: "tonearm",
  description: "Client, command line and local sandbox for the SoundCloud API. Unofficial.",
  cleanUrls: true,
  metaChunk: true,
  markdown: {
    anchor: { slugify },
    toc: { slugify },
    config: emptyHeaders,
    languageAlias: { console: "sh" },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/getting-started", activeMatch: "^/(?!api/|commands)." },
      { text: "API", link: "/api/", activeMatch: "^/api/" },
      { text: "Commands", link: "/commands", activeMatch: "^/commands" },
      { text: `v${version}`, link: "/changelog" },
    ],
    sidebar: { "/": guides, "/api/": references },
    outline: { level: [2, 3], label: "On this page" },
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: repository, ariaLabel: "Repository" }],
    editLink: { pattern: ({ frontmatter }) => frontmatter.edit, text: "Edit this page" },
    footer: { message: "MIT licence. Unofficial: neither made nor endorsed by SoundCloud." },
  },
};
