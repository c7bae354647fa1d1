/**
 * Converts the repository's Markdown to pages of the site.
 *
 * @module
 */
import { posix } from "node:path";
import { REPOSITORY } from "../../project.ts";

/** Files outside `docs/` that are pages of the site, by their path in the repository. */
export const EXTRA_PAGES: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "CONTRIBUTING.md": "contributing.md",
  "CHANGELOG.md": "changelog.md",
};

/** A label, a block of code, and what the code prints. */
const TAB = /\*\*([^*\n]+)\*\*\n\n(```(\w+)\n[^]*?\n```)(?:\n\n(```text\n[^]*?\n```))?/;
const TABS = new RegExp(`(?:^|(?<=\\n))${TAB.source}(?:\\n\\n${TAB.source})+`, "g");

/** Converts a file of the repository to a page of the site. */
export function sitePage(path: string, text: string): string {
  const edit = `${REPOSITORY}/edit/main/${path}`;
  return `---\nedit: ${edit}\n---\n\n${
    tabs(outsideFences(plainProse(picture(withoutBadges(text))), (prose) => links(path, prose)))
  }`;
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
  const page = EXTRA_PAGES[path] ?? /^docs\/([\w-]+\.md)$/.exec(path)?.[1];
  if (page !== undefined) return `/${page.replace(/(?:index)?\.md$/, "")}`;
  const image = /^docs\/(images\/.+)$/.exec(path)?.[1];
  return image === undefined ? `${REPOSITORY}/blob/main/${path}` : `/${image}`;
}

/** Removes badges, because pages of the site load nothing from other hosts. */
function withoutBadges(text: string): string {
  return text.replaceAll(/^\[!\[[^\]]*\]\(https:[^)]*\)\]\([^)]*\)\n/gm, "");
}

/** Converts pictures for the system's colour schemes to pictures for the site's. */
function picture(text: string): string {
  const whole =
    /<picture>\s*<source[^>]*srcset="docs\/([^"]+)"[^>]*>\s*<img alt="([^"]*)" src="docs\/([^"]+)"[^>]*>\s*<\/picture>/g;
  return text.replaceAll(
    whole,
    (_, dark, alt, light) => `![${alt}](docs/${light}){.only-light}\n![${alt}](docs/${dark}){.only-dark}`,
  );
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
