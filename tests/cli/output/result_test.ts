import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import type { Comment, ServicePlaylist, ServiceTrack, ServiceUser } from "@tonearm/client";
import type { GlobalValues } from "../../../cli/globals.ts";
import { drawCard, playlistCard, tabCard, trackCard, userCard } from "../../../cli/output/cards.ts";
import { plain } from "../../../cli/output/style.ts";
import { COMMENT_COLUMNS, PLAYLIST_COLUMNS, TRACK_COLUMNS, USER_COLUMNS } from "../../../cli/output/columns.ts";
import { card, listWriter, show, showAll } from "../../../cli/output/result.ts";
import { type Column, tabbed } from "../../../cli/output/table.ts";
import { chosenColumns } from "../../../cli/output/view.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

/** Returns the output of a writer in a pipe or at a terminal. */
async function written(
  write: (context: ReturnType<typeof testContext>) => Promise<void>,
  options: Partial<GlobalValues> = {},
  columns?: number,
): Promise<string> {
  const on = testHost({ columns });
  await write(testContext(on, options));
  return on.stdout.replaceAll("\r", "");
}

Deno.test("tonearm: a single result is a card, a document, a line, or selected fields", async () => {
  const value = { id: 1, user: { name: "a" } };
  const one = (options: Partial<GlobalValues>) => written((context) => show(context, value, () => "drawn\n"), options);
  assertEquals(await one({}), "drawn\n");
  assertEquals(JSON.parse(await one({ json: true })), value);
  assertEquals(await one({ jsonl: true }), '{"id":1,"user":{"name":"a"}}\n');
  assertEquals(await one({ json: ["user.name"], jsonl: true }), '{"user.name":"a"}\n');
});

Deno.test("tonearm: several results are one array or one line each; no results are an empty array or nothing", async () => {
  const all = (values: { id: number }[], options: Partial<GlobalValues>) =>
    written((context) => showAll(context, values, ({ id }) => `<${id}>\n`), options);
  assertEquals(JSON.parse(await all([{ id: 1 }, { id: 2 }], { json: true })), [
    { status: "ok", id: 1 },
    { status: "ok", id: 2 },
  ]);
  assertEquals(await all([{ id: 1 }, { id: 2 }], { json: ["id"], jsonl: true }), '{"id":1}\n{"id":2}\n');
  assertEquals(await all([{ id: 1 }, { id: 2 }], {}), "<1>\n<2>\n");
  assertEquals([await all([], { json: true }), await all([], { jsonl: true }), await all([], {})], ["[]\n", "", ""]);
});

Deno.test("tonearm: at a terminal, a blank line separates cards of several lines, but not single lines", async () => {
  const draw = (text: string) => (context: ReturnType<typeof testContext>) => showAll(context, [{}, {}], () => text);
  assertEquals(await written(draw("a\nb\n"), {}, 80), "a\nb\n\na\nb\n");
  assertEquals(await written(draw("a\n"), {}, 80), "a\na\n");
  assertEquals(await written(draw("a\nb\n")), "a\nb\na\nb\n");
});

Deno.test("tonearm: fields that a result of unknown kind doesn't have are rejected before any output", async () => {
  const on = testHost();
  const context = testContext(on, { json: ["nme"] });
  await assertRejects(() => show(context, { name: "a" }, () => ""), Error, 'Unknown field "nme"');
  assertEquals(on.stdout, "");
  assertEquals(
    await written((all) => show(all, { kind: "track", id: 1 }, () => ""), { json: ["bpm"], jsonl: true }),
    '{"bpm":null}\n',
  );
});

for (
  const [form, options, wanted] of [
    ["a JSON array", { json: true }, '[\n  {\n    "n": 1\n  },\n  {\n    "n": 2\n  },\n  {\n    "n": 3\n  }\n]\n'],
    ["JSON lines", { jsonl: true }, '{"n":1}\n{"n":2}\n{"n":3}\n'],
    ["tab-separated values", {}, "1\n2\n3\n"],
  ] as const
) {
  Deno.test(`tonearm: a long list written in pieces is one list: ${form}`, async () => {
    const columns = [{ title: "N", value: ({ n }: { n: number }) => String(n) }];
    const text = await written(async (context) => {
      const writer = listWriter(context, columns);
      await writer.write([{ n: 1 }, { n: 2 }]);
      await writer.write([]);
      await writer.write([{ n: 3 }]);
      await writer.end();
    }, options);
    assertEquals(text, wanted);
  });
}

Deno.test("tonearm: an empty list has no headings at a terminal, and is an empty array in JSON", async () => {
  const nothing = async (context: ReturnType<typeof testContext>) => {
    const writer = listWriter(context, TRACK_COLUMNS);
    await writer.write([]);
    await writer.end();
  };
  assertEquals([await written(nothing, {}, 80), await written(nothing, { json: true })], ["", "[]\n"]);
});

Deno.test("tonearm: a terminal of unknown width has 80 columns, or COLUMNS", () => {
  const on = (env: Record<string, string>, columns?: number) => testContext(testHost({ env, columns })).columns;
  assertEquals([on({}), on({ COLUMNS: "33" }), on({ COLUMNS: "many" }), on({ COLUMNS: "33" }, 44)], [80, 33, 80, 44]);
});

/** Returns the columns for a pipe. */
const usual = <T>(columns: readonly Column<T>[]) => chosenColumns(columns, {}, false);

const TRACK = {
  ...{ kind: "track", id: 1, urn: "soundcloud:tracks:1", title: "One", duration: 61_000, access: "playable" },
  ...{ playback_count: 1, favoritings_count: 1200, comment_count: null, sharing: "public", created_at: null },
} as unknown as ServiceTrack;
const BARE = { title: "Bare", duration: 0, urn: "soundcloud:tracks:2" } as unknown as ServiceTrack;

Deno.test("tonearm: a track's row shows unknown values as dashes at a terminal, and as nothing in a pipe", () => {
  assertEquals(tabbed(BARE, usual(TRACK_COLUMNS)), "Bare\t\t–\t\t\tsoundcloud:tracks:2\n");
  assertEquals(usual(TRACK_COLUMNS).map(({ value }) => value(BARE)), [
    "Bare",
    "",
    "–",
    "–",
    "–",
    "soundcloud:tracks:2",
  ]);
  assertEquals(tabbed(TRACK, usual(TRACK_COLUMNS)), "One\t\t1:01\t1\t1200\tsoundcloud:tracks:1\n");
});

Deno.test("USER_COLUMNS: a row shows the location of the profile", () => {
  const user = (more: object) => ({ username: "u", urn: "soundcloud:users:1", ...more }) as unknown as ServiceUser;
  const place = (more: object) => tabbed(user(more), USER_COLUMNS).split("\t")[1];
  assertEquals(place({ city: "Köln", country: "Germany" }), "Köln, Germany");
  assertEquals([place({ city: null, country: "Chile" }), place({ city: "Oslo" }), place({})], ["Chile", "Oslo", ""]);
});

Deno.test("tonearm: a playlist's row counts its tracks", () => {
  const playlist = { title: "P", user: { username: "u" }, track_count: 0, duration: 3_600_000, likes_count: 5 };
  const row = tabbed(
    { ...playlist, urn: "soundcloud:playlists:1" } as unknown as ServicePlaylist,
    usual(PLAYLIST_COLUMNS),
  );
  assertEquals(row, "P\tu\t0\t1:00:00\t5\tsoundcloud:playlists:1\n");
});

Deno.test("tonearm: a comment's row has its position, even if it's a string, or a dash", () => {
  const row = (timestamp: unknown) =>
    tabbed(
      { timestamp, body: "hi\nthere", created_at: "2020/10/12 12:03:00 +0000" } as Comment,
      usual(COMMENT_COLUMNS),
    );
  assertEquals(row(31_500), "0:32\t\thi there\t2020-10-12\n");
  assertEquals([row("0"), row(null), row(undefined)].map((line) => line.split("\t")[0]), ["0:00", "–", "–"]);
});

Deno.test("trackCard() writes counts with their unit: one play, 1.2K likes, a dash for a missing count", () => {
  assertMatch(plain(drawCard(trackCard(TRACK))), /^One\n1:01 · 1 play · 1\.2K likes · – comments\n/);
});

Deno.test("tonearm: a card shows why a track can't be played", () => {
  const facts = (more: object) => trackCard({ ...TRACK, ...more } as ServiceTrack).facts.filter(Boolean);
  assert(!facts({}).some((fact) => /preview|blocked|private/.test(fact)));
  assert(facts({ access: "preview" }).includes("preview only"));
  assert(facts({ access: "blocked", sharing: "private" }).join().endsWith("private,blocked here"));
});

Deno.test("tonearm: a card omits empty fields, and adds the description after a blank line", () => {
  const track = { ...TRACK, tag_list: "", bpm: 0, description: "  First\r\nsecond\x1b[2J \n" } as ServiceTrack;
  const drawn = plain(drawCard(trackCard(track)));
  assert(!/^(tags|bpm|url|license)/m.test(drawn), drawn);
  assert(drawn.endsWith("\n\nFirst\nsecond␛[2J\n"), JSON.stringify(drawn));
  assert(plain(drawCard(trackCard({ ...track, description: " \n" }))).endsWith("access    playable\n"));
});

Deno.test("tonearm: in a pipe, a card is one name and value per line, without decorative facts", () => {
  const text = tabCard(trackCard({ ...TRACK, bpm: 120.5, description: "a\nb" } as ServiceTrack));
  assertEquals(text.split("\n").map((line) => line.split("\t")[0]), [
    ...["title", "urn", "length", "created", "access", "bpm", "text", ""],
  ]);
  assertMatch(text, /^bpm\t120\.5\ntext\ta b$/m);
});

Deno.test("tonearm: a user's card has the plan, and the full name if it differs", () => {
  const user = { username: "u", full_name: "U. Ser", followers_count: 1, followings_count: 0, plan: "Pro" };
  const of = (more: object) => userCard({ ...user, ...more } as unknown as ServiceUser);
  assertEquals([of({}).by, of({ full_name: "u" }).by, of({ full_name: "" }).by], ["U. Ser", undefined, undefined]);
  assertEquals(of({}).facts.slice(1, 3), ["1 follower", "0 following"]);
});

Deno.test("tonearm: a playlist's card shows that it's private", () => {
  const of = (sharing: string) => playlistCard({ title: "P", track_count: 1, sharing } as unknown as ServicePlaylist);
  assertEquals(of("private").facts, ["1 track", "–", "– likes", "private"]);
  assertEquals(of("public").facts.at(-1), "");
});

Deno.test("card() draws at a terminal and lists in a pipe", () => {
  const content = { title: "T", facts: ["f"], rows: [["urn", "u"]] } as const;
  assertEquals(plain(card(testContext(testHost({ columns: 80 })), content)), "T\nf\nurn       u\n");
  assertEquals(card(testContext(testHost()), content), "title\tT\nurn\tu\n");
});
