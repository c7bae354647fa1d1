import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { caller } from "../../support/api.ts";
import { tone } from "../../support/sandbox/sounds.ts";

function uploadOf(fields: Readonly<Record<string, string>>, sound?: Uint8Array): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(`track[${name}]`, value);
  if (sound) body.set("track[asset_data]", new Blob([sound.slice()]), "one.wav");
  return body;
}

Deno.test("POST /tracks: a sound with a title becomes a track of the user", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  const made = await api.send("/tracks", {
    method: "POST",
    body: uploadOf({ title: "One", sharing: "private" }, tone(0.1)),
  });
  assertEquals({ status: made.status, title: made.body.title }, { status: 201, title: "One" });
  assertEquals((await api.get(`/tracks/${made.body.urn}`)).body.sharing, "private");
});
