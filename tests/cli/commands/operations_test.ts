import { assertEquals } from "@std/assert";
import { ServiceClient } from "@tonearm/client";
import { emptyHome, stubServer } from "../../support/cli/cli.ts";
import { operationNames } from "../../support/operations/operation_names.ts";

/** The operations of the library, with a command line for each and its expected request. */
const COMMANDS: Readonly<Record<string, readonly [line: string, request: string]>> = {
  "me.getMe": ["me", "GET /me"],
  "me.getFeed": ["feed", "GET /me/feed"],
  "me.getFeedTracks": ["feed --tracks", "GET /me/feed/tracks"],
  "me.getActivitiesOwn": ["feed --own", "GET /me/activities/all/own"],
  "me.getFollowings": ["following", "GET /me/followings"],
  "me.getFollowingsTracks": ["following --tracks", "GET /me/followings/tracks"],
  "me.getFollowers": ["followers me", "GET /me/followers"],
  "me.follow": ["follow 9", "PUT /me/followings/9"],
  "me.unfollow": ["unfollow 9", "DELETE /me/followings/9"],
  "me.getRecentlyPlayedTracks": ["history", "GET /me/recently-played/tracks"],
  "me.getTracks": ["tracks", "GET /me/tracks"],
  "me.getPlaylists": ["playlists", "GET /me/playlists"],
  "me.getLikesTracks": ["likes", "GET /me/likes/tracks"],
  "me.getLikesPlaylists": ["likes --playlists", "GET /me/likes/playlists"],
  "me.getLikesSystemPlaylists": ["likes --stations", "GET /me/likes/system-playlists"],
  "me.getRepostsTracks": ["reposts", "GET /me/reposts/tracks"],
  "me.getRepostsPlaylists": ["reposts --playlists", "GET /me/reposts/playlists"],
  "users.getUser": ["user 2", "GET /users/2"],
  "users.getFollowers": ["followers 2", "GET /users/2/followers"],
  "users.getFollowings": ["following 2", "GET /users/2/followings"],
  "users.getTracks": ["tracks 2", "GET /users/2/tracks"],
  "users.getPlaylists": ["playlists 2", "GET /users/2/playlists"],
  "users.getRelated": ["related soundcloud:users:2", "GET /users/soundcloud:users:2/related"],
  "users.getWebProfiles": ["web-profiles 2", "GET /users/2/web-profiles"],
  "users.getLikesTracks": ["likes 2", "GET /users/2/likes/tracks"],
  "users.getLikesPlaylists": ["likes 2 --playlists", "GET /users/2/likes/playlists"],
  "users.getLikesSystemPlaylists": ["likes 2 --stations", "GET /users/2/likes/system-playlists"],
  "users.getRepostsTracks": ["reposts 2", "GET /users/2/reposts/tracks"],
  "users.getRepostsPlaylists": ["reposts 2 --playlists", "GET /users/2/reposts/playlists"],
  "tracks.getTrack": ["track 1", "GET /tracks/1"],
  "tracks.getTracks": ["track 1 2", "GET /tracks"],
  "tracks.getComments": ["track comments 1", "GET /tracks/1/comments"],
  "tracks.getLikes": ["track likers 1", "GET /tracks/1/favoriters"],
  "tracks.getReposts": ["track reposters 1", "GET /tracks/1/reposters"],
  "tracks.getRelatedPage": ["related 1", "GET /tracks/1/related"],
  "tracks.getStreams": ["stream 1", "GET /tracks/1/streams"],
  "tracks.getStreamUrl": ["stream 1 --url", "GET /tracks/1/streams"],
  "tracks.getPreviewUrl": ["stream 1 --preview", "GET /tracks/1/preview"],
  "tracks.createComment": ["comment 1 hello", "POST /tracks/1/comments"],
  "tracks.update": ["track edit 1 --title x", "PUT /tracks/1"],
  "tracks.updateStorefront": ["storefront 1 https://shop.example/x", "PUT /tracks/1/storefront"],
  "tracks.delete": ["track delete 1 --yes", "DELETE /tracks/1"],
  "playlists.getPlaylist": ["playlist 1 --json", "GET /playlists/1"],
  "playlists.getTracks": ["playlist 1", "GET /playlists/1/tracks"],
  "playlists.getReposts": ["playlist reposters 1", "GET /playlists/1/reposters"],
  "playlists.create": ["playlist create x", "POST /playlists"],
  "playlists.update": ["playlist edit 1 --title x", "PUT /playlists/1"],
  "playlists.delete": ["playlist delete 1 --yes", "DELETE /playlists/1"],
  "playlists.addTracks": ["playlist add 1 2", "GET /playlists/1"],
  "playlists.removeTracks": ["playlist remove 1 2", "GET /playlists/1"],
  "playlists.moveTrack": ["playlist move 1 2 1", "GET /playlists/1"],
  "likes.likeTrack": ["like 1", "POST /likes/tracks/1"],
  "likes.unlikeTrack": ["unlike 1", "DELETE /likes/tracks/1"],
  "likes.likePlaylist": ["like soundcloud:playlists:1", "POST /likes/playlists/soundcloud:playlists:1"],
  "likes.unlikePlaylist": ["unlike soundcloud:playlists:1", "DELETE /likes/playlists/soundcloud:playlists:1"],
  "reposts.repostTrack": ["repost 1", "POST /reposts/tracks/1"],
  "reposts.unrepostTrack": ["unrepost 1", "DELETE /reposts/tracks/1"],
  "reposts.repostPlaylist": ["repost soundcloud:playlists:1", "POST /reposts/playlists/soundcloud:playlists:1"],
  "reposts.unrepostPlaylist": ["unrepost soundcloud:playlists:1", "DELETE /reposts/playlists/soundcloud:playlists:1"],
  "resolve.resolveUrl": ["resolve night-ferry", "GET /resolve"],
  "search.tracks": ["search x", "GET /tracks"],
  "search.users": ["search x --type users", "GET /users"],
  "search.playlists": ["search x --type playlists", "GET /playlists"],
  "systemPlaylists.getSystemPlaylist": [
    "station soundcloud:system-playlists:track-stations:1",
    "GET /system-playlists/soundcloud:system-playlists:track-stations:1",
  ],
};

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
