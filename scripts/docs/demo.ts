/**
 * Demonstrates the main features end to end, over HTTP, against a sandbox on a free port, without an account or a
 * network.
 */
import { ServiceClient, ServiceError, type ServiceTrack, type ServiceUser } from "@tonearm/client";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { giveConsent } from "./demo/consent.ts";
import { decodeMp3, download, downloadStream, makeWav, readAac } from "./demo/sound.ts";
import { expect, Story } from "./demo/story.ts";

const SEARCH = "lofi";

/** Reads as an app: token, search, track, stream. */
async function listen(story: Story, client: ServiceClient): Promise<ServiceTrack> {
  await story.step("get a client-credentials token", async () => {
    const token = await client.auth.getClientToken();
    client.setToken(token.access_token);
    return token;
  }, ({ expires_in }) => `good for ${expires_in} s`);
  const found = await story.step(`search for "${SEARCH}"`, async () => {
    const { collection } = await client.search.tracks(SEARCH);
    expect(collection[0], "the search found nothing");
    return collection;
  }, ({ length }) => `${length} tracks on the first page`);
  const id = found[0]?.urn ?? "";
  const track = await story.step("get a track", () => client.tracks.getTrack(id), ({ title }) => title);
  const bytes = await story.step(
    "download its stream",
    async () => downloadStream(await client.tracks.getStreamUrl(id)),
    ({ length }) => `${length} bytes`,
  );
  await hear(story, client, track, bytes);
  await story.step(
    "open its station",
    () => client.systemPlaylists.getSystemPlaylist(track.station_urn ?? ""),
    (station) => {
      expect(station.tracks?.[0]?.urn === track.urn, "the station doesn't begin with its track");
      return `"${station.title}", ${station.track_count} tracks`;
    },
  );
  return track;
}

/** Checks that a stream and its preview contain sound of the right length. */
async function hear(
  story: Story,
  client: ServiceClient,
  { urn, duration }: ServiceTrack,
  stream: Uint8Array,
): Promise<void> {
  await story.step("measure the downloaded sound", () => readAac(stream), (seconds) => {
    expect(
      Math.abs(seconds * 1000 - duration) < 1000,
      `the stream plays ${seconds} s, the track ${duration} ms`,
    );
    return `${seconds.toFixed(1)} s of AAC`;
  });
  await story.step("decode its preview", async () => {
    const { preview_mp3_128_url: url = "" } = await client.tracks.getStreams(urn);
    return await decodeMp3(await download(url, { Authorization: `OAuth ${client.accessToken}` }));
  }, (seconds) => {
    expect(Math.abs(seconds - 30) < 1, `the preview plays ${seconds} s`);
    return `${seconds.toFixed(1)} s of sound`;
  });
}

/** Signs a user in the way a browser would. */
async function signIn(story: Story, client: ServiceClient): Promise<ServiceUser> {
  const codeVerifier = client.auth.generateCodeVerifier();
  const codeChallenge = await client.auth.generateCodeChallenge(codeVerifier);
  const state = crypto.randomUUID();
  const url = client.auth.getAuthorizationUrl({ codeChallenge, state });
  const callback = await story.step(
    "allow access on the sign-in page",
    () => giveConsent(url),
    () => "redirected with a code",
  );
  await story.step("exchange the code, with PKCE", async () => {
    const token = await client.auth.handleCallback(callback, { state, codeVerifier });
    client.setToken(token.access_token, token.refresh_token);
  }, () => "access and refresh token");
  return await story.step("get the signed-in user", () => client.me.getMe(), ({ username }) => username);
}

/** Uploads a file and waits until it can be played. */
async function publish(story: Story, client: ServiceClient): Promise<ServiceTrack> {
  const file = makeWav(3);
  let events = 0;
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) => {
    events += 1;
    expect(sentBytes <= totalBytes, "more was sent than there is");
  };
  const uploaded = await story.step(
    "upload a file",
    () => client.tracks.upload({ title: "Rising tone", asset_data: file, sharing: "public" }, { onProgress }),
    ({ urn }) => `${urn}, ${file.size} bytes in ${events} steps`,
  );
  expect(events > 0, "the upload told of no progress");
  return await story.step(
    "wait until it is ready",
    () => client.tracks.waitUntilReady(uploaded.urn, { pollMs: 100, maxWaitMs: 10_000 }),
    ({ duration }) => `plays for ${duration} ms`,
  );
}

/** Comments, likes and follows, and checks the results. */
async function react(story: Story, client: ServiceClient, own: ServiceTrack, other: ServiceTrack): Promise<void> {
  await story.step("comment on it", async () => {
    await client.tracks.createComment(own.urn, "The first second is the best.", 1000);
    return await client.fetchAll(client.tracks.getComments(own.urn));
  }, ([comment]) => {
    expect(comment?.timestamp === 1000, "the comment is not there");
    return `"${comment.body}"`;
  });
  await story.step("like the other track", async () => {
    await client.likes.likeTrack(other.urn);
    return await client.fetchAll(() => client.me.getLikesTracks());
  }, (likes) => {
    expect(likes.some(({ urn }) => urn === other.urn), "the like is not there");
    return `${likes.length} likes`;
  });
  await story.step("follow its artist", async () => {
    await client.me.follow(other.user.urn);
    return await client.fetchAll(() => client.me.getFollowings());
  }, (users) => {
    expect(users.some(({ urn }) => urn === other.user.urn), "the artist is not followed");
    return `${users.length} followed`;
  });
}

/** Reads every page of a list, in both ways. */
async function readAll(story: Story, client: ServiceClient): Promise<void> {
  const first = () => client.search.tracks("", 0, { limit: 20 });
  await story.step("page through the catalogue", async () => {
    const titles = await Array.fromAsync(client.paginateItems(first, { prefetch: true }), ({ title }) => title);
    const all = await client.fetchAll(first);
    expect(titles.length === all.length && all.length > 20, `${titles.length} tracks one way, ${all.length} the other`);
    return all;
  }, ({ length }) => `${length} tracks`);
}

/** Lets the token expire, and revokes the app's access. */
async function leave(story: Story, client: ServiceClient, sandbox: Sandbox, user: ServiceUser): Promise<void> {
  const old = client.accessToken;
  sandbox.clock.advance((sandbox.config.tokenTtlSeconds + 1) * 1000);
  await story.step("continue after the token expired", () => client.me.getMe(), ({ urn }) => {
    expect(urn === user.urn && client.accessToken !== old, "the token was not refreshed");
    return "refreshed automatically";
  });
  const token = client.accessToken ?? "";
  await story.step("disconnect the app", async () => {
    await client.auth.disconnect();
    expect(client.accessToken === undefined, "the client still has a token");
    return await client.me.getMe({ token }).catch((error: unknown) => error);
  }, (error) => {
    expect(error instanceof ServiceError && error.isUnauthorized, "the token still works");
    return "every token is refused";
  });
}

if (import.meta.main) {
  const story = new Story();
  using sandbox = createSandbox({ config: { transcodeDelayMs: 500 } });
  await using server = await sandbox.serve();
  console.log(`A sandbox is listening on ${server.url}.`);
  const client = new ServiceClient({ ...server.clientConfig, autoRefresh: true });
  const track = await listen(story, client);
  const user = await signIn(story, client);
  await react(story, client, await publish(story, client), track);
  await readAll(story, client);
  await leave(story, client, sandbox, user);
  story.end();
}
