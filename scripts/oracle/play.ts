/**
 * Plays calls, and records what their replies look like.
 *
 * @module
 */
import type { Caller, OracleCall } from "./calls.ts";
import { type Facts, factsOf } from "./facts.ts";

/** A recorded reply, without any value of it. */
export interface Cassette {
  /** Who asked what, as the list of calls has it: `app GET /tracks/{track}`. */
  readonly call: string;
  readonly facts: Facts;
}

/** Somebody who answers. */
export interface Host {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  /** Access tokens; without one, the calls of that caller are left out. */
  readonly tokens: Readonly<Partial<Record<Caller, string>>>;
  /** Told the name of each call before it is made. */
  readonly onCall?: (call: string) => void;
}

/** What is known of things that replies have named. */
type Taken = Map<string, Readonly<Record<string, unknown>>>;

function fill(path: string, taken: Taken): string | undefined {
  let isWhole = true;
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const { urn } = taken.get(name) ?? {};
    isWhole &&= typeof urn === "string";
    return String(urn);
  });
  return isWhole ? filled : undefined;
}

/** The first thing of a list, or the thing itself. */
function firstOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const body = JSON.parse(text);
    const [first] = Array.isArray(body) ? body : body.collection ?? [body];
    return typeof first === "object" && first !== null ? first : undefined;
  } catch {
    return undefined;
  }
}

function nameOf({ as, request }: OracleCall): string {
  return `${as} ${request}`;
}

/** Whether the account has it so already, which undoing would end. */
function isAlready({ request, unless }: OracleCall, taken: Taken): boolean {
  const [, name = ""] = /\{(\w+)\}/.exec(request) ?? [];
  return unless !== undefined && taken.get(name)?.[unless] === true;
}

async function send(host: Host, { as, request, body }: OracleCall, path: string): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json; charset=utf-8", "user-agent": "tonearm-oracle" };
  const token = host.tokens[as];
  if (token !== undefined) headers.authorization = `OAuth ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const { fetch: ask } = host;
  return await ask(host.baseUrl + path, {
    method: request.split(" ")[0] ?? "GET",
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(30_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/**
 * Plays calls one after the other. A call that names what no reply brought is left out, and so are those of a caller
 * that the host has no token for.
 *
 * @param host Who answers.
 * @param calls The calls.
 * @returns A cassette for each call that was made.
 */
export async function play(host: Host, calls: readonly OracleCall[]): Promise<Cassette[]> {
  const cassettes: Cassette[] = [];
  const taken: Taken = new Map();
  for (const call of calls) {
    const path = fill(call.request.split(" ")[1] ?? "", taken);
    const isPossible = call.as === "nobody" || host.tokens[call.as] !== undefined;
    if (path === undefined || !isPossible || isAlready(call, taken)) continue;
    host.onCall?.(nameOf(call));
    try {
      const reply = await send(host, call, path);
      const text = await reply.text();
      const first = reply.ok ? firstOf(text) : undefined;
      if (call.take !== undefined && first !== undefined) taken.set(call.take, first);
      cassettes.push({ call: nameOf(call), facts: factsOf(reply, text) });
    } catch {
      // What was written has to be undone, whatever becomes of a call between.
      cassettes.push({ call: nameOf(call), facts: { status: "no reply" } });
    }
  }
  return cassettes;
}
