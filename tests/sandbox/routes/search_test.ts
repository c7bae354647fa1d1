import { assert, assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { Database } from "../../../sandbox/store/database.ts";
import { indexRow } from "../../../sandbox/store/search.ts";
import { caller, ids, type Item, names, sandboxApi } from "../../support/api.ts";
import { temporaryFolder } from "../../support/folder.ts";

const ALL = "access=playable,preview,blocked&limit=200";

Deno.test("sandbox search: a search for lofi finds lofi tracks", async () => {
  using sandbox = createSandbox();
  const titles = names((await caller(sandbox).get("/tracks?q=lofi")).items);
  assert(titles.length >= 5);
  assert(titles.every((title) => /lofi/i.test(title)));
});

Deno.test("sandbox search: every word must match, in any order and case, and the last one as a prefix", async () => {
  using api = sandboxApi();
  const [first] = (await api.get("/tracks?q=lofi")).items;
  assert(first);
  const [a = "", b = ""] = first.title.split(" ");
  for (const q of [`${a} ${b}`, `${b} ${a}`, `${a.toUpperCase()} ${b.slice(0, 3)}`]) {
    const found = (await api.get(`/tracks?${ALL}&q=${encodeURIComponent(q)}`)).items;
    assert(found.some(({ id }) => id === first.id), q);
    assert(found.every(({ title }) => title.includes(a) && title.includes(b.slice(0, 3))), q);
  }
  assertEquals((await api.get(`/tracks?${ALL}&q=${a}+zzzzz`)).items, []);
});

Deno.test("sandbox search: wide characters are found individually, and so are emoji and accents", async () => {
  using api = sandboxApi();
  for (const q of ["東京", "夜に", "ローファイ", "👨‍👩‍👧‍👦", "مرحبا"]) {
    const found = (await api.get(`/tracks?${ALL}&q=${encodeURIComponent(q)}`)).items;
    assert(found.length > 0, q);
  }
  const { urn } = (await api.get("/me/tracks?limit=1")).items[0] as Item;
  await api.put(`/tracks/${urn}`, { track: { title: "Żółć café" } });
  assertEquals((await api.get("/tracks?q=cafe")).items.map((item) => item.urn), [urn]);
  await api.put(`/tracks/${urn}`, { track: { title: "Herbata" } });
  assertEquals((await api.get("/tracks?q=cafe")).items, [], "its old title finds nothing");
});

for (const search of ["/tracks?q", "/users?q", "/playlists?q", "/tracks?tags", "/tracks?genres"]) {
  Deno.test(`GET ${search}= treats quotes and query operators as text`, async () => {
    using api = sandboxApi();
    const marks = ['"', 'a"b', '""', "'", "*", "a*", "(", "* ^ (", "-", "-x", "{a b}", "{x", "\u0000", "'; DROP"];
    for (const text of [...marks, "a OR", "NOT", "a AND NOT b", "NEAR(a b)", "title:", "title:x", "🎉".repeat(50)]) {
      assertEquals((await api.get(`${search}=${encodeURIComponent(text)}`)).status, 200, text);
    }
  });
}

Deno.test("sandbox search: tags, tempo, duration and date narrow a search, and all of them together", async () => {
  using api = sandboxApi();
  const find = async (query: string) => (await api.get(`/tracks?${ALL}&${query}`)).items;
  const tagged = await find("tags=late+night");
  assert(tagged.length > 0 && tagged.every(({ tag_list }) => String(tag_list).includes('"late night"')));
  const fast = await find("bpm%5Bfrom%5D=120&bpm%5Bto%5D=130");
  assert(fast.length > 0 && fast.every(({ bpm }) => Number(bpm) >= 120 && Number(bpm) <= 130));
  const short = await find("duration%5Bto%5D=30000");
  assert(short.length > 0 && short.every(({ duration }) => duration <= 30_000));
  const dates = "created_at%5Bfrom%5D=2024-01-01+00:00:00&created_at%5Bto%5D=2024-12-31+23:59:59";
  const year = await find(dates);
  assert(year.length > 0 && year.every(({ created_at }) => created_at.startsWith("2024/")));
  const both = await find(`${dates}&bpm%5Bfrom%5D=120`);
  assertEquals(ids(both).sort(), ids(year.filter(({ bpm }) => Number(bpm) >= 120)).sort());
});

Deno.test("sandbox search: users are found by name and place, playlists by title and artist", async () => {
  using api = sandboxApi();
  assertEquals(names((await api.get("/users?q=night+ferry")).items), ["Night Ferry"]);
  assertEquals(names((await api.get("/users?q=大阪")).items), ["夜の海 Yoru no Umi"]);
  assert((await api.get("/playlists?q=selection")).items.length > 5);
  assert((await api.get("/playlists?q=selection+night+ferry")).items.every(({ user }) => user.id === 1));
});

Deno.test("sandbox search: an overlong query is truncated", async () => {
  using api = sandboxApi();
  const long = Array.from({ length: 400 }, (_, n) => `w${n}`);
  for (const query of [`q=${long.join("+")}`, `q=${"x".repeat(6000)}`, `genres=${long}`, `tags=${"y+".repeat(3000)}`]) {
    assertEquals((await api.get(`/tracks?${query}`)).status, 200, query.slice(0, 20));
  }
  assert((await api.get(`/tracks?q=${"lofi+".repeat(60)}zzzzz`)).items.length > 0, "the sixty-first word is not read");
});

/** Inserts thousands of tracks, whose ids determine their fields, so that searches use their optimisations. */
function manyTracks(path: string, count: number): void {
  createSandbox({ path }).close();
  using db = new Database(path);
  db.run(
    `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ? - 1)
    INSERT INTO tracks (user_id, permalink, title, genre, duration, bpm, created_at, last_modified, secret_token, sharing)
    SELECT 1 + n % 20, 'many-' || n, iif(n % 2 = 0, 'common even', 'common odd'), iif(n % 3 = 0, 'Plenty', 'Other'),
      n * 1000, iif(n % 5 = 0, n % 200, NULL), (n * 7919 % ?) * 1000, 0, 's-', iif(n % 11 = 0, 'private', 'public')
    FROM numbers`,
    count,
    count,
  );
  const rows = db.all<{ id: number }>("SELECT id FROM tracks WHERE permalink LIKE 'many-%'");
  db.transaction(() => rows.forEach(({ id }) => indexRow(db, "tracks", id)));
}

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
/** Searches of that catalogue, and their conditions in SQL. */
const FILTERED: [query: string, condition: string][] = [
  ["q=common&duration[from]=5990000", "duration >= 5990000"],
  ["q=common&duration[from]=3000000", "duration >= 3000000"],
  ["duration[to]=9000&duration[from]=2000", "duration BETWEEN 2000 AND 9000"],
  ["q=even&bpm[from]=100&bpm[to]=120", "title = 'common even' AND bpm BETWEEN 100 AND 120"],
  ["q=odd&bpm[from]=100", "title = 'common odd' AND bpm >= 100"],
  ["genres=Plenty&bpm[from]=190", "genre = 'Plenty' AND bpm >= 190"],
  [`q=common&created_at[from]=${day(5)}&created_at[to]=${day(20)}`, "created_at BETWEEN 5000 AND 20000"],
  [`q=common&created_at[to]=${day(700)}`, "created_at <= 700000"],
  [`q=odd&created_at[to]=${day(3000)}`, "title = 'common odd' AND created_at <= 3000000"],
  [
    `bpm[to]=50&duration[from]=900000&created_at[from]=${day(100)}&created_at[to]=${day(5999)}`,
    "bpm <= 50 AND duration >= 900000 AND created_at BETWEEN 100000 AND 5999000",
  ],
];

Deno.test("sandbox search: filters in a large catalogue return the same as a scan of every track", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/state.db`;
  manyTracks(path, 6000);
  using sandbox = createSandbox({ path });
  using db = new Database(path);
  const api = caller(sandbox, 20);
  for (const [query, condition] of FILTERED) {
    const cap = sandbox.config.searchCap;
    const found: number[] = [];
    for (let from = 0; from < cap; from += 200) {
      found.push(...ids((await api.get(`/tracks?limit=200&offset=${from}&${query}`)).items));
    }
    const wanted = db.all<{ id: number }>(
      `SELECT id FROM tracks WHERE permalink LIKE 'many-%' AND sharing = 'public' AND ${condition}`,
    ).map(({ id }) => id).slice();
    assert(wanted.length > 0, query);
    assertEquals(new Set(found).size, found.length, `${query}: none comes twice`);
    assertEquals(found.length, Math.min(cap, wanted.length), query);
    assert(found.every((id) => wanted.includes(id)), query);
  }
});
