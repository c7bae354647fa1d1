// VitePress makes the site: it takes plain Markdown, so that docs/ stays the one source and reads well on a code host.
import { readFileSync } from "node:fs";
import { miniSearch } from "./search.js";

// Written by scripts/docs/site.ts: version, repository, sidebar.
const { base, repository, version, guides, references } = JSON.parse(
  readFileSync(new URL("./composed.json", import.meta.url), "utf8"),
);
/** Where the site is published: the pages of the repository. */
const SITE = repository.replace(/^https:\/\/github\.com\/([^/]+)\/(.+)$/, "https://$1.github.io/$2/");
const DESCRIPTION = "SoundCloud API client in TypeScript, command line and local sandbox. Unofficial.";

/** The anchor of a heading, the same as on a code host. */
function slugify(title) {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
}

/** Makes a header cell without text an ordinary cell, for screen readers. */
function emptyHeaders({ core }) {
  core.ruler.push("empty_headers", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "th_open" || tokens[index + 1].content !== "") continue;
      token.tag = tokens[index + 2].tag = "td";
    }
  });
}

/** Adds a button to each program that runs in a page. A comment above a block says why it doesn't, or what it shows. */
function runnable(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...more) => {
    const html = fence(tokens, index, ...more);
    const { content, info } = tokens[index];
    const before = tokens[index - 1]?.content ?? "";
    const isProgram = /^ts\b/.test(info) && / from "@tonearm\//.test(content) && !before.startsWith("<!-- not in a page:");
    const view = /^<!-- shows: (\w+) -->/.exec(before)?.[1] ?? "Console";
    const button = `<button class="run-program vp-copy-ignore" data-view="${view}">Run</button>`;
    return isProgram ? html.replace(/<\/div>\s*$/, `${button}</div>`) : html;
  };
}

/** Hides a part of a block from the copy button. */
const hidden = (...children) => ({ type: "element", tagName: "span", properties: { class: "vp-copy-ignore" }, children });

/** In a terminal session, the copy button leaves out the prompts and the output. */
const commandsOnly = {
  name: "commands-only",
  code(code) {
    if (!/^\$ /m.test(this.source)) return;
    const isOutput = (line) => line !== undefined && !this.source.split("\n")[this.lines.indexOf(line)]?.startsWith("$ ");
    code.children = code.children.map((child, index, all) =>
      child.type === "text" ? isOutput(all[index + 1]) ? hidden(child) : child : isOutput(child) ? hidden(child) : child
    );
    for (const line of this.lines) {
      if (isOutput(line)) continue;
      const [first, second] = line.children.map(({ children }) => children[0]);
      if (first.value === "$") second.value = second.value.replace(/^ /, "");
      else first.value = first.value.replace(/^\$ /, "");
      line.children = [hidden({ type: "text", value: "$ " }), ...line.children.slice(first.value === "$" ? 1 : 0)];
    }
  },
};

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
  description: DESCRIPTION,
  cleanUrls: true,
  metaChunk: true,
  sitemap: { hostname: SITE },
  markdown: {
    anchor: { slugify },
    toc: { slugify },
    config: (md) => (emptyHeaders(md), runnable(md)),
    codeTransformers: [commandsOnly],
    languageAlias: { console: "sh" },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  // The theme's home page has no landmark for its content.
  transformHtml: (html) => html.replace(/(<div class="VPContent is-home")/, '$1 role="main"'),
  transformPageData({ relativePath, title, description, frontmatter }) {
    const url = SITE + relativePath.replace(/(?:(?<=^|\/)index)?\.md$/, "");
    const meta = (property, content) => ["meta", { property, content }];
    frontmatter.head = [
      ["link", { rel: "canonical", href: url }],
      meta("og:type", "website"),
      meta("og:site_name", "tonearm"),
      meta("og:image", `${SITE}images/dashboard-light.png`),
      meta("og:url", url),
      meta("og:title", title || "tonearm"),
      meta("og:description", description || DESCRIPTION),
    ];
  },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/getting-started", activeMatch: "^/(?!api/|command-line/commands|playground)." },
      { text: "Playground", link: "/playground" },
      { text: "API", link: "/api/", activeMatch: "^/api/" },
      { text: "Commands", link: "/command-line/commands", activeMatch: "^/command-line/commands" },
      { text: `v${version}`, link: "/changelog" },
    ],
    sidebar: { "/": guides, "/api/": references },
    outline: { level: [2, 3], label: "On this page" },
    search: { provider: "local", options: { miniSearch } },
    socialLinks: [{ icon: "github", link: repository, ariaLabel: "Repository" }],
    editLink: { pattern: ({ frontmatter }) => frontmatter.edit, text: "Edit this page" },
    notFound: {
      title: "This page doesn't exist",
      quote: "It may have moved. Use the search above, or start from the front page.",
      linkText: "Go to the front page",
    },
    footer: { message: "MIT licence. Unofficial: neither made nor endorsed by SoundCloud." },
  },
};
