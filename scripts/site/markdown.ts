/**
 * Makes pages of the site from the Markdown of the repository, which also has to read well where it lies.
 *
 * @module
 */
import { posix } from "node:path";
import { REPOSITORY } from "../project.ts";

/** Files outside `docs/` that are pages of the site, by their path in the repository. */
export const EXTRA_PAGES: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "CONTRIBUTING.md": "contributing.md",
  "CHANGELOG.md": "changelog.md",
};

/** A label, a block of code, and what the code prints. */
const TAB = /\*\*([^*\n]+)\*\*\n\n(```(\w+)\n[^]*?\n```)(?:\n\n(```text\n[^]*?\n```))?/;
const TABS = new RegExp(`(?:^|(?<=\\n))${TAB.source}(?:\\n\\n${TAB.source})+`, "g");

/** A page of the site, from a file of the repository. */
export function sitePage(path: string, text: string): string {
  const edit = `${REPOSITORY}/edit/main/${path}`;
  return `---\nedit: ${edit}\n---\n\n${
    tabs(outsideFences(plainProse(picture(withoutBadges(text))), (prose) => links(path, prose)))
  }`;
}

/** Blocks of code that follow one another below labels in bold become tabs. What they print, all the same, stands below. */
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

/** Links to what isn't a page of the site lead to the repository. */
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

/** Badges are pictures of other hosts, which a page of the site asks nothing. */
function withoutBadges(text: string): string {
  return text.replaceAll(/^\[!\[[^\]]*\]\(https:[^)]*\)\]\([^)]*\)\n/gm, "");
}

/** A picture for each of a system's colour schemes becomes one for each of the site's. */
function picture(text: string): string {
  const whole =
    /<picture>\s*<source[^>]*srcset="docs\/([^"]+)"[^>]*>\s*<img alt="([^"]*)" src="docs\/([^"]+)"[^>]*>\s*<\/picture>/g;
  return text.replaceAll(
    whole,
    (_, dark, alt, light) => `![${alt}](docs/${light}){.only-light}\n![${alt}](docs/${dark}){.only-dark}`,
  );
}

/** Changes what stands outside blocks of code. */
function outsideFences(text: string, change: (prose: string) => string): string {
  return text.split(/(^```[^]*?^```$)/m).map((part, index) => index % 2 === 1 ? part : change(part)).join("");
}

/** Prose of a doc comment: whatever would be markup or a template of the site is shown as it is. */
export function plainProse(text: string): string {
  return outsideFences(
    text,
    (prose) =>
      prose.split(/(`[^`]+`)/).map((part, index) =>
        index % 2 === 1 ? part : part.replaceAll(/<(?!https?:|!--)/g, "&lt;").replaceAll("{{", "&#123;&#123;")
      ).join(""),
  );
}
