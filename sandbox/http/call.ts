import { bodyOf } from "../base/content.ts";
import type { Database } from "../store/database.ts";
import type { Caller } from "../store/lookups.ts";
import type { State } from "./state.ts";
import type { Connection } from "./connection.ts";
import { badRequest, notFound, unauthorized } from "./errors.ts";
import { Memo } from "../base/memo.ts";
import { type Place, type Urls, urlsFor } from "../base/urls.ts";

export interface CallOrigin {
  readonly world: State;
  readonly connection?: Connection | undefined;
  readonly place?: Place | undefined;
  readonly notes?: string[] | undefined;
}

const PEEKED = 65_536;
const urlsBySource = new Memo<Urls>(100);

export class Call {
  readonly request: Request;
  readonly world: State;
  readonly connection: Connection | undefined;
  readonly #origin: CallOrigin;
  #url: URL | undefined;
  #urls: Urls | undefined;
  #sequence: number | undefined;
  #start: Promise<string> | undefined;
  readonly params: Record<string, string> = {};
  operation: { readonly name: string } | undefined;
  caller: Caller | undefined;
  app: string | undefined;

  constructor(request: Request, origin: CallOrigin) {
    this.request = request;
    this.world = origin.world;
    this.connection = origin.connection;
    this.#origin = origin;
  }

  with(request: Request): Call {
    return request === this.request ? this : new Call(request, this.#origin);
  }

  /** Adds a note about the response to the log. */
  note(remark: string): void {
    this.#origin.notes?.push(remark);
  }

  /** The request's URL without a namespace's prefix. */
  get url(): URL {
    return this.#url ??= new URL(this.request.url);
  }

  get urls(): Urls {
    return this.#urls ??= this.#knownUrls();
  }

  #knownUrls(): Urls {
    const { place } = this.#origin;
    const isServed = this.connection !== undefined;
    const source = `${isServed} ${this.url.origin} ${place?.api} ${place?.media}`;
    return urlsBySource.get(source) ?? urlsBySource.keep(source, urlsFor(this.url, place, isServed));
  }

  get path(): string {
    return this.url.pathname.replace(/%3A/gi, ":");
  }

  get sequence(): number {
    return this.#sequence ??= ++this.world.requests;
  }

  get db(): Database {
    return this.world.db;
  }

  get query(): URLSearchParams {
    return this.url.searchParams;
  }

  integer(name: string, fallback: number): number {
    const text = this.query.get(name);
    if (text === null || text === "") return fallback;
    if (!/^-?\d{1,15}$/.test(text)) throw badRequest(`Parameter ${name} is not an integer: ${text.slice(0, 100)}`);
    return Number(text);
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.query.get(name)?.toLowerCase();
    if (text === undefined || text === "") return fallback;
    if (text === "true" || text === "1") return true;
    if (text === "false" || text === "0") return false;
    throw badRequest(`Parameter ${name} is neither true nor false: ${text.slice(0, 100)}`);
  }

  /** `limit`, or `page_size` in links. SoundCloud takes a value over 200 for 200, a strict sandbox rejects it. */
  get limit(): number {
    const name = this.query.has("limit") ? "limit" : "page_size";
    const asked = this.integer(name, 50);
    if (asked < 1 || (asked > 200 && this.world.strict)) throw badRequest(`Parameter ${name} is not between 1 and 200`);
    return Math.min(asked, 200);
  }

  get offset(): number {
    const asked = this.integer("offset", 0);
    if (asked < 0) throw badRequest("Parameter offset is negative");
    return asked;
  }

  linkTo(changes: Readonly<Record<string, string | undefined>>): string {
    const query = new URLSearchParams(this.query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) query.delete(name);
      else query.set(name, value);
    }
    return `${this.urls.api}${this.url.pathname}?${query}`;
  }

  get now(): number {
    return this.world.clock.now();
  }

  get country(): string {
    return (this.request.headers.get("x-sandbox-country") ?? this.world.config.country).toUpperCase();
  }

  param(name: string): string {
    return this.params[name] ?? "";
  }

  /** Returns the numeric id in a path parameter: a number, or a URN of this kind. Anything else is a 404. */
  id(name: string, kind: "users" | "tracks" | "playlists"): number {
    const id = parseId(this.param(name), kind);
    if (id === undefined) throw notFound().because("bad_id", { id: this.param(name), kind });
    return id;
  }

  get viewer(): number | null {
    return this.caller?.userId ?? null;
  }

  get user(): number {
    if (this.caller?.userId == null) throw unauthorized().because("app_token");
    return this.caller.userId;
  }

  get ends(): readonly AbortSignal[] {
    const caller = this.connection === undefined ? this.request.signal : this.connection.signal;
    return [caller, this.world.closed];
  }

  /** Returns the first 64 KiB of the body as text; the body stays readable. */
  peek(): Promise<string> {
    return this.#start ??= this.scan(PEEKED);
  }

  /** Returns the start of the body as text, including binary parts; `seen` gets it so far. The body stays readable. */
  async scan(most: number, seen?: (text: string) => void): Promise<string> {
    const { request } = this;
    const reader = request.body === null ? undefined : bodyOf(request.clone())?.getReader();
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

export function parseId(text: string, kind: "users" | "tracks" | "playlists"): number | undefined {
  const prefix = `soundcloud:${kind}:`;
  const digits = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** Returns what was looked up, which has to exist. */
export function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw notFound();
  return found;
}
