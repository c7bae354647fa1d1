import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { createSandbox, parseWorldData, type SandboxOptions, WorldDataError } from "@tonearm/sandbox";
import { checkData } from "../../../sandbox/seed/check_data.ts";
import { schemaFields } from "../../../sandbox/document/operations.ts";
import { waySet } from "../../../sandbox/seed/fields.ts";
import { type Body, caller, sandboxApi } from "../../support/api.ts";

const TIME = "2020-02-03T04:05:06Z";

/** A value for each field of the data that differs from its default. */
const SAMPLES: Record<string, unknown> = {
  access: "preview",
  artist: "Someone Else",
  artwork: "https://images.example/a.jpg",
  avatar: "https://images.example/me.jpg",
  body: "Another remark",
  bpm: 98.5,
  city: "Porto",
  commentable: false,
  comments: 12,
  countries: ["CH", "DE"],
  country: "Portugal",
  createdAt: TIME,
  description: "About it",
  discogsName: "ann-d",
  downloadable: true,
  downloads: 31,
  duration: 61_000,
  ean: "4006381333931",
  emailConfirmed: false,
  embeddableBy: "none",
  firstName: "Ann",
  followers: 4321,
  follows: ["bea"],
  fullName: "Ann of Porto",
  genre: "Dub",
  isrc: "DEA000000001",
  key: "F#m",
  labelName: "Made-up Records",
  lastModified: "2026-05-06T07:08:09Z",
  lastName: "Other",
  license: "cc-by",
  likes: 17,
  locale: "pt",
  permalink: "renamed",
  plan: "Pro",
  plays: 4242,
  purchaseTitle: "Buy",
  purchaseUrl: "https://shop.example/1",
  release: "R-1",
  releaseDate: "2024-05-06",
  reposts: 7,
  revealComments: false,
  revealStats: false,
  secretToken: "s-mine1234567",
  service: "bandcamp",
  sharing: "private",
  streamable: false,
  tags: ["slow", "two words"],
  timestamp: 1234,
  title: "Another title",
  track: "other",
  tracks: ["other"],
  type: "album",
  uploadSecondsUsed: 77,
  url: "https://elsewhere.example",
  user: "bea",
  username: "Annie",
  website: "https://ann.example",
  websiteTitle: "Home",
};
/** Samples of fields that mean something else for a user. */
const OF_USER: Record<string, unknown> = { reposts: ["other"] };
/** Fields that show in a reply only along with others. */
const ALONG: Record<string, object> = { secretToken: { sharing: "private" }, access: { user: "bea" } };

type Part = "users" | "tracks" | "playlists" | "comments" | "webProfiles";

async function replyTo(part: Part, item: object): Promise<Record<string, unknown>> {
  const profile = {
    service: "website",
    title: "Site",
    url: "https://ann.example/1",
    ...(part === "webProfiles" ? item : {}),
  };
  const world = {
    empty: true,
    clock: "2026-06-01T00:00:00Z",
    users: [{ permalink: "ann", webProfiles: [profile], ...(part === "users" ? item : {}) }, { permalink: "bea" }, {
      permalink: "cat",
    }],
    tracks: [
      { title: "Base", user: part === "users" ? "bea" : "ann", permalink: "base", ...(part === "tracks" ? item : {}) },
      { title: "Other", user: "bea" },
    ],
    playlists: [{ title: "List", user: part === "users" ? "bea" : "ann", ...(part === "playlists" ? item : {}) }],
    comments: [{
      track: part === "tracks" ? "other" : "base",
      user: "cat",
      body: "First!",
      ...(part === "comments" ? item : {}),
    }],
  } as SandboxOptions;
  using sandbox = createSandbox(world);
  sandbox.clock.freeze();
  const get = async (path: string): Promise<Body> => (await caller(sandbox, 1).get(path)).body;
  if (part === "users") return await get("/me");
  if (part === "tracks") return await get("/tracks/1");
  if (part === "playlists") return await get("/playlists/1");
  if (part === "webProfiles") return { ...(await caller(sandbox, 1).get("/users/1/web-profiles")).items[0] };
  const comments = (await get("/tracks/1/comments")).collection[0] ?? (await get("/tracks/2/comments")).collection[0];
  return { ...comments };
}

const SCHEMA_OF: Readonly<Record<Part, string>> = {
  users: "Me",
  tracks: "Track",
  playlists: "Playlist",
  comments: "Comment",
  webProfiles: "WebProfile",
};

for (const [part, schema] of Object.entries(SCHEMA_OF) as [Part, string][]) {
  Deno.test(`createSandbox(): data set every field of a reply's ${schema}, or the error says why not`, async () => {
    const ways = (schemaFields()[schema] ?? []).map(({ name }) => [name, waySet(part, name) ?? ""] as const);
    assert(ways.length > 5, "every field of the contract");
    const usual = await replyTo(part, {});
    for (const [field, way] of ways) {
      assertNotEquals(way, "", `${field} of ${part}`);
      const sample = part === "users" && way in OF_USER ? OF_USER[way] : SAMPLES[way];
      if (sample === undefined) {
        assertMatch(way, /^(?:it|SoundCloud) /, `${field} of ${part}`);
        if (part === "webProfiles") continue;
        const { message } = assertThrows(() => checkData({ [part]: [{ [field]: 1 }] }, "it"), TypeError);
        assertEquals(message, `Cannot read it: ${part}[0].${field}: it can't be set, because ${way}`);
        continue;
      }
      const reply = await replyTo(part, { ...ALONG[way], [way]: sample });
      assertNotEquals(reply[field], usual[field], `${way} changes ${field} of ${part}`);
    }
  });
}

Deno.test("createSandbox(): counts of the data include their rows, and a smaller one is an error", async () => {
  const tracks = [{ title: "Hit", user: "ann", plays: 9000, likes: 2 }, { title: "New", user: "ann" }];
  const users = [{ permalink: "ann", plays: ["hit", "hit"] }, { permalink: "bea", likes: ["hit"] }];
  using api = sandboxApi({ user: "ann", empty: true, users, tracks });
  const { body } = await api.get("/tracks/1");
  const { playback_count, favoritings_count, user_playback_count } = body;
  assertEquals(playback_count, 9000);
  assertEquals(favoritings_count, 2);
  assertEquals(user_playback_count, 2);
  await caller(api.sandbox, "bea").post("/likes/tracks/2");
  assertEquals((await api.get("/tracks/2")).body.favoritings_count, 1);
  const wrong = { empty: true, users, tracks: [{ title: "Hit", user: "ann", plays: 1 }] };
  const { message } = assertThrows(() => createSandbox(wrong), WorldDataError);
  assertEquals(message, "tracks[0].plays: 1 is less than the 2 of these data");
  const wire = { empty: true, users, tracks: [{ title: "Hit", user: "ann", playback_count: 1 }] } as never;
  assertThrows(() => createSandbox(wire), TypeError, "tracks[0].playback_count: in data, it is plays");
});

Deno.test("createSandbox(): a promise of data is a TypeError, spread or not", async () => {
  const promised = parseWorldData("users: [{ permalink: ann }]", "w.yaml");
  const sentence = "Cannot use a promise as the data of a world: `await` it, as in `await parseWorldData(text)`";
  using sandbox = createSandbox();
  for (const data of [promised, { ...promised, empty: true }] as never[]) {
    assertEquals(assertThrows(() => createSandbox(data), TypeError).message, sentence);
    assertEquals((await assertRejects(() => sandbox.control.data.add(data), TypeError)).message, sentence);
  }
  using own = createSandbox({ ...await promised, empty: true });
  assertEquals(typeof own.issueTokens("ann").access_token, "string");
});

Deno.test("createSandbox() accepts the text of a seed file", async () => {
  using sandbox = await createSandbox("empty: true\nseed: 7\nusers: [{ permalink: ann, plan: Pro }]");
  assertEquals((await caller(sandbox, "ann").get("/me")).body.plan, "Pro");
  const { message } = await assertRejects(() => createSandbox("users: [{ permlink: ann }]", "w.yaml"), TypeError);
  assert(message.startsWith("Cannot read w.yaml: users[0].permlink: no field has this name"), message);
});
