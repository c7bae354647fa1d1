/**
 * The places where the packages run: each is started by `tests/release/places.ts`, and docs/places.md shows the table.
 *
 * @module
 */

/** How a package gets into a place. */
export type Way = "npm" | "source" | "a bundle";

/** What is done in a place; `tests/release/places/` has a file for each kind. */
export type Kind =
  | "runtime"
  | "sandbox"
  | "suite"
  | "worker"
  | "browser"
  | "bundler"
  | "jest"
  | "runner"
  | "framework"
  | "types";

/** A place where a package runs. */
export interface Place {
  readonly kind: Kind;
  /** The program. */
  readonly name: string;
  /** Its version, as npm spells it; empty for the one that is installed. */
  readonly version: string;
  readonly way: Way;
  /** How a program there loads the package. */
  readonly form: string;
  /** What is run there. */
  readonly runs: string;
  /** What `createSandbox()` says there until `loadSandbox()` has loaded SQLite. */
  readonly refuses?: string;
}

const WORKERD = "4.20260730.0";
const CONTRACT = "the contract suite; one `ServiceError` by `import` and `require()`; an uncaught error under 2 kB";
const BOTH = "`import`, `require()`";

function runtime(name: string, version: string, way: Way = "npm", form: string = BOTH, runs: string = CONTRACT): Place {
  return { kind: "runtime", name, version, way, form, runs };
}

function sandbox(name: string, version: string, refuses?: string): Place {
  const runs = "a search and a stream of `loadSandbox()`; README's first program" +
    (refuses === undefined ? "" : "; `createSandbox()` alone says what it needs");
  return { kind: "sandbox", name, version, way: "npm", form: BOTH, runs, ...refuses === undefined ? {} : { refuses } };
}

function suite(name: string, version: string, form = "`import`"): Place {
  const runs = "the sandbox's own tests that need no machine, on WebAssembly; 400 replies equal byte for byte";
  return { kind: "suite", name, version, way: "a bundle", form, runs };
}

function worker(runs: string): Place {
  return { kind: "worker", name: "workerd", version: WORKERD, way: "a bundle", form: "`import`", runs };
}

function browser(name: string, form: string): Place {
  return { kind: "browser", name, version: "", way: "a bundle", form, runs: "the portable part of the contract suite" };
}

function bundler(name: string, version: string): Place {
  const runs = "a program of every entry, in Node; unused functions are dropped";
  return { kind: "bundler", name, version, way: "npm", form: BOTH, runs };
}

function jest(version: string, form: string): Place {
  return {
    kind: "jest",
    name: "Jest",
    version,
    way: "npm",
    form,
    runs: "a stubbed `fetch`, and a class of each entry",
  };
}

function types(version: string, ...resolutions: readonly string[]): Place {
  const form = resolutions.map((one) => `\`${one}\``).join(", ");
  return { kind: "types", name: "TypeScript", version, way: "npm", form, runs: "`strict`, without `skipLibCheck`" };
}

const NO_SQLITE =
  "Cannot open the sandbox: this runtime has no SQLite with FTS5: use Node 22.16, or `const createSandbox = await loadSandbox()`";

/** The clients of the comparison on docs/index.md, and the runtimes in which `peers.ts` has run each. */
export const RUNTIMES = {
  tonearm: "Node, Deno, Bun, workerd, Chromium",
  "soundcloud-api-ts": "Node (only `import`), Deno, Bun, workerd (only with `nodejs_compat`), Chromium",
  fetch: "Node, Deno, Bun, workerd, Chromium",
} as const;
export type Peer = keyof typeof RUNTIMES;

/** Every place. What isn't here isn't claimed anywhere. */
export const PLACES: readonly Place[] = [
  ...["20.0.0", "20.19.0", "22.0.0", "22.13.0", "24", "26"].map((version) => runtime("Node", version)),
  runtime("Deno", ""),
  runtime("Deno", "", "source", "`import`", "the contract suite"),
  runtime("Bun", "1.4.5"),
  ...["22.16.0", "24", "26"].map((version) => sandbox("Node", version)),
  ...["20.0.0", "22.13.0"].map((version) => sandbox("Node", version, NO_SQLITE)),
  sandbox("Deno", ""),
  sandbox("Bun", "1.4.5"),
  // Of the runtimes with SQLite of their own, which load no WebAssembly, only Bun: its engine is another.
  ...["20.19.0", "22.13.0"].map((version) => suite("Node", version)),
  suite("Bun", "1.4.5"),
  suite("workerd", WORKERD),
  suite("workerd", WORKERD, "a Durable Object"),
  suite("Chromium", "", "a page"),
  suite("Firefox", "", "a page"),
  ...[
    "the portable part of the contract suite, with uploads",
    "a client at module scope",
    "a client that is kept: 1,000 requests, with two equal GETs at once",
    "a time limit of a client that is kept",
    "a session in a Durable Object, through `HttpTokenStore`",
  ].map(worker),
  browser("Chromium", "a page"),
  browser("Chromium", "a service worker"),
  bundler("esbuild", "0.28.2"),
  bundler("rolldown", "1.3.2"),
  bundler("rollup", "4"),
  bundler("vite", "8.3.8"),
  bundler("webpack", "5"),
  {
    kind: "framework",
    name: "Next.js",
    version: "16.4.6",
    way: "npm",
    form: "`import`",
    runs: "a server component, a route on Node and one on the edge, each with its patched `fetch`",
  },
  ...["29", "30"].flatMap((version) => ["`require()`", "babel", "ts-jest"].map((form) => jest(version, form))),
  ...[["Vitest", "5.1.1"], ["node:test", ""]].map(([name = "", version = ""]): Place => ({
    kind: "runner",
    name,
    version,
    way: "npm",
    form: "`import`",
    runs: "a stubbed `fetch`",
  })),
  types("5.2", "node10", "node16", "nodenext", "bundler"),
  types("5.3", "node16"),
  types("5.4", "bundler"),
  types("5.5", "nodenext"),
  types("5.6", "node10"),
  types("5.7", "node16"),
  types("5.8", "bundler"),
  types("5.9", "node10", "node16", "nodenext", "bundler"),
  types("6.0", "node16", "nodenext", "bundler"),
  types("7.0", "node16", "nodenext", "bundler"),
];

/** The name of a place in a report. */
export function nameOf({ name, version, way, form }: Place): string {
  return [name, version, way === "npm" ? "" : `from ${way}`, form.replaceAll("`", "")].filter(Boolean).join(" ");
}

/** The table as Markdown. */
export function placesTable(): string {
  const rows = PLACES.map(({ name, version, way, form, runs }) =>
    `| ${[name, version || "current", way, form, runs].join(" | ")} |`
  );
  return ["| place | version | package from | loaded by | what is run |", "| --- | --- | --- | --- | --- |", ...rows]
    .join("\n");
}
