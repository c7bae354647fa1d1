import { assert } from "@std/assert";
import type { ServiceTrack } from "@tonearm/client";
import { drawCard, trackCard } from "../../../cli/output/cards.ts";
import { plain } from "../../../cli/output/style.ts";

const TRACK = {
  ...{ kind: "track", id: 1, urn: "soundcloud:tracks:1", title: "One", duration: 61_000, access: "playable" },
  ...{ playback_count: 1, favoritings_count: 1200, comment_count: null, sharing: "public", created_at: null },
} as unknown as ServiceTrack;

Deno.test("tonearm: a card omits empty fields, and adds the description after a blank line", () => {
  const track = { ...TRACK, tag_list: "", bpm: 0, description: "  First\r\nsecond\x1b[2J \n" } as ServiceTrack;
  const drawn = plain(drawCard(trackCard(track)));
  assert(!/^(tags|bpm|url|license)/m.test(drawn), drawn);
  assert(drawn.endsWith("\n\nFirst\nsecond␛[2J\n"), JSON.stringify(drawn));
  assert(plain(drawCard(trackCard({ ...track, description: " \n" }))).endsWith("access    playable\n"));
});
