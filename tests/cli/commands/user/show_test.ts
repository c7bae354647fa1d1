import { assertEquals } from "@std/assert";
import { shown, USER } from "../../../support/cli/shown.ts";

Deno.test("tonearm user shows a full name that isn't the name, and the website", async () => {
  assertEquals(await shown("user 1", { ...USER, full_name: "Ann" }, 80), [
    "Ann",
    "– followers · – following · – tracks · – playlists",
    "urn       soundcloud:users:1",
    "since     –",
  ]);
  const more = {
    full_name: "Ann Other",
    website: "https://ann.example",
    city: "Cork",
    plan: "Free",
    description: "Hi",
  };
  assertEquals(await shown("user 1", { ...USER, ...more, followers_count: 1, playlist_count: 1, track_count: 1 }, 80), [
    "Ann by Ann Other",
    "Cork · 1 follower · – following · 1 track · 1 playlist",
    ...["urn       soundcloud:users:1", "website   https://ann.example", "since     –", "plan      Free", "Hi"],
  ]);
});
