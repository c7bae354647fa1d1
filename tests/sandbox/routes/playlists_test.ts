import { assertEquals, assertObjectMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { playlistForm } from "../../../sandbox/routes/fields.ts";
import { type Api, caller, sandboxApi } from "../../support/api.ts";

/** Returns tracks that anyone may add, as `[{"urn": …}]`. */
async function addable(api: Api, count: number): Promise<{ urn: string }[]> {
  const { items } = await api.get(`/tracks?limit=200&access=playable`);
  return items.slice(0, count).map(({ urn }) => ({ urn }));
}

/** The values of a form's tracks, and the number of tracks that they name. */
const FORM_TRACKS: Readonly<Record<string, (urns: readonly string[]) => readonly string[]>> = {
  "no value": () => [],
  "an empty value": () => [""],
  "one track": ([first = ""]) => [first],
  "a track per value": (urns) => urns,
  "commas and values": ([first, second, third = ""]) => [`${first},${second},`, third],
};

for (const [what, valuesOf] of Object.entries(FORM_TRACKS)) {
  Deno.test(`POST /playlists: a form with ${what} adds the tracks that it names`, async () => {
    using api = sandboxApi();
    const values = valuesOf((await addable(api, 3)).map(({ urn }) => urn));
    const body = new FormData();
    body.set("playlist[title]", "From a form");
    for (const value of values) body.append("playlist[tracks][][urn]", value);
    const made = await api.send("/playlists", { method: "POST", body });
    assertEquals(
      made.body.tracks.map(({ urn }) => urn),
      values.flatMap((value) => value.split(",")).filter((urn) => urn !== ""),
    );
  });
}

Deno.test("playlistForm() leaves tracks out if a form names none, so that a playlist keeps its own", () => {
  const fields = { title: "Mine", sharing: "private" };
  const formOf = (...urns: readonly string[]) => ({ fields, all: () => urns });
  assertEquals(playlistForm(formOf()), fields);
  assertEquals(playlistForm(formOf("", ",")), fields);
  assertEquals(playlistForm(formOf("a")), { ...fields, tracks: [{ urn: "a" }] });
});

Deno.test("POST /playlists joins a character that two chunks of the request share", async () => {
  using sandbox = createSandbox();
  const bytes = new TextEncoder().encode(JSON.stringify({ playlist: { title: "Für dich" } }));
  const cut = bytes.indexOf(0xc3) + 1;
  const body = ReadableStream.from([bytes.slice(0, cut), bytes.slice(cut)]);
  const headers = { "content-type": "application/json" };
  const made = await caller(sandbox).send("/playlists", { method: "POST", headers, body });
  assertObjectMatch(made, { status: 201, body: { title: "Für dich" } });
});
