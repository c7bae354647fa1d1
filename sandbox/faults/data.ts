import type { Call } from "../http/call.ts";
import { eachThing, readText, reshape, rewriteText, type Thing } from "./reshape.ts";
import { bare } from "./bodies.ts";
import type { FaultContext, FaultDefinitions } from "./rule.ts";

const GET = { method: "GET" };
const STALE_MS = 60_000;
/** The fields that `missing_fields` removes from users, tracks and playlists. */
const FICKLE = ["permalink_url", "genre", "waveform_url", "avatar_url", "full_name", "plan", "set_type", "label_name"];

const UNDECODED = {
  code: 200,
  message: "unable to decode response",
  link: "https://developers.soundcloud.com/docs/api/explorer/open-api",
  status: "200 - unable to decode response",
  errors: [],
  error: null,
};

/** Returns a function that changes every resource of a reply. */
function changeThings(change: (thing: Thing) => void): (reply: Response) => Promise<Response> {
  return (reply) => reshape(reply, (value) => eachThing(value, change));
}

/** Returns a function that sets counts of resources of a kind to zero, if they have them. */
function zero(kind: string, ...fields: readonly string[]): (thing: Thing) => void {
  return (thing) => {
    if (thing.kind !== kind) return;
    for (const field of fields.filter((field) => field in thing)) thing[field] = 0;
  };
}

function emptyAddresses(thing: Thing): void {
  for (const [field, value] of Object.entries(thing)) {
    if (field.endsWith("_url") && value === null) thing[field] = "";
  }
}

function addFields(thing: Thing): void {
  thing.experimental = true;
  thing.policy_hints = { tier: 3, labels: ["new"] };
}

function loseFields(thing: Thing): void {
  for (const field of FICKLE) delete thing[field];
}

function tokenOf({ request }: Call): string {
  return request.headers.get("authorization") ?? "";
}

/** Requests the same list of another user who has tracks. */
async function anotherUsersTracks({ call, ask }: FaultContext): Promise<Request> {
  const { request, url, world } = call;
  const me = await ask(new Request(new URL("/me", url), { headers: request.headers }));
  const caller = JSON.parse(await readText(me)) as { urn?: string };
  const other = world.db.get<{ id: number }>(
    "SELECT id FROM users WHERE track_count > 0 AND 'soundcloud:users:' || id <> ? ORDER BY id LIMIT 1",
    caller.urn ?? "",
  );
  if (other === undefined) return request;
  return new Request(new URL(`/users/soundcloud:users:${other.id}/tracks${url.search}`, url), request);
}

/** Repeats the first search result for a minute, whatever the query. */
function staleSearch(reply: Response, { call, memory }: FaultContext): Promise<Response> {
  const now = call.world.clock.now();
  const kept = memory.get(call.path);
  const until = Number(memory.get(`${call.path} until`));
  return rewriteText(reply, (text) => {
    if (kept !== undefined && now < until) return kept;
    memory.set(call.path, text);
    memory.set(`${call.path} until`, String(now + STALE_MS));
    return text;
  });
}

/** Repeats the first reply of a list while the fault is on. */
function staleList(reply: Response, { call, memory }: FaultContext): Promise<Response> {
  const key = `${call.url.pathname}${call.url.search} ${tokenOf(call)}`;
  return rewriteText(reply, (text) => {
    const kept = memory.get(key);
    if (kept === undefined) memory.set(key, text);
    return kept ?? text;
  });
}

function withoutCreatedAt({ call }: FaultContext): Request {
  const url = new URL(call.url);
  for (const name of [...url.searchParams.keys()]) {
    if (name.startsWith("created_at")) url.searchParams.delete(name);
  }
  return new Request(url, call.request);
}

/** Faults of the data. */
export const dataFaults: FaultDefinitions = {
  error_in_200: {
    rule: { match: GET },
    answer: ({ call }) => bare(call, 200, UNDECODED),
  },
  cross_user_cache: {
    rule: { match: { method: "GET", path: "/me/tracks" } },
    request: anotherUsersTracks,
  },
  stale_search_cache: {
    rule: { match: GET },
    applies: ({ path, url }) => /^\/(tracks|users|playlists)$/.test(path) && url.searchParams.has("q"),
    change: staleSearch,
  },
  cache_ignores_created_at: {
    rule: { match: { method: "GET", path: "/tracks" } },
    request: withoutCreatedAt,
  },
  stale_lists: {
    rule: { match: GET },
    applies: ({ path }) => /\/(followers|followings|reposters|favoriters)$/.test(path),
    change: staleList,
  },
  zero_counts: {
    rule: { match: GET },
    change: changeThings(zero("user", "followers_count", "followings_count")),
  },
  track_count_zero: {
    rule: { match: GET },
    change: changeThings(zero("playlist", "track_count")),
  },
  duration_zero: {
    rule: { match: GET },
    change: changeThings(zero("track", "duration")),
  },
  empty_string_urls: {
    rule: { match: GET },
    change: changeThings(emptyAddresses),
  },
  extra_fields: {
    rule: { match: GET },
    change: changeThings(addFields),
  },
  missing_fields: {
    rule: { match: GET },
    change: changeThings(loseFields),
  },
};
