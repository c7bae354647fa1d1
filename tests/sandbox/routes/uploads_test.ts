import { assertEquals, assertObjectMatch } from "@std/assert";
import { sandboxApi } from "../../support/api.ts";
import { tone } from "../../support/sandbox/sounds.ts";

function uploadOf(fields: Readonly<Record<string, string>>, sound?: Uint8Array): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(`track[${name}]`, value);
  if (sound) body.set("track[asset_data]", new Blob([sound.slice()]), "one.wav");
  return body;
}

Deno.test("POST /tracks: a sound with a title becomes a track of the user", async () => {
  using api = sandboxApi();
  const made = await api.send("/tracks", {
    method: "POST",
    body: uploadOf({ title: "One", sharing: "private" }, tone(0.1)),
  });
  assertObjectMatch(made, { status: 201, body: { title: "One" } });
  assertEquals((await api.get(`/tracks/${made.body.urn}`)).body.sharing, "private");
});
