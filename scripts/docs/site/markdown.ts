/** Converts the repository's Markdown to pages of the site. */
import { posix } from "node:path";
import { REPOSITORY } from "../../project.ts";
import { summaryOf } from "../llms.ts";

/** Files outside `docs/` that are pages of the site, by their path in the repository. */
export const EXTRA_PAGES: Readonly<Record<string, string>> = {
  "CONTRIBUTING.md": "contributing.md",
  "CHANGELOG.md": "changelog.md",
  "examples/README.md": "examples/index.md",
};

/** A label, a block of code, and what the code prints. */
const TAB = /\*\*([^*\n]+)\*\*\n\n(```(\w+)\n[^]*?\n```)(?:\n\n(```text\n[^]*?\n```))?/;
const TABS = new RegExp(`(?:^|(?<=\\n))${TAB.source}(?:\\n\\n${TAB.source})+`, "g");

/** Converts a file of the repository to a page of the site. */
export function sitePage(path: string, text: string): string {
  const [, head = "", body = ""] = /^(?:---\n([^]*?\n)---\n\n)?([^]*)$/.exec(text) ?? [];
  const page = tabs(outsideFences(plainProse(body), (prose) => links(path, prose)));
  const summary = head ? "" : summaryOf(body);
  const description = summary && `description: ${JSON.stringify(summary)}\n`;
  return `---\nedit: ${REPOSITORY}/edit/main/${path}\n${description}${head}---\n\n${page}`;
}

/** Converts consecutive code blocks with bold labels to tabs, followed by their common output. */
export function tabs(text: string): string {
  return text.replaceAll(TABS, (whole) => {
    const found = [...whole.matchAll(new RegExp(TAB, "g"))];
    const blocks = found.map(([, label = "", block = ""]) =>
      block.replace(/^```(\w+)/, `\`\`\`$1 [${label.replaceAll("`", "")}]`)
    );
    const printed = [...new Set(found.flatMap(([, , , , output]) => output ?? []))];
    if (printed.length > 1) throw new Error(`Cannot make tabs: programs print different things: ${printed.join("\n")}`);
    return `::: code-group\n\n${blocks.join("\n\n")}\n\n:::${printed.map((output) => `\n\n${output}`).join("")}`;
  });
}

/** Converts links to files that aren't pages of the site to links to the repository. */
function links(path: string, text: string): string {
  return text.replaceAll(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/g, (_, target: string) => {
    const [file = "", fragment] = target.split("#");
    return `](${siteTarget(posix.join(posix.dirname(path), file))}${fragment === undefined ? "" : `#${fragment}`})`;
  });
}

function siteTarget(path: string): string {
  const page = EXTRA_PAGES[path] ?? /^docs\/(?!skills\/)([\w/-]+\.md)$/.exec(path)?.[1];
  if (page !== undefined) return `/${page.replace(/(?:index)?\.md$/, "")}`;
  const example = /^examples\/(\w+)(?:\.ts|\/)?$/.exec(path)?.[1];
  if (example !== undefined) return `/examples/${example}`;
  const image = /^docs\/(images\/.+)$/.exec(path)?.[1];
  return image === undefined ? `${REPOSITORY}/blob/main/${path}` : `/${image}`;
}

/** Changes the text outside code blocks. */
function outsideFences(text: string, change: (prose: string) => string): string {
  return text.split(/(^```[^]*?^```$)/m).map((part, index) => index % 2 === 1 ? part : change(part)).join("");
}

/** Escapes markup and template syntax in the prose of a doc comment. */
export function plainProse(text: string): string {
  return outsideFences(
    text,
    (prose) =>
      prose.split(/(`[^`]+`)/).map((part, index) =>
        index % 2 === 1 ? part : part.replaceAll(/<(?!https?:|!--)/g, "&lt;").replaceAll("{{", "&#123;&#123;")
      ).join(""),
  );
}
