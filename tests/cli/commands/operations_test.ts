import { assertEquals } from "@std/assert";
import { ServiceClient } from "@tonearm/client";
import { emptyHome, stubServer } from "../../support/cli/cli.ts";
import { COMMANDS, operationNames } from "../../support/operations/operations.ts";

/** The operations without a command, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  "tracks.upload": "`upload` sends it; upload_test.ts shows that",
  "tracks.waitUntilReady": "`upload --wait` sends it; upload_test.ts shows that",
  "tracks.getRelated": "the first page of what `related` lists",
  "tracks.likeTrack": "another name of likes.likeTrack",
  "tracks.unlikeTrack": "another name of likes.unlikeTrack",
  "users.getFavorites": "deprecated: `likes USER` lists the same",
  "users.getFollowing": "deprecated: whether somebody follows somebody; `following USER` tells",
  "me.getFollowing": "whether one follows somebody; `following` tells",
  "me.getFollower": "whether somebody follows one; `followers` tells",
  "me.getActivities": "deprecated: `feed` lists what is new",
  "me.getActivitiesTracks": "deprecated: `feed --tracks` lists what is new",
  "me.getConnections": "deprecated: the service has no connections any more; `api /me/connections` asks for them",
};

Deno.test("tonearm: every operation of the library has a command, or a reason to have none", () => {
  const client = new ServiceClient({ clientId: "a", clientSecret: "b" });
  const operations = operationNames(client).filter((name) => !name.startsWith("auth."));
  const known = [...Object.keys(COMMANDS), ...Object.keys(WITHOUT)];
  assertEquals(operations.filter((operation) => !known.includes(operation)), []);
  assertEquals(known.filter((operation) => !operations.includes(operation)), []);
});

Deno.test("tonearm: each command sends the same request as its operation", async (t) => {
  const thing = { id: 1, urn: "soundcloud:tracks:1", kind: "track", title: "x", tracks: [], track_count: 0 };
  await using service = stubServer(({ method, url }) => {
    if (method === "DELETE") return new Response(null, { status: 204 });
    const collection = url.includes("/playlists/1/tracks") ? [{ ...thing, urn: "soundcloud:tracks:2" }] : [];
    return Response.json({ ...thing, collection });
  });
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  for (const [operation, [line, request]] of Object.entries(COMMANDS)) {
    await t.step(`${line}: ${operation}`, async () => {
      service.requests.length = 0;
      await home.run(line.split(" "));
      const sent = service.requests.map((one) => decodeURIComponent(one));
      assertEquals(sent.includes(request), true, `it sent ${sent.join(", ")}`);
    });
  }
});
