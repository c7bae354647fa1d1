import { assertEquals, assertRejects } from "@std/assert";
import { likes, me, playlists, reposts, resolve, search, systemPlaylists, tracks, users } from "../../mod.ts";
import type { Session } from "../../src/session.ts";
import { expectations } from "../support/operations/operations.ts";
import { recorder } from "../support/calls.ts";

type Operation = (...args: unknown[]) => Promise<unknown>;

const groups = { likes, me, playlists, reposts, systemPlaylists, tracks, users } as unknown as Record<
  string,
  Record<string, Operation>
>;
const audio = new Blob(["sound"], { type: "audio/mpeg" });
const offer = { title: "t", type: "vinyl", link: "https://example.com" } as const;
const list = (count: number) => Array.from({ length: count }, (_, id) => ({ urn: `soundcloud:tracks:${id}` }));
const missing = undefined as unknown as string;

type Check = [what: string, error: typeof TypeError | typeof RangeError, call: (session: Session) => Promise<unknown>];

const CHECKS: Check[] = [
  ["201 ids", RangeError, (s) => tracks.getTracks(s, list(201).map(({ urn }) => urn))],
  ["an id of another kind", TypeError, (s) => tracks.getTracks(s, ["soundcloud:users:1"])],
  ["a limit of 0", RangeError, (s) => search.tracks(s, "a", 0, { limit: 0 })],
  ["a limit of 201", RangeError, (s) => search.users(s, "a", 0, { limit: 201 })],
  ["a limit of 1.5", RangeError, (s) => search.playlists(s, "a", 0, { limit: 1.5 })],
  ["a limit that is a text", TypeError, (s) => search.tracks(s, "a", 0, { limit: "5" as unknown as number })],
  ["a list's limit of 0", RangeError, (s) => users.getFollowers(s, 1, 0)],
  ["a feed's limit that is no number", RangeError, (s) => me.getFeed(s, NaN)],
  ["a list's limit that is a text", TypeError, (s) => me.getTracks(s, "5" as unknown as number)],
  ["a negative offset", RangeError, (s) => playlists.getTracks(s, 1, 5, -1)],
  ["a file that is none", TypeError, (s) => tracks.upload(s, { title: "a", asset_data: { size: 5 } as Blob })],
  ["a negative page", RangeError, (s) => search.tracks(s, "a", -1)],
  ["a blank comment", TypeError, (s) => tracks.createComment(s, 1, " \n")],
  ["a comment that is missing", TypeError, (s) => tracks.createComment(s, 1, missing)],
  ["a comment before the start", RangeError, (s) => tracks.createComment(s, 1, "a", -1)],
  ["a comment between two milliseconds", RangeError, (s) => tracks.createComment(s, 1, "a", 0.5)],
  ["an empty address", TypeError, (s) => resolve.resolveUrl(s, "")],
  ["an upload without title", TypeError, (s) => tracks.upload(s, { title: "", asset_data: audio })],
  ["an empty upload", RangeError, (s) => tracks.upload(s, { title: "a", asset_data: new Blob() })],
  ["an upload over 4 GiB", RangeError, (s) => tracks.upload(s, { title: "a", asset_data: sized(2 ** 32 + 1) })],
  ["an upload of unknown length", RangeError, (s) => tracks.upload(s, { title: "a", asset_data: sized(NaN) })],
  ["artwork that is sound", TypeError, (s) => tracks.upload(s, { title: "a", asset_data: audio, artwork_data: audio })],
  ["artwork of another type", TypeError, (s) => tracks.update(s, 1, { artwork_data: typed("image/bmp") })],
  ["artwork of nearly a type", TypeError, (s) => tracks.update(s, 1, { artwork_data: typed("image/pngs") })],
  ["artwork of no known type", TypeError, (s) => tracks.update(s, 1, { artwork_data: new Blob(["BM…"]) })],
  ["an update to no title", TypeError, (s) => tracks.update(s, 1, { title: "" })],
  ["a storefront without title", TypeError, (s) => tracks.updateStorefront(s, 1, { ...offer, title: missing })],
  [
    "a storefront without type",
    TypeError,
    (s) => tracks.updateStorefront(s, 1, { ...offer, type: missing as "vinyl" }),
  ],
  ["a storefront without link", TypeError, (s) => tracks.updateStorefront(s, 1, { ...offer, link: " " })],
  ["a link without scheme", TypeError, (s) => tracks.updateStorefront(s, 1, { ...offer, link: "a.b" })],
  ["a link to ftp", TypeError, (s) => tracks.updateStorefront(s, 1, { ...offer, link: "ftp://a" })],
  ["a link without host", TypeError, (s) => tracks.updateStorefront(s, 1, { ...offer, link: "https://" })],
  ["a playlist without title", TypeError, (s) => playlists.create(s, { title: "" })],
  ["a playlist of 501 tracks", RangeError, (s) => playlists.create(s, { title: "a", tracks: list(501) })],
  ["a playlist changed to 501 tracks", RangeError, (s) => playlists.update(s, 1, { tracks: list(501) })],
  [
    "a playlist of a user",
    TypeError,
    (s) => playlists.create(s, { title: "a", tracks: [{ urn: "soundcloud:users:1" }] }),
  ],
  ["a playlist of nothing", TypeError, (s) => playlists.create(s, { title: "a", tracks: [null as never] })],
  ["a playlist changed to no title", TypeError, (s) => playlists.update(s, 1, { title: " " })],
  ["new artwork of a playlist", TypeError, (s) => playlists.update(s, 1, { artwork_data: audio } as never)],
  ["a user added to a playlist", TypeError, (s) => playlists.addTracks(s, 1, ["soundcloud:users:1"])],
  ["a user removed from a playlist", TypeError, (s) => playlists.removeTracks(s, 1, ["soundcloud:users:1"])],
  ["a track moved before the start", RangeError, (s) => playlists.moveTrack(s, 1, 1, -1)],
  ["a wait that is no number", RangeError, (s) => tracks.waitUntilReady(s, 1, { maxWaitMs: NaN })],
  ["a wait without pauses", RangeError, (s) => tracks.waitUntilReady(s, 1, { pollMs: 0 })],
];

for (const [what, error, call] of CHECKS) {
  Deno.test(`${what} is a ${error.name} before any request`, async () => {
    const session = recorder();
    await assertRejects(() => call(session), error, "Cannot ");
    assertEquals(session.sent.length, 0);
  });
}

const LENGTHS = { title: 100, link: 255, link_title: 50, description: 500, price: 20 };
for (const [name, max] of Object.entries(LENGTHS)) {
  Deno.test(`ServiceClient: a storefront's ${name} has at most ${max} characters`, async () => {
    const session = recorder({});
    const start = name === "link" ? offer.link : "";
    await tracks.updateStorefront(session, 1, { ...offer, [name]: start.padEnd(max, "é") });
    const tooLong = { ...offer, [name]: start.padEnd(max + 1, "é") };
    await assertRejects(() => tracks.updateStorefront(session, 1, tooLong), RangeError, name);
    assertEquals(session.sent.length, 1);
  });
}

Deno.test("ServiceClient sends the largest valid value of each argument", async () => {
  const session = recorder({ collection: [] }, { collection: [] }, {}, {});
  await tracks.getTracks(session, list(200).map(({ urn }) => urn));
  await search.tracks(session, "a", 0, { limit: 200 });
  await playlists.create(session, { title: "a", tracks: list(500) });
  await tracks.upload(session, { title: "a", asset_data: sized(2 ** 32) });
  assertEquals(session.sent.length, 4);
});

Deno.test("getTracks() sends no request for an empty list of ids", async () => {
  const session = recorder();
  assertEquals(await tracks.getTracks(session, []), []);
  assertEquals(session.sent.length, 0);
});

for (const { name, calls } of expectations("http://base.test")) {
  const { args } = calls[0]!;
  const places = args.flatMap((arg, index) => typeof arg === "string" && arg.startsWith("soundcloud:") ? index : []);
  if (!places.length) continue;
  Deno.test(`${name}() rejects an invalid id, and sends nothing`, async () => {
    const [group, own] = name.split(".") as [string, string];
    for (const id of ["", " ", " 1", "1 ", "\t1", ".", "..", "%2e%2E", NaN, 1.5, null]) {
      for (const place of places) {
        const session = recorder();
        await assertRejects(() => groups[group]![own]!(session, ...args.with(place, id)), TypeError, "id");
        assertEquals(session.sent.length, 0);
      }
    }
  });
}

function typed(type: string): Blob {
  return new Blob(["x"], { type });
}

function sized(size: number): { stream: () => ReadableStream<Uint8Array>; size: number } {
  return { stream: () => new ReadableStream(), size };
}

Deno.test("ServiceClient: an upload of anything but a file names the accepted types", async () => {
  for (const asset_data of ["a.mp3", undefined, { pipe() {} }, 7]) {
    const call = tracks.upload(recorder(), { title: "a", asset_data: asset_data as never });
    await assertRejects(() => call, TypeError, "Cannot upload: asset_data must be a Blob, bytes or { stream, size }");
  }
});
