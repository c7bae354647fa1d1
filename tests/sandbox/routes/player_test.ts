import { assertEquals } from "@std/assert";
import { createSandbox, type TrackData } from "@tonearm/sandbox";
import { caller } from "../../support/api.ts";
import { callApi } from "../../support/sandbox/control.ts";

/** Tracks, and the status of their sound in the player. */
const SOUNDS: Readonly<Record<string, { track: Partial<TrackData>; change?: object; status: number }>> = {
  "anyone may embed": { track: {}, status: 302 },
  "only its owner may embed": { track: {}, change: { embeddable_by: "me" }, status: 302 },
  "nobody may embed": { track: {}, change: { embeddable_by: "none" }, status: 404 },
  "is blocked": { track: { access: "blocked" }, status: 404 },
  "is a preview": { track: { access: "preview" }, status: 302 },
  "is still being processed": { track: { processing: true }, status: 404 },
};

for (const [what, { track, change, status }] of Object.entries(SOUNDS)) {
  Deno.test(`GET /player/tracks/ID: ${status} for a track that ${what}`, async () => {
    using sandbox = createSandbox({
      ...{ empty: true, users: [{ permalink: "ann" }] },
      tracks: [{ title: "One", user: "ann", ...track }],
    });
    const api = caller(sandbox);
    const [one] = (await api.get("/me/tracks")).items;
    if (change) await api.put(`/tracks/${one?.id}`, { track: change });
    const reply = await callApi(sandbox, `GET /player/tracks/${one?.id}`);
    await reply.body?.cancel();
    assertEquals(reply.status, status);
  });
}
