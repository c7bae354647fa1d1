import facts from "./operations.json" with { type: "json" };

// The requests that each operation must send, from the service's OpenAPI document and other known facts, in
// operations.json.

/** A request and its reply. */
export interface Exchange {
  method: string;
  path: string;
  query: Record<string, string>;
  /** Headers beyond those of every request. */
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string | File>;
  urlencoded?: Record<string, string>;
  status?: number;
  reply?: unknown;
  location?: string;
}

/** A call of an operation. */
export interface Call {
  /** Arguments of the client's method, without the options. */
  args: unknown[];
  /** Arguments of the standalone function. Default: the token and the arguments of the method. */
  standalone: unknown[] | undefined;
  options: Record<string, unknown>;
  exchanges: Exchange[];
  result: unknown;
}

/** An operation, by the name of its group and its own. */
export interface Expectation {
  name: string;
  /** The name outside of its group. */
  flat: string | undefined;
  /** The service's name of the endpoint. */
  endpoint: string;
  calls: Call[];
}

type Kind = "object" | "page" | "list" | "redirect" | "empty";

interface Row {
  flat?: string;
  endpoint: string;
  reply?: Kind;
  result?: "collection" | "page" | "nothing" | "true";
  calls: (Partial<Omit<Call, "exchanges">> & Partial<Exchange> & { exchanges?: Exchange[] })[];
}

/** Every endpoint of the service's OpenAPI document. */
export const ENDPOINTS: readonly string[] = facts.endpoints;

/** The endpoints outside that document, with the reason. */
export const UNDOCUMENTED: Readonly<Record<string, string>> = facts.beyond;

/** Exports of the groups that send no request. */
export const LOCAL: readonly string[] = facts.local;

const ITEM = { urn: "soundcloud:things:1", more: null };
const LOCATION = "https://media.invalid/tone.m3u8?Policy=x";
const REPLIES: Record<Kind, Partial<Exchange>> = {
  object: { reply: ITEM },
  page: { reply: { collection: [ITEM], next_href: null } },
  list: { reply: [ITEM] },
  redirect: { status: 302, location: LOCATION },
  empty: {},
};

/** Returns the expectations for a service at a URL. */
export function expectations(base: string): Expectation[] {
  const rows: Record<string, Row> = JSON.parse(JSON.stringify(facts.operations).replaceAll("$base", base), revive);
  return Object.entries(rows).map(([name, row]) => ({
    name,
    flat: row.flat,
    endpoint: row.endpoint,
    calls: row.calls.map((call) => expand(row, call)),
  }));
}

function expand(row: Row, call: Row["calls"][number]): Call {
  const { args = [], standalone, options = {}, exchanges, result, ...exchange } = call;
  const one = { method: row.endpoint.split(" ")[0]!, ...REPLIES[row.reply ?? "empty"], ...exchange };
  return {
    args: args.map((value) => value ?? undefined),
    standalone,
    options,
    exchanges: (exchanges ?? [one as Exchange]).map((item) => ({ ...item, query: item.query ?? {} })),
    result: result ?? resultOf(row, one),
  };
}

function resultOf({ result }: Row, { reply, location }: Partial<Exchange>): unknown {
  if (result === "nothing") return undefined;
  if (result === "true") return true;
  if (result === "collection") return (reply as { collection: unknown }).collection;
  return result === "page" ? { collection: reply } : location ?? reply;
}

function revive(_: string, value: unknown): unknown {
  const { $file, $date, name, type } = (value ?? {}) as Record<string, string>;
  if ($file) return new File([$file], name!, { type: type! });
  return $date ? new Date($date) : value;
}

/** The operations of the library that a command sends: a command line, and the request that it must send. */
export const COMMANDS: Readonly<Record<string, readonly [line: string, request: string]>> = Object.fromEntries(
  Object.entries(facts.operations).flatMap(([name, row]) =>
    "command" in row ? [[name, row.command as [string, string]] as const] : []
  ),
);

/** The groups of operations, but for `auth`. */
export const GROUPS = [
  "likes",
  "me",
  "playlists",
  "reposts",
  "resolve",
  "search",
  "systemPlaylists",
  "tracks",
  "users",
] as const;

/** The arguments of operations, where they aren't one id. */
export const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  "me.getConnections": [],
  "me.getMe": [],
  "me.getTracks": [],
  "playlists.addTracks": [1, [2]],
  "playlists.create": [{ title: "a" }],
  "playlists.moveTrack": [1, 2, 0],
  "playlists.removeTracks": [1, [2]],
  "playlists.update": [1, { title: "a" }],
  "resolve.resolveUrl": ["https://soundcloud.com/a"],
  "tracks.createComment": [1, "a"],
  "tracks.getTracks": [[1]],
  "tracks.update": [1, { title: "a" }],
  "tracks.updateStorefront": [1, { title: "a", type: "vinyl", link: "https://shop.example" }],
  "tracks.upload": [{ title: "a", asset_data: new Blob(["x"]) }],
  "users.getFollowing": [1, 2],
};

/** Returns the operations of a client, or of the library's modules: `group.name`, sorted. */
export function operationNames(source: object): string[] {
  const groups = source as Readonly<Record<string, object>>;
  return ["auth", ...GROUPS].flatMap((group) => Object.keys(groups[group]!).map((name) => `${group}.${name}`)).sort();
}
