/** Watching the sandbox, whose clock runs ahead and whose answers go wrong: over 10,000 events, four sources. */
import { ServiceClient, type WatchEvent, type WatchSource } from "@tonearm/client";
import { createSandbox, type Sandbox, type WorldData } from "@tonearm/sandbox";
import { assert, assertEquals } from "@std/assert";
import { runTrial, seededRandom } from "../support/watch/watched.ts";

const EVENTS = 2100;
const TRACKS = 7;
const PEOPLE = 40;

/** Adds or removes the item with a number. */
type Change = (n: number) => Promise<unknown>;

/** A sandbox, the client of its artist, and clients of other users. */
interface WatchFixture {
  readonly sandbox: Sandbox;
  readonly client: ServiceClient;
  as(user: string): ServiceClient;
}

function watchFixture(): WatchFixture {
  const people = Array.from({ length: PEOPLE }, (_, i) => ({ permalink: `person-${i}` }));
  const tracks = Array.from(
    { length: TRACKS },
    (_, i) => ({ title: `Song ${i}`, permalink: `song-${i}`, user: "ann" }),
  );
  const first = people.slice(0, 30).map(({ permalink }) => ({ permalink, likes: tracks.map((one) => one.permalink) }));
  const data: WorldData = {
    empty: true,
    users: [{ permalink: "ann", follows: ["bob"] }, ...first.map((one) => ({ ...one, follows: ["ann"] })), {
      permalink: "bob",
      follows: people.map(({ permalink }) => permalink),
    }, ...people.slice(30)],
    tracks,
    comments: tracks.flatMap(({ permalink }) => [{ track: permalink, user: "bob", body: "0" }]),
  };
  const sandbox = createSandbox(data);
  const as = (user: string) => {
    const client = new ServiceClient(sandbox.clientConfig);
    client.setToken(sandbox.issueTokens(user).access_token);
    return client;
  };
  return { sandbox, as, client: as("ann") };
}

/** Faults that affect one poll. */
const FAULTS: readonly ((sandbox: Sandbox) => unknown)[] = [
  ({ faults }) => faults.add("page_shift"),
  ({ faults }) => faults.add("cursor_loop"),
  ({ faults }) => faults.add({ status: 429, headers: { "retry-after": "40" }, times: 1, match: { nth: 2 } }),
  ({ faults }) => faults.add({ status: 429, body: "Please slow down.\n", probability: 0.3 }),
  ({ faults }) => faults.add({ status: 503, body: "upstream connect error", probability: 0.3 }),
  ({ faults }) => faults.add("quota_403", { times: 1 }),
  ({ faults }) => faults.add("error_in_200", { times: 1 }),
  ({ faults }) => faults.add("truncated_body", { times: 1 }),
  ({ faults }) => faults.add("next_href_internal_host"),
  ({ faults }) => faults.add("next_href_drops_params"),
  ({ faults }) => faults.add("activities_bad_cursor"),
  ({ faults }) => faults.add("zero_counts"),
];

interface Scenario {
  readonly source: WatchSource;
  /** Returns functions that add an item to the source, and remove one. */
  changesOf(fixture: WatchFixture, random: () => number): { add: Change; remove?: Change };
  name(event: WatchEvent): string;
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  followers: {
    source: "followers",
    changesOf: ({ sandbox, as }) => ({
      add: (n) => sandbox.control.data.add({ users: [{ permalink: `fan-${n}`, follows: ["ann"] }] }),
      remove: async (n) => await as(`fan-${n}`).me.unfollow("soundcloud:users:1"),
    }),
    name: (event) => event.type === "follower" ? event.user.permalink.slice(4) : "",
  },
  likes: {
    source: "likes",
    changesOf: ({ sandbox, as }) => ({
      add: (n) => sandbox.control.data.add({ users: [{ permalink: `fan-${n}`, likes: [`ann/song-${n % TRACKS}`] }] }),
      remove: async (n) => void await as(`fan-${n}`).likes.unlikeTrack(1 + n % TRACKS),
    }),
    name: (event) => event.type === "like" ? event.user.permalink.slice(4) : "",
  },
  comments: {
    source: "comments",
    changesOf: ({ sandbox }) => ({
      add: (n) =>
        sandbox.control.data.add({
          comments: [{ track: `ann/song-${n % TRACKS}`, user: `person-${n % PEOPLE}`, body: `${n}` }],
        }),
    }),
    name: (event) => event.type === "comment" ? event.comment.body : "",
  },
  activities: {
    source: "activities",
    changesOf: ({ sandbox, as }) => ({
      add: (n) => sandbox.control.data.add({ tracks: [{ title: `${n}`, permalink: `post-${n}`, user: "bob" }] }),
      remove: async (n) => {
        const found = await as("bob").resolve.resolveUrl(`https://soundcloud.com/bob/post-${n}`);
        await as("bob").tracks.delete((found as { urn: string }).urn);
      },
    }),
    name: (event) => event.type === "activity" ? event.activity.origin?.title ?? "" : "",
  },
  "the tracks of an artist": {
    source: { tracksOf: 1 },
    changesOf: ({ sandbox, client }) => ({
      add: (n) => sandbox.control.data.add({ tracks: [{ title: `${n}`, permalink: `new-${n}`, user: "ann" }] }),
      remove: async (n) => {
        const found = await client.resolve.resolveUrl(`https://soundcloud.com/ann/new-${n}`);
        await client.tracks.delete((found as { urn: string }).urn);
      },
    }),
    name: (event) => event.type === "track" ? event.track.title : "",
  },
};

for (const [what, { source, changesOf, name }] of Object.entries(SCENARIOS)) {
  Deno.test(`watch() yields each of ${EVENTS} events of ${what} once, whatever the sandbox does`, async () => {
    const fixture = watchFixture();
    using sandbox = fixture.sandbox;
    const random = seededRandom(3);
    const { add, remove } = changesOf(fixture, random);
    const expected: string[] = [];
    const outcome = await runTrial({
      client: fixture.client,
      source,
      random,
      options: { pageSize: 25 },
      name,
      change: async (waitMs, done) => {
        sandbox.faults.clear();
        sandbox.clock.advance(waitMs);
        fixture.client.setToken(sandbox.issueTokens("ann").access_token);
        const burst = random() < 0.3 ? 0 : Math.floor(random() ** 3 * 150);
        for (let i = 0; i < burst; i++) {
          await add(expected.length);
          expected.push(`${expected.length}`);
        }
        const recent = [...done].slice(-60);
        for (const n of recent) if (remove && random() < 0.03) await remove(Number(n)).catch(() => {});
        if (random() < 0.5) FAULTS[Math.floor(random() * FAULTS.length)]?.(sandbox);
        if (expected.length < EVENTS) return true;
        sandbox.faults.clear();
        return false;
      },
    });
    const order = (a: string, b: string) => Number(a) - Number(b);
    assertEquals(outcome.done.toSorted(order), expected);
    if (!["comments", "likes"].includes(String(source))) assertEquals(outcome.done, expected);
    assert(outcome.crashes > 3 && outcome.retries > 10, JSON.stringify({ ...outcome, done: 0 }));
  });
}
