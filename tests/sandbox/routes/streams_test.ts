import { assertEquals } from "@std/assert";
import { createSandbox, type TrackData } from "@tonearm/sandbox";
import { caller } from "../../support/api.ts";
import { callApi } from "../../support/sandbox/requests.ts";

/** Tracks, and the status of their download by another user. */
const DOWNLOADS: Readonly<Record<string, { readonly track: Partial<TrackData>; readonly status: number }>> = {
  "may be downloaded": { track: { downloadable: true }, status: 302 },
  "may not be downloaded": { track: { downloadable: false }, status: 404 },
  "is blocked": { track: { downloadable: true, access: "blocked" }, status: 404 },
  "is a preview": { track: { downloadable: true, access: "preview" }, status: 404 },
  "is still being processed": { track: { downloadable: true, processing: true }, status: 404 },
};

for (const [what, { track, status }] of Object.entries(DOWNLOADS)) {
  Deno.test(`GET /tracks/{urn}/download: ${status} for a track that ${what}`, async () => {
    using sandbox = createSandbox({
      ...{ empty: true, users: [{ permalink: "ann" }, { permalink: "bob" }] },
      tracks: [{ title: "One", user: "ann", ...track }],
    });
    const [one] = (await caller(sandbox).get("/me/tracks")).items;
    const reply = await callApi(sandbox, `GET /tracks/${one?.id}/download`, { user: 2 });
    await reply.body?.cancel();
    assertEquals(reply.status, status);
  });
}
