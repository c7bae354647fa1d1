import type { Database } from "../store/database.ts";
import type { Caller } from "../store/lookups.ts";
import type { State } from "../world/state.ts";
import type { Connection } from "./connection.ts";
import { badRequest, notFound, unauthorized } from "./errors.ts";
import { type Place, type Urls, urlsFor } from "./urls.ts";

/** Where a call belongs, and which way its answer goes out. */
export interface CallOrigin {
  readonly world: State;
  readonly connection?: Connection | undefined;
  /** Where the world's addresses start. */
  readonly place?: Place | undefined;
  /** Where remarks for the log go. */
  readonly notes?: string[] | undefined;
}

const PEEKED = 65_536;
const MOST_URLS = 100;
const urlsBySource = new Map<string, Urls>();

/** The addresses for callers of an origin and a place, worked out once. */
function knownUrls(url: URL, place: Place | undefined, isServed: boolean): Urls {
  const source = `${isServed} ${url.origin} ${place?.api} ${place?.media}`;
  let urls = urlsBySource.get(source);
  if (urls === undefined) {
    if (urlsBySource.size >= MOST_URLS) urlsBySource.clear();
    urlsBySource.set(source, urls = urlsFor(url, place, isServed));
  }
  return urls;
}

/** One request on its way through the sandbox: everything that faults and routes may touch. */
export class Call {
  readonly request: Request;
  readonly world: State;
  readonly connection: Connection | undefined;
  readonly #origin: CallOrigin;
  #url: URL | undefined;
  #urls: Urls | undefined;
  #sequence: number | undefined;
  #start: Promise<string> | undefined;
  /** Parameters of the path, once the call is routed. */
  params: Readonly<Record<string, string>> = {};
  /** The operation it was routed to, if any. */
  operation: object | undefined;
  /** The caller; undefined for public operations. */
  caller: Caller | undefined;

  constructor(request: Request, origin: CallOrigin) {
    this.request = request;
    this.world = origin.world;
    this.connection = origin.connection;
    this.#origin = origin;
  }

  /** The same call with another request. */
  with(request: Request): Call {
    return request === this.request ? this : new Call(request, this.#origin);
  }

  /** Puts a remark on its answer into the log. */
  note(remark: string): void {
    this.#origin.notes?.push(remark);
  }

  /** Its address, a namespace's prefix taken off. */
  get url(): URL {
    return this.#url ??= new URL(this.request.url);
  }

  /** The addresses that its answer names. */
  get urls(): Urls {
    return this.#urls ??= knownUrls(this.url, this.#origin.place, this.connection !== undefined);
  }

  /** The path as the documentation spells it, URNs not encoded. */
  get path(): string {
    return this.url.pathname.replace(/%3A/gi, ":");
  }

  /** Number of this request among those its world answered, from 1. */
  get sequence(): number {
    return this.#sequence ??= ++this.world.requests;
  }

  /** The world's database. */
  get db(): Database {
    return this.world.db;
  }

  /** The query of the request. */
  get query(): URLSearchParams {
    return this.url.searchParams;
  }

  /** An integer parameter, or the fallback where it is missing. */
  integer(name: string, fallback: number): number {
    const text = this.query.get(name);
    if (text === null || text === "") return fallback;
    if (!/^-?\d{1,15}$/.test(text)) throw badRequest(`Parameter ${name} is not an integer: ${text.slice(0, 100)}`);
    return Number(text);
  }

  /** A flag: `true` and `1` are yes, `false` and `0` no. */
  flag(name: string, fallback: boolean): boolean {
    const text = this.query.get(name)?.toLowerCase();
    if (text === undefined || text === "") return fallback;
    if (text === "true" || text === "1") return true;
    if (text === "false" || text === "0") return false;
    throw badRequest(`Parameter ${name} is neither true nor false: ${text.slice(0, 100)}`);
  }

  /** `limit` (or `page_size`, as links call it): 1 to 200. Above that the service gives 200; a strict sandbox refuses. */
  get limit(): number {
    const name = this.query.has("limit") ? "limit" : "page_size";
    const asked = this.integer(name, 50);
    if (asked < 1 || (asked > 200 && this.world.strict)) {
      throw badRequest(`Parameter ${name} is not between 1 and 200`);
    }
    return Math.min(asked, 200);
  }

  /** `offset`: 0 or more. */
  get offset(): number {
    const asked = this.integer("offset", 0);
    if (asked < 0) throw badRequest("Parameter offset is negative");
    return asked;
  }

  /** The address of this request with other parameters. */
  linkTo(changes: Readonly<Record<string, string | undefined>>): string {
    const query = new URLSearchParams(this.query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) query.delete(name);
      else query.set(name, value);
    }
    return `${this.urls.api}${this.url.pathname}?${query}`;
  }

  /** Now, in milliseconds, on the sandbox's clock. */
  get now(): number {
    return this.world.clock.now();
  }

  /** The country the caller is in. */
  get country(): string {
    return (this.request.headers.get("x-sandbox-country") ?? this.world.config.country).toUpperCase();
  }

  /** A path parameter, decoded. */
  param(name: string): string {
    return this.params[name] ?? "";
  }

  /** The numeric id in a path parameter that holds a number or a URN of this kind; 404 for anything else. */
  id(name: string, kind: "users" | "tracks" | "playlists"): number {
    const id = parseId(this.param(name), kind);
    if (id === undefined) throw notFound();
    return id;
  }

  /** Id of the calling user, or null for an app. */
  get viewer(): number | null {
    return this.caller?.userId ?? null;
  }

  /** Id of the calling user; 401 for an app. */
  get user(): number {
    if (this.caller?.userId == null) throw unauthorized();
    return this.caller.userId;
  }

  /** The signals that end it: the caller's, or the connection's. */
  get ends(): readonly AbortSignal[] {
    const caller = this.connection === undefined ? this.request.signal : this.connection.signal;
    return [caller, this.world.closed];
  }

  /** The first 64 KiB of the body as text; the body stays readable. */
  peek(): Promise<string> {
    return this.#start ??= this.scan(PEEKED);
  }

  /**
   * The start of the body as text, binary parts included; the body stays readable.
   *
   * @param seen Called with the number of bytes so far.
   */
  async scan(most: number, seen?: (text: string) => void): Promise<string> {
    const reader = this.request.body === null ? undefined : this.request.clone().body?.getReader();
    if (reader === undefined) return "";
    const decoder = new TextDecoder();
    let text = "";
    while (text.length < most) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += decoder.decode(value, { stream: true });
      seen?.(text);
    }
    reader.cancel().catch(() => {});
    return text;
  }
}

/** The numeric id in a number or a URN of the kind given, or undefined. */
export function parseId(text: string, kind: "users" | "tracks" | "playlists"): number | undefined {
  const prefix = `soundcloud:${kind}:`;
  const digits = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}
