import { assertEquals } from "@std/assert";
import { ServiceClient } from "@tonearm/client";

/** A client signed in as the stored user, and what it sends. */
function recording() {
  const sent: [path: string, authorization: string | null][] = [];
  const client = new ServiceClient({
    clientId: "id",
    fetch: (url, init) => {
      const { pathname, search } = new URL(`${url}`);
      sent.push([pathname + search, new Headers(init?.headers).get("authorization")]);
      return Promise.resolve(Response.json({ collection: [] }));
    },
  });
  client.setToken("stored");
  return { client, sent };
}

const token = "own";

for (
  const [name, call, path] of [
    ["me.getFeed(20, { token })", ({ me }) => me.getFeed(20, { token }), "/me/feed?limit=20"],
    ["me.getFeed({ token })", ({ me }) => me.getFeed({ token }), "/me/feed"],
    [
      "me.getRecentlyPlayedTracks({ token })",
      ({ me }) => me.getRecentlyPlayedTracks({ token }),
      "/me/recently-played/tracks",
    ],
    [
      "users.getLikesTracks(1, 20, { token })",
      ({ users }) => users.getLikesTracks(1, 20, { token }),
      "/users/1/likes/tracks?linked_partitioning=true&limit=20",
    ],
    [
      "users.getTracks(1, { token, access })",
      ({ users }) => users.getTracks(1, { token, access: "playable" }),
      "/users/1/tracks?linked_partitioning=true&access=playable",
    ],
    [
      "playlists.getTracks(1, 5, { token })",
      ({ playlists }) => playlists.getTracks(1, 5, { token }),
      "/playlists/1/tracks?linked_partitioning=true&limit=5",
    ],
    [
      "search.users(q, { token })",
      ({ search }) => search.users("q", { token }),
      "/users?q=q&linked_partitioning=true&limit=10&offset=0",
    ],
  ] as [string, (client: ServiceClient) => Promise<unknown>, string][]
) {
  Deno.test(`${name} accepts the options in an earlier position, and sends the call's own token`, async () => {
    const { client, sent } = recording();
    await call(client);
    assertEquals(sent, [[path, "OAuth own"]]);
  });
}
