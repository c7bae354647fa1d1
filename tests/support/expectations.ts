/**
 * What each operation has to send: facts taken from the service's OpenAPI document and from what is known of the
 * service beyond it, in operations.json.
 *
 * @module
 */
import facts from "./operations.json" with { type: "json" };

/** One request, and what the test's server answers it with. */
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

/** One call of an operation. */
export interface Call {
  /** Arguments of the client's method, without the options. */
  args: unknown[];
  /** Arguments of the standalone function; where they aren't given, the token and those of the method. */
  standalone: unknown[] | undefined;
  options: Record<string, unknown>;
  exchanges: Exchange[];
  result: unknown;
}

/** An operation by the name of its group and its own. */
export interface Expectation {
  name: string;
  /** Its name outside of its group. */
  flat: string | undefined;
  /** The service's name for what it calls. */
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

/** What operations call beyond that document, and why. */
export const BEYOND: Readonly<Record<string, string>> = facts.beyond;

/** Exports of the groups that send nothing. */
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

/** The expectations, for a service at an address. */
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
