/**
 * Cases of every group of operations, for the runtimes that have a server's freedom.
 *
 * @module
 */
import { assert, assertEquals, errorOf } from "./expect.mjs";
import { wav } from "./uploads.mjs";
import { faulty } from "./world.mjs";

/**
 * @param {{ collection: { urn: string }[] }} page
 * @param {string} urn
 */
const holds = (page, urn) => page.collection.some((item) => item.urn === urn);

/** @type {Record<string, import("./world.mjs").Case>} */
export const groups = {
  async "me: profile, lists, feed and activities"(world) {
    const { me } = world.user();
    const { username } = await me.getMe();
    assert(username.length > 0, "the user has no name");
    for (const read of [me.getTracks, me.getPlaylists, me.getFollowers, me.getFollowings, me.getLikesTracks]) {
      assert(Array.isArray((await read(5)).collection), "a list is none");
    }
    for (const read of [me.getActivities, me.getFeed, me.getLikesPlaylists, me.getRepostsTracks]) {
      assert(Array.isArray((await read(5)).collection), "a list is none");
    }
    assert(Array.isArray(await me.getRecentlyPlayedTracks()), "the history is no list");
  },

  async "users: profile and lists"(world) {
    const { users } = world.user();
    const { user } = await world.track();
    const { urn } = await users.getUser(user.urn);
    assertEquals(urn, user.urn, "users");
    assert((await users.getTracks(urn)).collection.length > 0, "the artist has no tracks");
    for (const read of [users.getFollowers, users.getFollowings, users.getPlaylists, users.getRelated]) {
      assert(Array.isArray((await read(urn, 5)).collection), "a list is none");
    }
    assert(Array.isArray(await users.getWebProfiles(urn)), "the profiles are no list");
  },

  async "me: following and unfollowing"(world) {
    const { me } = world.user({}, 1);
    const { user } = await world.track();
    await me.follow(user.urn);
    assert(holds(await me.getFollowings(200), user.urn), "the user is not followed");
    assertEquals((await me.getFollowing(user.urn)).urn, user.urn, "users");
    await me.unfollow(user.urn);
    assert(!holds(await me.getFollowings(200), user.urn), "the user is still followed");
  },

  async "likes and reposts: a track, on and off"(world) {
    const { likes, reposts, me } = world.user({}, 1);
    const { urn } = await world.track();
    assert(await likes.likeTrack(urn), "the like was refused");
    assert(holds(await me.getLikesTracks(200), urn), "the like is not there");
    assert(await likes.unlikeTrack(urn), "the like stays");
    assert(await reposts.repostTrack(urn), "the repost was refused");
    assert(holds(await me.getRepostsTracks(200), urn), "the repost is not there");
    assert(await reposts.unrepostTrack(urn), "the repost stays");
  },

  async "playlists: create, fill, reorder, rename, delete"(world) {
    const { playlists, search } = world.user();
    const { collection } = await search.tracks("", 0, { limit: 3 });
    const [first, second] = collection.map(({ urn }) => urn);
    assert(first && second, "the catalogue has too few tracks");
    const { urn } = await playlists.create({ title: "Contract", tracks: [] });
    await playlists.addTracks(urn, [first ?? "", second ?? ""]);
    const moved = await playlists.moveTrack(urn, second ?? "", 0);
    assertEquals(moved.tracks?.map((track) => track.urn), [second, first], "orders");
    await playlists.removeTracks(urn, [first ?? ""]);
    assertEquals((await playlists.getTracks(urn)).collection.map((track) => track.urn), [second], "tracks");
    assertEquals((await playlists.update(urn, { title: "Renamed" })).title, "Renamed", "titles");
    await playlists.delete(urn);
    assertEquals((await errorOf(playlists.getPlaylist(urn))).status, 404, "statuses");
  },

  async "search and resolve: three kinds, and an address"(world) {
    const { search, resolve, users } = world.user();
    const { user } = await world.track();
    assert((await search.users(user.username)).collection.length > 0, "no user was found");
    assert(Array.isArray((await search.playlists("a")).collection), "the playlists are no list");
    const { permalink_url, urn } = await users.getUser(user.urn);
    assert((JSON.stringify(await resolve.resolveUrl(permalink_url))).includes(urn), "the address is another's");
  },

  async "tracks: comments, related ones, those who like it"(world) {
    const { tracks } = world.user();
    const { urn } = await world.track();
    const comment = await tracks.createComment(urn, "From the contract", 1500);
    assertEquals(comment.body, "From the contract", "comments");
    assertEquals(comment.timestamp, 1500, "times");
    assert(Array.isArray(await tracks.getRelated(urn)), "the related tracks are no list");
    assert(Array.isArray((await tracks.getLikes(urn)).collection), "the likes are no list");
    assertEquals((await tracks.getTracks([urn])).map((track) => track.urn), [urn], "tracks");
  },

  // A browser hides where a redirect leads.
  async "a stream's address leads to sound"(world) {
    const { urn } = await world.track();
    const playlist = await fetch(await world.user().tracks.getStreamUrl(urn));
    assert((await playlist.text()).startsWith("#EXTM3U"), "the stream is no playlist");
  },

  // A browser doesn't tell.
  async "upload: progress is told to the last byte"(world) {
    const { tracks } = world.user();
    const events = [{ sentBytes: 0, totalBytes: 1 }];
    const onProgress = (/** @type {{ sentBytes: number, totalBytes: number }} */ progress) => events.push(progress);
    await tracks.delete((await tracks.upload({ title: "Contract", asset_data: wav() }, { onProgress })).urn);
    const last = events.at(-1);
    assert(events.length > 2 && last?.sentBytes === last?.totalBytes, `progress ended with ${JSON.stringify(last)}`);
  },

  async "raw: a request of one's own, with status and headers"(world) {
    const { raw } = world.user();
    const { status, data } = await raw.get("/me");
    assert(status === 200 && JSON.stringify(data).includes("username"), "the raw answer is not the user");
  },

  async "a network that fails is a ServiceError without a status"(world) {
    const client = world.user({ baseUrl: "http://127.0.0.1:9", maxRetries: 0 });
    const error = await errorOf(client.me.getMe());
    assertEquals({ status: error.status, code: error.code }, { status: 0, code: "network" }, "facts");
    assert(world.library.ServiceError.is(error), `${error} is no ServiceError`);
  },

  async "a call that takes too long is a ServiceError that says so"(world) {
    const { send } = faulty(9, "delay=5000");
    const error = await errorOf(world.user({ fetch: send, maxRetries: 0, timeoutMs: 50 }).me.getMe());
    assertEquals({ status: error.status, code: error.code }, { status: 0, code: "timeout" }, "facts");
  },
};
