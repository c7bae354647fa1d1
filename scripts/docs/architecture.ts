/** Draws the imports between the parts of the project: `docs/images/architecture.svg`. */
import { readdir } from "node:fs/promises";
import { parse, type Source } from "../check/style/source.ts";

const ROOT = new URL("../../", import.meta.url);

/** A box of the picture. */
interface Part {
  readonly name: string;
  /** A one-line description. */
  readonly about: string;
  /** Matches the paths of its files. A file belongs to the first matching part. */
  readonly files: RegExp;
  /** The middle of its upper edge. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const [WIDTH, HEIGHT, BOX] = [960, 680, 58];
const PARTS: readonly Part[] = [
  { name: "cli/", about: "the program tonearm", files: /^cli\//, x: 640, y: 40, width: 220 },
  { name: "sandbox/", about: "the API on this machine", files: /^sandbox\//, x: 820, y: 130, width: 240 },
  { name: "mod.ts", about: "the public names", files: /^mod\.ts$/, x: 200, y: 40, width: 200 },
  {
    name: "src/session/",
    about: "configuration, session, groups",
    files: /^src\/session\//,
    x: 200,
    y: 130,
    width: 250,
  },
  { name: "src/watch/", about: "new items as events", files: /^src\/watch\//, x: 200, y: 220, width: 230 },
  {
    name: "src/operations/",
    about: "a function for each endpoint; paging",
    files: /^src\/(?:operations\/|(?:options|pages|page_origin|toggle)\.ts$)/,
    x: 200,
    y: 310,
    width: 250,
  },
  {
    name: "src/stores/",
    about: "file, Redis, PostgreSQL, KV, HTTP",
    files: /^src\/stores\//,
    x: 540,
    y: 130,
    width: 260,
  },
  { name: "src/insights/", about: "counts over time", files: /^src\/insights\//, x: 540, y: 220, width: 230 },
  { name: "src/limits/", about: "rate limits, the app's token", files: /^src\/limits\//, x: 540, y: 310, width: 230 },
  { name: "src/oauth/", about: "sign-in, tokens, refresh", files: /^src\/oauth\//, x: 370, y: 410, width: 220 },
  {
    name: "src/errors.ts, session.ts",
    about: "errors, routes, formats",
    files: /^src\/(?:formats\/|(?:errors|failure|checks|access_token|oldest|session)\.ts$)/,
    x: 370,
    y: 590,
    width: 240,
  },
  { name: "src/transport/", about: "from a route to a reply", files: /^src\/transport\//, x: 370, y: 500, width: 230 },
];

/** An import between two parts. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Whether it's erased at run time. */
  readonly isType: boolean;
}

/** Types belong to no part; a new file of `src/` needs one. */
function partOf(path: string): string | undefined {
  const part = PARTS.find(({ files }) => files.test(path))?.name;
  if (part === undefined && /^src\/(?!types\/)/.test(path)) {
    throw new Error(`Cannot draw ${path}: PARTS has no place for it`);
  }
  return part;
}

/** The entry file of a package name. */
function entryOf(specifier: string): string | undefined {
  if (specifier === "@tonearm/client") return "mod.ts";
  if (specifier === "@tonearm/client/insights") return "src/insights/insights.ts";
  if (specifier === "@tonearm/client/limits") return "src/limits/limits.ts";
  if (specifier.startsWith("@tonearm/client/")) return "src/stores/file.ts";
  return specifier.startsWith("@tonearm/sandbox") ? "sandbox/mod.ts" : undefined;
}

/** Returns the imports between parts: of code, and also of types between packages. */
export function edgesOf(sources: readonly Source[]): Edge[] {
  const found = new Map<string, Edge>();
  for (const { path, imports } of sources) {
    for (const { target, specifier, isType } of imports) {
      const [from, to] = [partOf(path), partOf(target ?? entryOf(specifier) ?? "")];
      if (!from || !to || from === to || isType && !specifier.startsWith("@tonearm/")) continue;
      const key = `${from} ${to}`;
      found.set(key, { from, to, isType: isType && (found.get(key)?.isType ?? true) });
    }
  }
  return [...found.values()].sort((a, b) => `${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1);
}

/** Leaves out an arrow that a longer path implies. */
export function reduced(edges: readonly Edge[]): Edge[] {
  const leads = ({ from, to }: Edge, without: Edge, passed: readonly string[] = []): boolean =>
    edges.some((edge) =>
      edge !== without && edge.from === from && !passed.includes(edge.to) &&
      (edge.to === to || leads({ ...edge, from: edge.to, to }, without, [...passed, from]))
    );
  return edges.filter((edge) => edge.isType || !leads(edge, edge));
}

/** The picture. */
export function draw(sources: readonly Source[]): string {
  const arrows = reduced(edgesOf(sources)).map(arrow);
  const boxes = PARTS.map(({ name, about, x, y, width }) =>
    `<rect x="${x - width / 2}" y="${y}" width="${width}" height="${BOX}" rx="8" class="box"/>` +
    `<text x="${x}" y="${y + 24}" class="name">${name}</text>` +
    `<text x="${x}" y="${y + 44}" class="about">${about}</text>`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
<title>What imports what: cli and sandbox use the library's public names, and the library's parts lead downwards</title>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#3b4b66"/></marker></defs>
<style>.box{fill:#eef3fb;stroke:#3b4b66}.name{font:600 15px ui-monospace,monospace;text-anchor:middle;fill:#14202f}.about{font:13px system-ui,sans-serif;text-anchor:middle;fill:#3b4b66}path.arrow{fill:none;stroke:#3b4b66;stroke-width:1.5}.type{stroke-dasharray:5 4}</style>
<rect width="${WIDTH}" height="${HEIGHT}" rx="12" fill="#ffffff"/>
${arrows.join("\n")}
${boxes.join("\n")}
</svg>
`;
}

function arrow({ from, to, isType }: Edge): string {
  const [start, end] = [from, to].map((name) => PARTS.find((part) => part.name === name)) as [Part, Part];
  const [y1, y2] = start.y < end.y ? [start.y + BOX, end.y] : [start.y, end.y + BOX];
  const middle = (y1 + y2) / 2;
  const way = start.y === end.y
    ? `M${start.x - start.width / 2} ${start.y + BOX / 2}H${end.x + end.width / 2}`
    : `M${start.x} ${y1}C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${y2}`;
  return `<path class="arrow${
    isType ? " type" : ""
  }" d="${way}" marker-end="url(#head)"><title>${from} imports ${to}</title></path>`;
}

/** The sources of the packages. */
export async function packageSources(): Promise<Source[]> {
  const folders = ["src", "cli", "sandbox"].map(async (folder) =>
    (await readdir(new URL(folder, ROOT), { recursive: true })).map((name) => `${folder}/${name}`)
  );
  const paths = ["mod.ts", ...(await Promise.all(folders)).flat().filter((path) => path.endsWith(".ts"))].sort();
  return await Promise.all(paths.map(async (path) => parse(path, await Deno.readTextFile(new URL(path, ROOT)))));
}
