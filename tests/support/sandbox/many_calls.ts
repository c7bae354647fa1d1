// Two thousand calls of every operation, as an app and as a user: with valid, extreme, out-of-range and nonsensical
// values.
import type { Sandbox, SandboxOptions } from "@tonearm/sandbox";
import { type Documented, OPERATIONS, parameterName } from "../../../sandbox/document/operations.ts";
import { Random } from "../../../sandbox/base/random.ts";

const EACH = 30;

/** Ids by path parameter: the user's own, other users', unknown, of another kind, missing. */
const IDS: Readonly<Record<string, readonly string[]>> = {
  track_urn: "1001 soundcloud:tracks:1184 soundcloud%3Atracks%3A1010 999999 soundcloud:users:1 x -1".split(" "),
  playlist_urn: ["101", "soundcloud:playlists:119", "soundcloud:system-playlists:track-stations:1001", "9", "%20"],
  user_urn: ["1", "soundcloud:users:2", "9", "999999", "soundcloud:tracks:1001", "1.5"],
  following_urn: ["2", "soundcloud:users:6", "999999"],
  follower_urn: ["2", "soundcloud:users:16", "999999"],
  id: ["track-stations:1001", "soundcloud:system-playlists:artist-stations:1", "track-stations:9", "charts:1", "7"],
};

/** Values by query parameter: usual, extreme, out of range, and nonsensical. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  limit: ["1", "3", "10", "200", "201", "0", "-1", "1.5", "x", ""],
  offset: ["0", "1", "5", "1000", "-1", "x"],
  linked_partitioning: ["true", "false", "1", "x"],
  access: ["playable", "preview", "playable,preview,blocked", "blocked", "none", ""],
  show_tracks: ["true", "false", "x"],
  sort: ["asc", "desc", "sideways"],
  q: ["lofi", "a", "", "nothing at all here", "%00", "\u{1f3b5}"],
  urns: ["soundcloud:tracks:1001,soundcloud:tracks:1003", "soundcloud:users:1", "x", ""],
  genres: ["Pop", "Pop,House", ""],
  tags: ["vinyl", "geo:lat=43.555"],
  "bpm[from]": ["60", "x", "-5"],
  "duration[to]": ["60000", "x"],
  "created_at[from]": ["2022-01-01 00:00:00", "yesterday"],
  secret_token: ["s-abc", ""],
  url: ["https://soundcloud.com/night-ferry", "https://soundcloud.com/discover/sets/track-stations:1001", "x", ""],
  cursor: ["1", "x", ""],
};

/** Bodies by schema: valid ones, and some with missing or wrong fields. */
const BODIES: Readonly<Record<string, readonly unknown[]>> = {
  TrackUpdate: [{ track: { title: "New", tag_list: "a b:c=d" } }, { track: { title: "" } }, { track: 1 }, {}, []],
  StorefrontUpdate: [
    { title: "Buy", type: "vinyl", link: "https://shop.example" },
    { title: "Buy", type: "house", link: "x" },
    { storefront: {} },
  ],
  NewComment: [{ comment: { body: "Nice", timestamp: 1500 } }, { comment: { body: "", timestamp: "x" } }, {}],
  PlaylistUpdate: [
    { playlist: { title: "Mine", set_type: "playlist", tracks: [{ urn: "soundcloud:tracks:1001" }] } },
    { playlist: { title: "Album", set_type: "album" } },
    { playlist: { title: "Bad", tracks: [{ urn: "soundcloud:tracks:999999" }] } },
    { playlist: {} },
    null,
  ],
};

/** A call and the sandbox's reply. */
export interface CallRecord {
  /** The operation, as the document names it. */
  readonly operation: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly init: RequestInit;
  readonly reply: Response;
  readonly text: string;
}

type Request = Pick<CallRecord, "method" | "path" | "init">;

const RANGES: Readonly<Record<string, string>> = {
  bpm: "bpm[from]",
  duration: "duration[to]",
  created_at: "created_at[from]",
};

function randomRequest(random: Random, { operation, parameters: rows, body, form }: Documented): Request {
  const query = rows.map(parameterName);
  const [method = "", template = ""] = operation.split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_, name) => random.pick(IDS[name] ?? ["1"]));
  const parameters = new URLSearchParams();
  for (const name of [...query.map((name) => RANGES[name] ?? name), "cursor"]) {
    if (random.chance(0.5)) parameters.set(name, random.pick(VALUES[name] ?? [""]));
  }
  // Most lists are short, because a list of 200 items takes longer to check than to create.
  if (query.includes("limit") && random.chance(0.7)) parameters.set("limit", random.pick(["1", "2", "5"]));
  const search = parameters.size > 0 && random.chance(0.8) ? `?${parameters}` : "";
  return { method, path: path + search, init: { method, ...bodyOf(random, body, form) } };
}

function bodyOf(random: Random, body: string | undefined, form: string | undefined): RequestInit {
  if (form === "TrackForm") {
    const fields = new FormData();
    if (random.chance(0.8)) fields.set("track[title]", "Mine");
    fields.set("track[asset_data]", new Blob(["no sound"]), "mine.wav");
    return { body: fields };
  }
  if (body === undefined) return {};
  const text = random.chance(0.1) ? "{" : JSON.stringify(random.pick(BODIES[body] ?? [{}]));
  return { body: text, headers: { "content-type": "application/json" } };
}

async function call(sandbox: Sandbox, token: string, { path, init }: Request): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `OAuth ${token}`);
  return await sandbox.fetch(sandbox.clientConfig.baseUrl + path, { ...init, headers, redirect: "manual" });
}

/** Performs the calls on a new sandbox, and closes it; they are the same in each run. */
export async function* manyCalls(sandbox: Sandbox, each: number = EACH): AsyncGenerator<CallRecord> {
  const random = new Random("many calls");
  using _ = sandbox;
  for (const documented of OPERATIONS) {
    for (let i = 0; i < each; i++) {
      const user = random.pick([1, 1, 7, 9, null]);
      const request = randomRequest(random, documented);
      const reply = await call(sandbox, sandbox.issueTokens(user).access_token, request);
      yield { operation: documented.operation, ...request, reply, text: await reply.text() };
    }
  }
}

const START = "2026-01-01T00:00:00Z";

/** A world in which the calls of {@linkcode replyLines} have the same replies everywhere. */
export const REPEATABLE: SandboxOptions = {
  clock: START,
  config: { playsLimit: 1e9, spamThreshold: 1e9, transcodeDelayMs: 0 },
};

/** The replies to seven calls of each operation, with every header and byte: a text for each. */
export async function replyLines(sandbox: Sandbox): Promise<string[]> {
  const lines: string[] = [];
  sandbox.clock.freeze();
  sandbox.clock.set(START);
  for await (const { method, path, reply: { status, headers }, text } of manyCalls(sandbox, 7)) {
    lines.push(`${method} ${path}\n${status} ${JSON.stringify([...headers])}\n${text}`);
  }
  return lines;
}
