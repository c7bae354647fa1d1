import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { REPOSITORY } from "../../../../scripts/project.ts";
import { type ApiPage, apiPages } from "../../../../scripts/docs/site/api.ts";
import {
  type Comment,
  type Declaration,
  entries,
  type Entry,
  type Location,
  type Named,
  pathOf,
} from "../../../../scripts/docs/site/reference.ts";
import { signatureAt } from "../../../../scripts/docs/site/signatures.ts";

const ROOT = new URL("../../../../", import.meta.url);

/** Where a text begins in a file of the project. */
async function placeOf(path: string, text: string): Promise<Location> {
  const { href } = new URL(path, ROOT);
  const before = (await Deno.readTextFile(new URL(href))).split(text, 1)[0]!.split("\n");
  return { filename: href, line: before.length - 1, col: before.at(-1)!.length };
}

/** A temporary module, and where a text begins in it. */
async function inModule(text: string, from: string): Promise<string> {
  const path = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(path, text);
    const before = text.split(from, 1)[0]!.split("\n");
    return await signatureAt({
      filename: `file://${path}`,
      line: before.length - 1,
      col: before.at(-1)!.length,
    });
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("signatureAt() cuts the head out of a function", async () => {
  const code = "// first\nexport async function load(id: number): Promise<string> {\n  return await f(id);\n}\n";
  assertEquals(await inModule(code, "export"), "function load(id: number): Promise<string>");
});

Deno.test("signatureAt() cuts a method out of a class, without the blanks before it", async () => {
  const code = "class A {\n  async load(\n    id: number,\n  ): Promise<void> {\n    await f(id);\n  }\n}\n";
  assertEquals(await inModule(code, "async load"), "load(\n  id: number,\n): Promise<void>");
});

Deno.test("signatureAt() shows the whole of a type", async () => {
  const code = "export interface A {\n  readonly b: string;\n}\n";
  assertEquals(await inModule(code, "export"), "interface A {\n  readonly b: string;\n}");
});

Deno.test("signatureAt() says where it finds no declaration", async () => {
  await assertRejects(() => inModule("const a = 1;\n", "= 1"), Error, ".ts:1");
});

async function named(name: string, kind: string, path: string, text: string, rest: object = {}): Promise<Named> {
  return { name, declarations: [{ kind, location: await placeOf(path, text), ...rest } satisfies Declaration] };
}

function entry(specifier: string, symbols: readonly Named[], doc = ""): Entry {
  return { specifier, pack: specifier.split("/").slice(0, 2).join("/"), doc, symbols };
}

function pageOf(pages: readonly ApiPage[], path: string): ApiPage {
  const found = pages.find((page) => page.path === path);
  assert(found, `there is ${path}: ${pages.map((page) => page.path).join(", ")}`);
  return found;
}

for (
  const [name, kind, path, text, expected] of [
    ["getTrack", "function", "src/operations/tracks.ts", "export function getTrack(", {
      path: "api/client/tracks",
      title: "Operations: tracks",
    }],
    ["exchangeCode", "function", "src/oauth/token.ts", "export", { path: "api/client/sign-in", title: "Sign-in" }],
    ["ClientConfig", "interface", "src/types/config.ts", "export", {
      path: "api/client/configuration",
      title: "Configuration",
    }],
    ["ServiceTrack", "interface", "src/types/track.ts", "export", {
      path: "api/client/types",
      title: "Types of the service",
    }],
    ["CacheStore", "interface", "src/transport/cache.ts", "export", {
      path: "api/client/transport",
      title: "Requests and caches",
    }],
    ["TracksApi", "interface", "src/session/namespaces.ts", "export", {
      path: "api/client/groups",
      title: "Groups of the client",
    }],
    ["Page", "interface", "src/pages.ts", "export", { path: "api/client/client", title: "The client" }],
    ["tracks", "namespace", "mod.ts", "export", { path: "api/client/modules", title: "Operations as modules" }],
  ] as const
) {
  Deno.test(`apiPages() explains what ${path} declares on ${expected.path}`, async () => {
    const [, page] = await apiPages([entry("@tonearm/client", [await named(name, kind, path, text)])]);
    assertEquals({ path: page?.path, title: page?.title }, expected);
  });
}

Deno.test("apiPages() gives a module of its own a page, and a package's only one its index", async () => {
  const symbols = [await named("Page", "interface", "src/pages.ts", "export")];
  const pages = await apiPages([entry("@tonearm/client/redis", symbols), entry("@tonearm/sandbox", symbols)]);
  assertEquals(pages.map(({ path, title }) => [path, title]), [
    ["api/index", "Overview"],
    ["api/client/redis", "@tonearm/client/redis"],
    ["api/sandbox/index", "@tonearm/sandbox"],
  ]);
  const overview = pageOf(pages, "api/index").text;
  assertStringIncludes(overview, "## @tonearm/client\n\n### [@tonearm/client/redis](/api/client/redis)\n\n");
  assertStringIncludes(overview, "### [@tonearm/sandbox](/api/sandbox/)\n\n[`Page`](/api/sandbox/#Page)\n");
});

Deno.test("apiPages() leaves out names that a module only passes on", async () => {
  const passedOn = await named("Page", "reference", "src/pages.ts", "export");
  assertEquals((await apiPages([entry("@tonearm/sandbox", [passedOn])])).map(({ path }) => path), ["api/index"]);
});

async function documented(jsDoc: Comment): Promise<string> {
  const track = await named("getTrack", "function", "src/operations/tracks.ts", "export function getTrack(", { jsDoc });
  const type = await named("ServiceTrack", "interface", "src/types/track.ts", "export");
  const pages = await apiPages([entry("@tonearm/client", [track, type], "About {@link getTrack}.")]);
  return pageOf(pages, "api/client/tracks").text;
}

Deno.test("apiPages() show the import, the signature and the source of a function", async () => {
  const text = await documented({ doc: "Gets it." });
  const { line } = await placeOf("src/operations/tracks.ts", "export function getTrack(");
  assertStringIncludes(
    text,
    '---\noutline: 2\n---\n\n# Operations: tracks\n\n`import { … } from "@tonearm/client";`\n\n' +
      "About [`getTrack`](/api/client/tracks#getTrack).\n## getTrack {#getTrack}\n\n```ts\nfunction getTrack(",
  );
  assertStringIncludes(text, "\n```\n\nGets it.\n");
  assertStringIncludes(text, `\n[Source](${REPOSITORY}/blob/main/src/operations/tracks.ts#L${line + 1})\n`);
});

Deno.test("apiPages() show the tags of a comment as a list", async () => {
  const text = await documented({
    doc: "Gets it.",
    tags: [
      { kind: "see", doc: "https://example.com" },
      { kind: "example", doc: "```ts\nuse();\n```" },
      { kind: "throws", doc: "When it's gone.", tsType: { repr: "ServiceTrack.Gone" } },
      { kind: "throws", doc: "Else." },
      { kind: "return", doc: "The {@link ServiceTrack | track}." },
      { kind: "param", name: "id", doc: "Its id,\nor its URN." },
      { kind: "deprecated", doc: "Use another." },
    ],
  });
  assertStringIncludes(
    text,
    "Deprecated. Use another.\n\nGets it.\n\n" +
      "- `id`: Its id,\n  or its URN.\n" +
      "- Returns: The [`track`](/api/client/types#ServiceTrack).\n" +
      "- Throws [`ServiceTrack.Gone`](/api/client/types#ServiceTrack): When it's gone.\n" +
      "- Throws `Error`: Else.\n" +
      "- See <https://example.com>\n```ts\nuse();\n```\n",
  );
});

Deno.test("apiPages() link {@link …} to what it names, and show what nothing explains as code", async () => {
  const text = await documented({
    doc: "{@link https://example.com a page}, {@linkcode https://example.com}, {@link Nobody}.",
  });
  assertStringIncludes(text, "[a page](https://example.com), [https://example.com](https://example.com), `Nobody`.");
});

Deno.test("apiPages() explain the members of a class one by one", async () => {
  const path = "src/session/client.ts";
  const location = await placeOf(path, "constructor(");
  const declared = await named("ServiceClient", "class", path, "export class", {
    def: { constructors: [{ name: "new", location, jsDoc: { doc: "Makes one." } }], properties: [], methods: [] },
  });
  const pages = await apiPages([entry("@tonearm/client", [declared])]);
  const { text } = pageOf(pages, "api/client/client");
  assertStringIncludes(text, `### new {#ServiceClient-new-${location.line}}\n\n\`\`\`ts\nconstructor(`);
  assertStringIncludes(text, "\nMakes one.\n");
});

Deno.test("apiPages() list what a namespace holds", async () => {
  const group = await named("tracks", "namespace", "mod.ts", "export", {
    def: { elements: [{ name: "getTrack", declarations: [] }, { name: "nobody", declarations: [] }] },
  });
  const track = await named("getTrack", "function", "src/operations/tracks.ts", "export function getTrack(");
  const pages = await apiPages([entry("@tonearm/client", [group, track])]);
  assertStringIncludes(
    pageOf(pages, "api/client/modules").text,
    "Holds [`getTrack`](/api/client/tracks#getTrack), `nobody`.\n",
  );
});

Deno.test("pathOf() is a file's path in the repository", () => {
  assertEquals(pathOf({ filename: new URL("src/formats/urn.ts", ROOT).href, line: 0, col: 0 }), "src/formats/urn.ts");
});

Deno.test("entries() has every module that the packages export, with its comment and names", async () => {
  const all = await entries();
  const wanted = await Promise.all(["", "sandbox/", "cli/"].map(async (folder) => {
    const { name, exports } = JSON.parse(await Deno.readTextFile(new URL(`${folder}deno.json`, ROOT)));
    return Object.keys(exports).map((path) => name + path.slice(1));
  }));
  assertEquals(all.map(({ specifier }) => specifier), wanted.flat());
  assertEquals(new Set(all.map(({ pack }) => pack)), new Set(["@tonearm/client", "@tonearm/sandbox", "@tonearm/cli"]));
  const redis = all.find(({ specifier }) => specifier === "@tonearm/client/redis");
  assert(redis?.doc, "the module's comment");
  assert(redis.symbols.some(({ name }) => name === "RedisQueue" || name.startsWith("Redis")), "its names");
});
