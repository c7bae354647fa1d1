import type { Call } from "../http/call.ts";
import { eachResource, readText, reshape, reshapeList, reshapeNext, type Resource, rewriteText } from "./reshape.ts";
import { bare, enveloped } from "./bodies.ts";
import type { FaultContext, FaultDefinitions } from "./rule.ts";

const GET = { method: "GET" };
const STALE_MS = 60_000;
const FICKLE = ["permalink_url", "genre", "waveform_url", "avatar_url", "full_name", "plan", "set_type", "label_name"];

const UNDECODED = {
  code: 200,
  message: "unable to decode response",
  link: "https://developers.soundcloud.com/docs/api/explorer/open-api",
  status: "200 - unable to decode response",
  errors: [],
  error: null,
};

function changeResources(change: (resource: Resource) => void): (reply: Response) => Promise<Response> {
  return (reply) => reshape(reply, (value) => eachResource(value, change));
}

function zero(kind: string, ...fields: readonly string[]): (resource: Resource) => void {
  return (resource) => {
    if (resource.kind !== kind) return;
    for (const field of fields.filter((field) => field in resource)) resource[field] = 0;
  };
}

function emptyAddresses(resource: Resource): void {
  for (const [field, value] of Object.entries(resource)) {
    if (field.endsWith("_url") && value === null) resource[field] = "";
  }
}

function addFields(resource: Resource): void {
  resource.experimental = true;
  resource.policy_hints = { tier: 3, labels: ["new"] };
}

function loseFields(resource: Resource): void {
  for (const field of FICKLE) delete resource[field];
}

async function anotherUsersTracks({ call, ask }: FaultContext): Promise<Request> {
  const { request, url, world } = call;
  const me = await ask(new Request(new URL("/me", url), { headers: request.headers }));
  const caller = JSON.parse(await readText(me)) as { urn?: string };
  const sql = "SELECT id FROM users WHERE track_count > 0 AND 'soundcloud:users:' || id <> ? ORDER BY id LIMIT 1";
  const other = world.db.get<{ id: number }>(sql, caller.urn ?? "");
  if (other === undefined) return request;
  return new Request(new URL(`/users/soundcloud:users:${other.id}/tracks${url.search}`, url), request);
}

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

function staleList(reply: Response, { call, memory }: FaultContext): Promise<Response> {
  const key = `${call.url.pathname}${call.url.search} ${call.request.headers.get("authorization") ?? ""}`;
  return rewriteText(reply, (text) => {
    const kept = memory.get(key);
    if (kept === undefined) memory.set(key, text);
    return kept ?? text;
  });
}

function withoutCreatedAt({ call }: FaultContext): Request {
  const url = new URL(call.url);
  for (const name of [...url.searchParams.keys()]) if (name.startsWith("created_at")) url.searchParams.delete(name);
  return new Request(url, call.request);
}

export const dataFaults: FaultDefinitions = {
  error_in_200: { rule: { match: GET }, answer: ({ call }) => bare(call, 200, UNDECODED) },
  cross_user_cache: { rule: { match: { method: "GET", path: "/me/tracks" } }, request: anotherUsersTracks },
  stale_search_cache: {
    rule: { match: GET },
    applies: ({ path, url }) => /^\/(tracks|users|playlists)$/.test(path) && url.searchParams.has("q"),
    change: staleSearch,
  },
  cache_ignores_created_at: { rule: { match: { method: "GET", path: "/tracks" } }, request: withoutCreatedAt },
  stale_lists: {
    rule: { match: GET },
    applies: ({ path }) => /\/(followers|followings|reposters|favoriters)$/.test(path),
    change: staleList,
  },
  zero_counts: { rule: { match: GET }, change: changeResources(zero("user", "followers_count", "followings_count")) },
  track_count_zero: { rule: { match: GET }, change: changeResources(zero("playlist", "track_count")) },
  duration_zero: { rule: { match: GET }, change: changeResources(zero("track", "duration")) },
  empty_string_urls: { rule: { match: GET }, change: changeResources(emptyAddresses) },
  extra_fields: { rule: { match: GET }, change: changeResources(addFields) },
  missing_fields: { rule: { match: GET }, change: changeResources(loseFields) },
};

const INTERNAL_HOST = "https://http.api.prod.api-public.srv.db.s-cloud.net";
const OWN_PARAMETERS = /^(?:cursor|limit|linked_partitioning|offset|page_size|q)$/;
const BAD_CURSOR = "10";

function dropParameters(next: URL): string {
  for (const name of [...next.searchParams.keys()]) if (!OWN_PARAMETERS.test(name)) next.searchParams.delete(name);
  return next.href;
}

function spoilCursor(next: URL): string {
  next.searchParams.set("cursor", BAD_CURSOR);
  return next.href;
}

/** Simulates an item added at the top meanwhile: each page begins with the last item of the previous page. */
function shift(reply: Response, { call, memory }: FaultContext): Promise<Response> {
  const { pathname, searchParams } = call.url;
  const isFirst = !searchParams.has("cursor") && !Number(searchParams.get("offset"));
  const before = memory.get(pathname);
  return reshapeList(reply, (items) => {
    const last = items.at(-1);
    if (last !== undefined) memory.set(pathname, JSON.stringify(last));
    return isFirst || before === undefined || items.length === 0 ? items : [JSON.parse(before), ...items.slice(0, -1)];
  });
}

export const pagingFaults: FaultDefinitions = {
  cursor_loop: {
    rule: { match: GET },
    change: (reply, { call }) =>
      reshapeNext(reply, (next) => {
        next.search = call.url.search;
        return next.href;
      }),
  },
  next_href_internal_host: {
    rule: { match: GET },
    // Internal hosts have no namespaces.
    change: (reply) =>
      reshapeNext(reply, ({ pathname, search }) => `${INTERNAL_HOST}${pathname.replace(/^\/~[^/]+/, "")}${search}`),
  },
  next_href_drops_params: { rule: { match: GET }, change: (reply) => reshapeNext(reply, dropParameters) },
  activities_bad_cursor: {
    rule: { match: GET },
    applies: ({ path }) => /^\/me\/(activities|feed)/.test(path),
    answer: ({ call }) =>
      call.url.searchParams.get("cursor") === BAD_CURSOR
        ? enveloped(call, 400, "Cursor is not a valid UUID")
        : undefined,
    change: (reply) => reshapeNext(reply, spoilCursor),
  },
  page_shift: { rule: { match: GET }, change: shift },
};

const BATCH = { method: "GET", path: "/tracks" };
const FEW = 10;

function asked({ url }: Call): number {
  return (url.searchParams.get("urns") ?? url.searchParams.get("ids") ?? "").split(",").filter((id) => id !== "")
    .length;
}

function withoutCors(reply: Response): Response {
  for (const name of [...reply.headers.keys()]) if (name.startsWith("access-control-")) reply.headers.delete(name);
  return reply;
}

const SUBSCRIPTION = "An active Pro Unlimited subscription is required for this action";

export const writeFaults: FaultDefinitions = {
  needs_subscription: {
    rule: {},
    applies: ({ request, path }) =>
      request.method !== "GET" && /^\/(?:likes|reposts|me\/followings)\/|\/comments$/.test(path),
    answer: ({ call }) => enveloped(call, 403, SUBSCRIPTION),
  },
  batch_drops_one: {
    rule: { match: BATCH },
    applies: (call) => asked(call) > 0,
    change: (reply) => reshapeList(reply, (items) => items.slice(0, -1)),
  },
  batch_under_10_empty: {
    rule: { match: BATCH },
    applies: (call) => asked(call) > 0 && asked(call) < FEW,
    change: (reply) => reshapeList(reply, () => []),
  },
  cors_missing: { rule: {}, change: withoutCors },
  cors_missing_on_error: { rule: {}, change: (reply) => reply.status >= 400 ? withoutCors(reply) : reply },
};
