// Plays calls, and records the shapes of their replies.
import { type Caller, type Condition, nameOf, type OracleCall } from "./calls.ts";
import { type Facts, factsOf, parse } from "./facts.ts";

/** A recorded reply, without its values. */
export interface Cassette {
  /** The name of the call: `app GET /tracks/{track}`. */
  readonly call: string;
  readonly facts: Facts;
}

/** A service that answers calls. */
export interface Host {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  /** Access tokens; without one, the calls of that caller are left out. */
  readonly tokens: Readonly<Partial<Record<Caller, string>>>;
  /** Called with the name of each call before it is made. */
  readonly onCall?: (call: string) => void;
}

/** The results of earlier calls. */
class Played {
  /** Items from replies, by name. */
  readonly taken = new Map<string, Readonly<Record<string, unknown>>>();
  /** Replies by the name of the call; null where there was none. */
  readonly replies = new Map<string, { readonly status: number; readonly text: string } | null>();

  /** Replaces placeholders; undefined if a value is missing. */
  fill(text: string): string | undefined {
    let isWhole = true;
    const filled = text.replace(/\{(\w+)\}/g, (_, name) => {
      const urn = this.#urnOf(name);
      isWhole &&= urn !== undefined;
      return urn ?? "";
    });
    return isWhole ? filled : undefined;
  }

  /** Whether a call may be made. */
  allows(only: Condition): boolean {
    if ("thing" in only) return this.taken.get(only.thing)?.[only.isnt] !== true;
    if ("made" in only) return this.replies.has(only.made);
    if ("answered" in only) return this.replies.get(only.answered)?.status === only.status;
    return this.#isWholeWithout(this.replies.get(only.list)?.text, this.#urnOf(only.lacks));
  }

  #urnOf(name: string): string | undefined {
    const { urn } = this.taken.get(name) ?? {};
    return typeof urn === "string" ? urn : undefined;
  }

  #isWholeWithout(text: string | undefined, urn: string | undefined): boolean {
    const { collection, next_href: next } = (parse(text ?? "") ?? {}) as { collection?: unknown; next_href?: unknown };
    if (!Array.isArray(collection) || next || urn === undefined) return false;
    return !collection.some((item) => item?.urn === urn);
  }
}

/** The first item of a list, or the object itself. */
function firstOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const body = parse(text) ?? {};
  const [first] = Array.isArray(body) ? body : (body as { collection?: unknown[] }).collection ?? [body];
  return typeof first === "object" && first !== null ? first as Readonly<Record<string, unknown>> : undefined;
}

/** Fills the placeholders of a call; undefined if a value is missing. */
function fillCall({ request, body }: OracleCall, played: Played): { path: string; body?: BodyInit } | undefined {
  const path = played.fill(request.split(" ")[1] ?? "");
  if (path === undefined || body === undefined) return path === undefined ? undefined : { path };
  if (body instanceof FormData) return { path, body };
  // Only braces around letters are placeholders, not those of JSON.
  const text = played.fill(JSON.stringify(body));
  return text === undefined ? undefined : { path, body: text };
}

async function send(host: Host, { as, request }: OracleCall, path: string, body?: BodyInit): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json; charset=utf-8", "user-agent": "tonearm-oracle" };
  const token = host.tokens[as];
  if (token !== undefined) headers.authorization = `OAuth ${token}`;
  if (typeof body === "string") headers["content-type"] = "application/json";
  const { fetch: ask } = host;
  return await ask(host.baseUrl + path, {
    method: request.split(" ")[0] ?? "GET",
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(30_000),
    ...(body === undefined ? {} : { body }),
  });
}

/**
 * Plays calls one after the other. Calls with missing values, and of callers without a token, are skipped.
 *
 * @param host The service.
 * @param calls The calls.
 * @returns A cassette for each call, except probes of the account.
 */
export async function play(host: Host, calls: readonly OracleCall[]): Promise<Cassette[]> {
  const cassettes: Cassette[] = [];
  const played = new Played();
  for (const call of calls) {
    const filled = fillCall(call, played);
    const isPossible = call.as === "nobody" || host.tokens[call.as] !== undefined;
    if (filled === undefined || !isPossible || (call.only && !played.allows(call.only))) continue;
    const name = nameOf(call);
    host.onCall?.(name);
    const facts = await record(host, call, filled, played);
    if (!call.isProbe) cassettes.push({ call: name, facts });
  }
  return cassettes;
}

/** Makes one call. A missing reply is recorded too, so that later calls can undo writes. */
async function record(
  host: Host,
  call: OracleCall,
  { path, body }: { path: string; body?: BodyInit },
  played: Played,
): Promise<Facts> {
  try {
    played.replies.set(nameOf(call), null);
    const reply = await send(host, call, path, body);
    const text = await reply.text();
    played.replies.set(nameOf(call), { status: reply.status, text });
    const first = reply.ok ? firstOf(text) : undefined;
    if (call.take !== undefined && first !== undefined) played.taken.set(call.take, first);
    return factsOf(reply, text);
  } catch {
    return { status: "no reply" };
  }
}
