/**
 * Writes the reference of the packages: a page for each module, and several for the library's main module, by topic.
 */
import { REPOSITORY } from "../../project.ts";
import { plainProse } from "./markdown.ts";
import {
  type Comment,
  type Declaration,
  type DocSymbol,
  type Entry,
  type Member,
  pathOf,
  type Tag,
} from "./reference.ts";
import { operationPart, requestOf } from "./operations.ts";
import { signatureAt } from "./signatures.ts";

/** A page of the reference. */
export interface ApiPage {
  /** Its path, such as `api/client/tracks`. */
  readonly path: string;
  readonly title: string;
  readonly pack: string;
  readonly text: string;
  /** The path of the page that lists it, for the page of an operation. */
  readonly parent?: string | undefined;
}

/** A name and the page that explains it. */
interface Placed {
  readonly entry: Entry;
  readonly path: string;
  readonly title: string;
  readonly symbol: DocSymbol;
  /** The page of its group, and its request, for an operation. */
  readonly parent?: { readonly path: string; readonly title: string; readonly request: string };
}

/** The pages of the library's names. Names that match none are on the client's page. */
const PARTS: readonly (readonly [prefix: RegExp, name: string, title: string])[] = [
  [/^src\/operations\/([a-z]+)/, "", ""],
  [/^src\/oauth\//, "sign-in", "Sign-in"],
  [/^src\/types\/config\.ts/, "configuration", "Configuration"],
  [/^src\/types\//, "types", "SoundCloud's types"],
  [/^src\/(?:(?:transport|limits)\/|formats\/(?:path|query)\.ts)/, "transport", "Requests and caches"],
  [/^src\/session\/(?:auth_)?namespaces?\.ts/, "groups", "Groups of the client"],
];

/** Every page of the reference, the list of modules first. */
export async function apiPages(entries: readonly Entry[]): Promise<ApiPage[]> {
  const placed = entries.flatMap(place);
  const where = new Map(placed.toReversed().map(({ symbol, path }) => [symbol.name, `/${path}#${symbol.name}`]));
  const paths = new Set(placed.flatMap(({ path, parent }) => parent ? [parent.path, path] : [path]));
  const pages = await Promise.all([...paths].map(async (path) => {
    const members = placed.filter((one) => one.path === path);
    const operations = placed.filter(({ parent }) => parent?.path === path);
    const [{ entry, title, parent }] = [...members, ...operations] as [Placed, ...Placed[]];
    const own = members.length > 0 ? title : parent?.title ?? title;
    const parts = await Promise.all(members.map((each) => memberPage(each, where)));
    const operation = members[0]?.parent && members[0].symbol.name;
    const anchor = operation ? ` {#${operation}}` : "";
    const head = `---\noutline: 2\n---\n\n# ${own}${anchor}\n\n\`import { ${
      operation ?? "…"
    } } from "${entry.specifier}";\`\n\n`;
    const intro = operation ? "" : linked(entry.doc, where);
    const text = head + intro + operationList(operations, where) + parts.join("\n");
    return { path, title: own, pack: entry.pack, text, parent: members[0]?.parent?.path };
  }));
  return [{ path: "api/index", title: "Overview", pack: "", text: overview(pages, placed) }, ...pages];
}

function place(entry: Entry): Placed[] {
  const [, pack = "", sub] = /^@tonearm\/([^/]+)(?:\/(.+))?$/.exec(entry.specifier) ?? [];
  const symbols = entry.symbols.filter(({ declarations }) => declarations.some(({ kind }) => kind !== "reference"));
  return symbols.map((symbol) => {
    const [first] = symbol.declarations;
    const request = first?.kind === "function" ? requestOf(first.jsDoc) : undefined;
    if (pack === "client" && sub === undefined && request !== undefined) {
      const [group, title] = partOf(symbol);
      const parent = { path: `api/client/${group}`, title, request };
      return { entry, symbol, title: symbol.name, path: `${parent.path}/${symbol.name}`, parent };
    }
    const [name, title] = pack === "client" && sub === undefined ? partOf(symbol) : [sub ?? "index", entry.specifier];
    return { entry, symbol, title, path: `api/${pack}/${name}` };
  });
}

function partOf({ declarations: [first] }: DocSymbol): readonly [name: string, title: string] {
  if (!first || first.kind === "namespace") return ["modules", "Operations as modules"];
  const file = pathOf(first.location);
  for (const [prefix, name, title] of PARTS) {
    const found = prefix.exec(file);
    if (!found) continue;
    return name === "" ? [found[1] ?? "", `Operations: ${found[1]}`] : [name, title];
  }
  return ["client", "The client"];
}

/** The operations of a group, each with a link to its page. */
function operationList(operations: readonly Placed[], where: ReadonlyMap<string, string>): string {
  const lines = operations.map(({ symbol: { name, declarations: [first] }, path, parent }) => {
    const about = linked(first?.jsDoc?.doc?.split(/(?<=\.)\s/)[0] ?? "", where).trim();
    return `- [\`${name}\`](/${path}), \`${parent?.request}\`: ${about}\n`;
  });
  return lines.length === 0 ? "" : `${lines.join("")}\n`;
}

/** A name on its page; an operation also with its request and its responses. */
async function memberPage({ symbol, parent }: Placed, where: ReadonlyMap<string, string>): Promise<string> {
  if (parent === undefined) return await symbolPart(symbol, where);
  const parts = await Promise.all(symbol.declarations.map((one) => declarationPart(one, symbol.name, where)));
  return `${parts.join("\n")}\n${operationPart(symbol.name, parent.request)}`;
}

function overview(pages: readonly ApiPage[], placed: readonly Placed[]): string {
  const packs = Map.groupBy(pages, ({ pack }) => pack);
  const parts = [...packs].map(([pack, members]) => {
    const rows = members.filter(({ parent }) => parent === undefined).map(({ path, title }) => {
      const names = placed.filter((one) => [one.path, one.parent?.path].includes(path)).map((one) =>
        `[\`${one.symbol.name}\`](/${page(one.path)}#${one.symbol.name})`
      );
      return `### [${title}](/${page(path)})\n\n${names.join(" · ")}\n`;
    });
    return `## ${pack}\n\n${rows.join("\n")}`;
  });
  return `---\noutline: 2\n---\n\n# API reference\n\nEvery exported name of the three packages, from its doc comment.\n\n${
    parts.join("\n")
  }`;
}

function page(path: string): string {
  return path.replace(/index$/, "");
}

async function symbolPart(symbol: DocSymbol, where: ReadonlyMap<string, string>): Promise<string> {
  const parts = await Promise.all(symbol.declarations.map((one) => declarationPart(one, symbol.name, where)));
  return `## ${symbol.name} {#${symbol.name}}\n\n${parts.join("\n")}`;
}

async function declarationPart(one: Declaration, name: string, where: ReadonlyMap<string, string>): Promise<string> {
  const { def = {}, kind, location, jsDoc } = one;
  const source = `[Source](${REPOSITORY}/blob/main/${pathOf(location)}#L${location.line + 1})\n`;
  if (kind === "namespace") {
    const names = (def.elements ?? []).map((each) => link(each.name, where)).join(", ");
    return `${comment(jsDoc, where)}\nHolds ${names}.\n\n${source}`;
  }
  const members = [...def.constructors ?? [], ...def.methods ?? []];
  if (kind !== "class" && members.length === 0) {
    // A function is exported by a name of its own where groups share one: `getTracks` of users is `getUserTracks`.
    const signature = (await signatureAt(location)).replace(/^function \w+/, `function ${name}`);
    return `${fence(signature)}\n${comment(jsDoc, where)}\n${typesIn(signature, name, where)}${source}`;
  }
  const all = [...def.constructors ?? [], ...def.properties ?? [], ...def.methods ?? []];
  const parts = await Promise.all(all.map((each) => memberPart(each, name, where)));
  return `${comment(jsDoc, where)}\n${source}\n${parts.join("\n")}`;
}

async function memberPart(member: Member, owner: string, where: ReadonlyMap<string, string>): Promise<string> {
  const line = member.location.line;
  const head = `### ${member.name} {#${owner}-${member.name}-${line}}`;
  return `${head}\n\n${fence(await signatureAt(member.location))}\n${comment(member.jsDoc, where)}`;
}

/** Links to the types that a declaration names. */
function typesIn(code: string, name: string, where: ReadonlyMap<string, string>): string {
  const bare = code.replaceAll(/\/\*[^]*?\*\//g, "");
  const named = [...new Set(bare.match(/\b[A-Z]\w+/g))].filter((type) => type !== name && where.has(type));
  return named.length === 0 ? "" : `Types: ${named.map((type) => link(type, where)).join(", ")}\n\n`;
}

/** Code, whose doc comments name what they link to. */
function fence(code: string): string {
  const plain = code.replaceAll(/\{@link(?:code)?[\s*]+([^\s|}]+)[^}]*\}/g, "$1");
  return `\`\`\`ts\n${plain}\n\`\`\`\n`;
}

/** Formats a doc comment as Markdown: the description, then its tags. */
function comment({ doc = "", tags = [] }: Comment = {}, where: ReadonlyMap<string, string>): string {
  const of = (kind: string) => tags.filter((tag) => tag.kind === kind);
  const text = (tag: Tag) => linked(tag.doc ?? "", where).trim().replaceAll("\n", "\n  ");
  const rows = [
    ...of("param").map((tag) => `- \`${tag.name}\`: ${text(tag)}`),
    ...of("return").map((tag) => `- Returns: ${text(tag)}`),
    ...of("throws").map((tag) => `- Throws ${link(tag.tsType?.repr ?? "Error", where)}: ${text(tag)}`),
    ...of("see").map((tag) => `- See ${text(tag).replace(/^(https:\S+)$/, "<$1>")}`),
  ];
  const deprecated = of("deprecated").map((tag) => `Deprecated. ${text(tag)}\n`);
  const examples = of("example").map((tag) => `${plainProse(tag.doc ?? "")}\n`);
  return [...deprecated, linked(doc, where), rows.join("\n"), ...examples].filter(Boolean).join("\n") + "\n";
}

/** Converts the links of doc comments to links of the site. */
function linked(text: string, where: ReadonlyMap<string, string>): string {
  const resolved = text.replaceAll(
    /\{@link(?:code)?\s+([^\s|}]+)(?:[\s|]+((?:[^{}]|\{[^}]*\})+?))?\s*\}/g,
    (_, target: string, label?: string) =>
      /^https:/.test(target) ? `[${label ?? target}](${target})` : link(target, where, label),
  );
  return `${plainProse(resolved)}\n`;
}

function link(name: string, where: ReadonlyMap<string, string>, label: string = name): string {
  const target = where.get(name) ?? where.get(name.split(".")[0] ?? "");
  return target === undefined ? `\`${label}\`` : `[\`${label}\`](${target.replace("/index#", "/#")})`;
}
