import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { API_TABLE } from "../../../../sandbox/contract/operations.ts";
import { REPOSITORY } from "../../../../scripts/project.ts";
import { apiPages } from "../../../../scripts/docs/site/api.ts";
import { type DocSymbol, entries, type Entry, type Location, pathOf } from "../../../../scripts/docs/site/reference.ts";
import { signatureAt } from "../../../../scripts/docs/site/signatures.ts";

const ROOT = new URL("../../../../", import.meta.url);
const ENTRIES = await entries();
const PAGES = await apiPages(ENTRIES);

/** Where a text begins in a file of the project. */
async function placeOf(path: string, text: string): Promise<Location> {
  const { href } = new URL(path, ROOT);
  const before = (await Deno.readTextFile(new URL(href))).split(text, 1)[0]!.split("\n");
  return { filename: href, line: before.length - 1, col: before.at(-1)!.length };
}

function pageAt(path: string, pages = PAGES) {
  const found = pages.find((page) => page.path === path);
  assert(found, `there is ${path}: ${pages.map((page) => page.path).join(", ")}`);
  return found;
}

Deno.test("signatureAt() cuts heads of functions and methods out of their sources, and whole types", async () => {
  const signature = async (path: string, text: string) => await signatureAt(await placeOf(path, text));
  assertEquals(
    await signature("src/operations/auth.ts", "export async function signOut("),
    "function signOut(accessToken: string, options?: AuthCallOptions): Promise<void>",
  );
  assertEquals(
    await signature("src/operations/tracks_streams.ts", "export interface WaitOptions"),
    "interface WaitOptions extends SecretOptions {\n" +
      "  /** Time limit, in milliseconds. Default 600,000. */\n  maxWaitMs?: number | undefined;\n" +
      "  /** Polling interval, in milliseconds. Default 2,000. */\n  pollMs?: number | undefined;\n}",
  );
  const place = await placeOf("src/operations/auth.ts", "accessToken: string, options");
  await assertRejects(() => signatureAt({ ...place, col: place.col + 1 }), Error, `auth.ts:${place.line + 1}`);
});

Deno.test("apiPages() explain each name on the page of its topic, and a module of its own on another", () => {
  for (
    const [path, title, name] of [
      ["api/client/tracks", "Operations: tracks", "WaitOptions"],
      ["api/client/sign-in", "Sign-in", "generateCodeVerifier"],
      ["api/client/configuration", "Configuration", "RetryConfig"],
      ["api/client/types", "SoundCloud's types", "ServiceTrack"],
      ["api/client/transport", "Requests and caches", "MemoryCache"],
      ["api/client/groups", "Groups of the client", "TracksApi"],
      ["api/client/client", "The client", "ServiceClient"],
      ["api/client/modules", "Operations as modules", "tracks"],
      ["api/client/redis", "@tonearm/client/redis", "RedisTokenStore"],
      ["api/sandbox/index", "@tonearm/sandbox", "createSandbox"],
    ] as const
  ) {
    const page = pageAt(path);
    assertEquals(page.title, title);
    assertStringIncludes(page.text, `## ${name} {#${name}}`);
    assertStringIncludes(pageAt("api/index").text, `/${path.replace(/index$/, "")}#${name})`);
  }
});

Deno.test("apiPages() leave out names that a module only passes on", async () => {
  const location = await placeOf("src/pages.ts", "export");
  const symbols: DocSymbol[] = [{ name: "Page", declarations: [{ kind: "reference", location }] }];
  const entry: Entry = { specifier: "@tonearm/sandbox", pack: "@tonearm/sandbox", doc: "", symbols };
  assertEquals((await apiPages([entry])).map(({ path }) => path), ["api/index"]);
});

Deno.test("apiPages() show an operation with its comment, its types, its request, its responses and its command", async () => {
  const { line } = await placeOf("src/operations/tracks_streams.ts", "export function getStreams(");
  const { text, parent } = pageAt("api/client/tracks/getTrackStreams");
  assertEquals(parent, "api/client/tracks");
  for (
    const part of [
      '# getTrackStreams {#getTrackStreams}\n\n`import { getTrackStreams } from "@tonearm/client";`\n\n```ts\nfunction getTrackStreams(',
      "\n- `token`: Access token or session.\n- `track`: ",
      "\n- Throws [`ServiceError`](/api/client/client#ServiceError): ",
      "\n- See [GET /tracks/{track_urn}/streams](https:",
      "Types: [`TokenSource`](/api/client/client#TokenSource), ",
      `\n[Source](${REPOSITORY}/blob/main/src/operations/tracks_streams.ts#L${line + 1})\n`,
      "| Request | `GET /tracks/{track_urn}/streams` |\n",
      "| On a client | `client.tracks.getStreams()` |\n",
      "| Query | `secret_token` |\n| Response | 200 `Streams` |\n",
      "| Errors | `401`, `404`, [others](/guides/errors) |\n",
      "| Limits | 15,000 plays of the app in 24 hours; ",
      "| Command line | `tonearm stream 1`, or `tonearm --sandbox stream 1` without an account |\n",
      "| Sandbox | documented 2026-07-19 ",
    ]
  ) {
    assertStringIncludes(text, part);
  }
  const line1 = "- [`getTrackStreams`](/api/client/tracks/getTrackStreams), `GET /tracks/{track_urn}/streams`: ";
  assertStringIncludes(pageAt("api/client/tracks").text, line1);
  assertStringIncludes(pageAt("api/client/me/getMeActivities").text, "\nDeprecated. ");
});

Deno.test("apiPages() give every operation that SoundCloud documents a page", () => {
  const text = PAGES.filter(({ parent }) => parent).map(({ text }) => text).join("\n");
  const missing = Object.keys(API_TABLE).filter((request) => !text.includes(`| Request | \`${request}\` |`));
  assertEquals(missing, []);
});

Deno.test("apiPages() link {@link …} to what it names, members of classes, and what namespaces hold", () => {
  assertStringIncludes(pageAt("api/client/auth/disconnect").text, "[`signOut`](/api/client/auth/signOut#signOut) ends");
  assertStringIncludes(pageAt("api/client/client").text, "\n### setToken {#ServiceClient-setToken-");
  assertStringIncludes(pageAt("api/client/modules").text, "[`getTrack`](/api/client/tracks/getTrack#getTrack)");
});

Deno.test("pathOf() is a file's path in the repository", () => {
  assertEquals(pathOf({ filename: new URL("src/formats/urn.ts", ROOT).href, line: 0, col: 0 }), "src/formats/urn.ts");
});

Deno.test("entries() has every module that the packages export, with its comment", async () => {
  const wanted = await Promise.all(["", "sandbox/", "cli/"].map(async (folder) => {
    const { name, exports } = JSON.parse(await Deno.readTextFile(new URL(`${folder}deno.json`, ROOT)));
    return Object.keys(exports).map((path) => name + path.slice(1));
  }));
  assertEquals(ENTRIES.map(({ specifier }) => specifier), wanted.flat());
  assertEquals(ENTRIES.filter(({ doc }) => doc === ""), []);
});
