/**
 * Builds the site of the documentation in `dist/site/out`, and serves it: the guides of `docs/`, and the generated
 * reference of packages and commands. With `--build`, it only builds.
 */
import { cp, readdir } from "node:fs/promises";
import { parseArgs } from "node:util";
import { llms } from "./llms.ts";
import { buildPlayground } from "./playground/build.ts";
import { GUIDES } from "./guides.ts";
import { REPOSITORY } from "../project.ts";
import { type ApiPage, apiPages } from "./site/api.ts";
import { EXTRA_PAGES, sitePage } from "./site/markdown.ts";
import { entries } from "./site/reference.ts";

const ROOT = new URL("../../", import.meta.url);
/** The port that VitePress serves on. */
const PORT = 4173;

/** A line of the sidebar. */
interface Item {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Item[];
  readonly collapsed?: boolean;
}

/** The pages of the site by their path, as Markdown. */
export async function sitePages(): Promise<{ pages: Map<string, string>; api: readonly ApiPage[] }> {
  const pages = new Map<string, string>();
  for (const [path, page] of Object.entries(EXTRA_PAGES)) pages.set(page, sitePage(path, await read(path)));
  for (const name of ["index", ...GUIDES.flatMap(({ pages }) => pages)]) {
    pages.set(`${name}.md`, sitePage(`docs/${name}.md`, await read(`docs/${name}.md`)));
  }
  const api = await apiPages(await entries());
  for (const { path, text } of api) pages.set(`${path}.md`, text);
  await addExamples(pages);
  return { pages, api };
}

/** Adds a page for each program and each project of `examples/`. */
async function addExamples(pages: Map<string, string>): Promise<void> {
  const paths = await readdir(new URL("examples/", ROOT), { recursive: true });
  const files = paths.filter((path) => /^(?:\w+\.ts|\w+\/(?!node_modules)[\w+/-]+(?:\.\w+)+)$/.test(path)).sort();
  for (const [name, members] of Map.groupBy(files, (path) => path.replace(/(?:\.ts$|\/.*)/, ""))) {
    const blocks = await Promise.all(
      members.map(async (path) =>
        `## ${path}\n\n\`\`\`\`${/\w+$/.exec(path)?.[0]}\n${await read(`examples/${path}`)}\`\`\`\`\n`
      ),
    );
    pages.set(`examples/${name}.md`, `---\nsearch: false\n---\n\n# Example: ${name}\n\n${blocks.join("\n")}`);
  }
}

/** Where a page was before it moved into a folder, and where it is now. */
export const MOVED: ReadonlyMap<string, string> = new Map([
  ["testing", "testing/sandbox"],
  ...GUIDES.flatMap(({ pages }) => pages).filter((path) => path.includes("/")).map((path) =>
    [path.replace(/.*\//, ""), path] as const
  ),
]);

/** A page that leads to another one, and keeps the fragment. */
function redirect(url: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Moved</title><link rel="canonical" href="${url}">` +
    `<meta name="robots" content="noindex"><script>location.replace("${url}" + location.hash)</script>` +
    `<meta http-equiv="refresh" content="0; url=${url}"><a href="${url}">This page has moved</a>\n`;
}

/** Builds the site in the folder's `out/`. */
export async function buildSite(folder: URL, base: string): Promise<void> {
  const { pages, api } = await sitePages();
  await Deno.remove(new URL("pages/", folder), { recursive: true }).catch(() => {});
  await cp(new URL("docs/site/", ROOT), folder, { recursive: true });
  await cp(new URL("docs/images/", ROOT), new URL("pages/public/images/", folder), { recursive: true });
  await write(new URL(".vitepress/composed.json", folder), JSON.stringify(await composed(pages, api, base)));
  for (const [path, text] of pages) await write(new URL(`pages/${path}`, folder), text);
  await buildPlayground(new URL("pages/public/playground/", folder));
  await run(folder, ["install", "-q", "--frozen"]);
  await run(folder, ["run", "-q", "-A", "node_modules/vitepress/bin/vitepress.js", "build"]);
  for (const [path, text] of pages) {
    await write(new URL(`out/${path}`, folder), text.replace(/^---\n[^]*?\n---\n+/, ""));
  }
  for (const [from, to] of MOVED) await write(new URL(`out/${from}.html`, folder), redirect(base + to));
  await write(new URL("out/llms.txt", folder), await siteLlms(api));
  const guides = GUIDES.flatMap(({ pages }) => pages).map((name) => read(`docs/${name}.md`));
  await write(new URL("out/llms-full.txt", folder), (await Promise.all(guides)).join("\n\n"));
}

/** The data for the configuration of VitePress. */
async function composed(pages: ReadonlyMap<string, string>, api: readonly ApiPage[], base: string): Promise<object> {
  const { version } = JSON.parse(await read("deno.json"));
  const titled = (name: string) => ({ text: titleOf(pages.get(`${name}.md`) ?? ""), link: `/${name}` });
  const guides = GUIDES.map(({ title, pages }): Item => ({ text: title, items: pages.map(titled) }));
  const more = { text: "More", items: ["contributing", "changelog"].map(titled) };
  const packs = Map.groupBy(api, ({ pack }) => pack);
  const itemsOf = (members: readonly ApiPage[], parent?: string): Item[] =>
    members.filter((page) => page.parent === parent).map(({ title, path }) => {
      const items = parent === undefined ? itemsOf(members, path) : [];
      const folded = items.length > 0 && { items, collapsed: true };
      return { text: title, link: `/${path.replace(/index$/, "")}`, ...folded };
    });
  const references = [...packs].map(([pack, members]): Item => ({
    text: pack || "API reference",
    items: itemsOf(members),
  }));
  return { base, version, repository: REPOSITORY, guides: [...guides, more], references };
}

function titleOf(text: string): string {
  return (/^# (.*)/m.exec(text)?.[1] ?? "").replaceAll("`", "");
}

/** `llms.txt` of the site, with links to the Markdown of the pages. */
async function siteLlms(api: readonly ApiPage[]): Promise<string> {
  const text = (await llms()).replaceAll("](../", `](${REPOSITORY}/blob/main/`);
  const reference = api.map(({ path, title, pack }) => `- [${pack || "API"}: ${title}](${path}.md)\n`).join("");
  return text.replace("\n## Examples", `\n## Reference\n\n${reference}\n## Examples`);
}

async function run(cwd: URL, args: readonly string[]): Promise<void> {
  const { code } = await new Deno.Command(Deno.execPath(), { args: [...args], cwd, stdout: "null" }).spawn().status;
  if (code !== 0) throw new Error(`Cannot build the site: deno ${args.join(" ")} ended with ${code}`);
}

async function write(url: URL, text: string): Promise<void> {
  await Deno.mkdir(new URL("./", url), { recursive: true });
  await Deno.writeTextFile(url, text);
}

function read(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, ROOT));
}

if (import.meta.main) {
  const options = { build: { type: "boolean" }, base: { type: "string", default: "/" } } as const;
  const { values } = parseArgs({ args: Deno.args, options });
  const folder = new URL("dist/site/", ROOT);
  await buildSite(folder, values.base);
  console.log(`The site is in dist/site/out${values.build ? "" : ` and on http://127.0.0.1:${PORT}${values.base}`}`);
  const serve = ["run", "-q", "-A", "node_modules/vitepress/bin/vitepress.js", "preview", "--port", `${PORT}`];
  if (!values.build) await run(folder, serve);
}
