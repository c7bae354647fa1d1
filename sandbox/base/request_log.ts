import { fitsPath } from "./path_pattern.ts";
import { redactHeaders, redactText } from "./redact.ts";
import { pathStart } from "./urls.ts";

/** A request and its response, without secrets. */
export interface LoggedRequest {
  /** Its id in the log, from 1. */
  readonly id: number;
  /** Time of the request, by the sandbox's clock. */
  readonly at: string;
  /** Client id of its app; `null` without one. */
  readonly app: string | null;
  /** Such as `GET`. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Status of the response; 0 if none was sent. */
  readonly status: number;
  /** Duration, in milliseconds of real time. */
  readonly milliseconds: number;
  /** The faults that affected it. */
  readonly faults: readonly string[];
  /** Notes of the sandbox about its response, such as why an upload has no AAC. */
  readonly notes: readonly string[];
  /** The request. */
  readonly request: LoggedMessage;
  /** The response. */
  readonly reply: LoggedMessage;
}

/** One side of a logged exchange. */
export interface LoggedMessage {
  /** Its headers, their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its text, up to 4,096 characters; `null` if it has none or isn't text. */
  readonly body: string | null;
}

/** A filter of the log. */
export interface LogQuery {
  /** The path without its query; `*` matches anything. */
  readonly path?: string | undefined;
  /** The method, in any case. */
  readonly method?: string | undefined;
  /** The status of the response, or the first digit of it; 0 if none was sent. */
  readonly status?: number | "2xx" | "3xx" | "4xx" | "5xx" | undefined;
  /** Client id of the app. */
  readonly app?: string | undefined;
  /** A text in its URL, its headers, its bodies, faults or notes, in any case. */
  readonly text?: string | undefined;
  /** Only requests after the one with this id. */
  readonly after?: number | undefined;
}

interface Facts {
  at: number;
  milliseconds: number;
  method: string;
  status: number;
}

/** A completed request in the log. Secrets are removed when it is read. */
export interface Note extends Readonly<Facts> {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly replyHeaders: Headers | undefined;
  /** Headers that the connection adds to those. */
  readonly connection?:
    | { readonly headers: Readonly<Record<string, string>>; readonly date?: string | undefined }
    | undefined;
  readonly replyBody: string | undefined;
  readonly app?: string | undefined;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
}

interface Place extends Facts {
  id: number;
  /** Number of bytes in use. */
  length: number;
  /** The URL, a line feed, then headers and bodies. */
  bytes: Uint8Array;
}

interface Packed extends Pick<Note, "body" | "replyBody" | "app" | "faults" | "notes"> {
  readonly headers: [string, string][];
  readonly replyHeaders?: [string, string][];
}

const KEPT = 1000;
export const BODY_CAP = 4096;

/**
 * URLs, headers and bodies are stored as bytes in slots that are reused. New objects would survive V8's minor
 * collections, and the heap would grow by 100 MiB within 10,000 requests.
 */
export class RequestLog {
  /** A request's slot is its id modulo the number of slots. */
  #places: Place[] = [];
  #last = 0;
  readonly #watchers: (() => void)[] = [];

  add(note: Note): void {
    const id = ++this.#last;
    const place = this.#places[id % KEPT] ??= emptyPlace();
    place.id = id;
    place.at = note.at;
    place.milliseconds = note.milliseconds;
    place.method = note.method;
    place.status = note.status;
    write(place, `${note.url}\n${pack(note)}`);
    for (const wake of this.#watchers.splice(0)) wake();
  }

  list(query: LogQuery = {}): LoggedRequest[] {
    return this.#kept().filter((note) => fits(note, query)).map((note) => present(note, read(note)));
  }

  /** Returns a logged request with its secrets, for internal use only. */
  find(id: number): Note | undefined {
    const note = this.#places[id % KEPT];
    if (note?.id !== id) return undefined;
    const { headers, replyHeaders, ...rest } = read(note);
    const { at, milliseconds, method, status } = note;
    const both = { headers: new Headers(headers), replyHeaders: replyHeaders && new Headers(replyHeaders) };
    return { at, milliseconds, method, url: urlOf(note), status, ...both, ...rest };
  }

  count(query: LogQuery = {}): number {
    return this.#kept().filter((note) => fits(note, query)).length;
  }

  /** Resolves once at least `count` requests match, or when the time is over. */
  async reached(count: number, query: LogQuery, over: Promise<void>): Promise<void> {
    let isOver = false;
    void over.then(() => isOver = true);
    while (this.count(query) < count && !isOver) {
      await Promise.race([over, new Promise<void>((resolve) => this.#watchers.push(resolve))]);
    }
  }

  clear(): void {
    this.#places = [];
  }

  #kept(): Place[] {
    return this.#places.filter((place) => place !== undefined).sort((a, b) => a.id - b.id);
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function emptyPlace(): Place {
  return { id: 0, at: 0, milliseconds: 0, method: "", status: 0, length: 0, bytes: new Uint8Array() };
}

function write(place: Place, text: string): void {
  if (place.bytes.length < text.length) place.bytes = new Uint8Array(text.length);
  const { read, written } = encoder.encodeInto(text, place.bytes);
  if (read < text.length) place.bytes = encoder.encode(text);
  place.length = read < text.length ? place.bytes.length : written;
}

const LINE_FEED = 10;

function urlOf({ bytes }: Place): string {
  return decoder.decode(bytes.subarray(0, bytes.indexOf(LINE_FEED)));
}

function textOf(place: Place): string {
  const { headers, replyHeaders = [], body, replyBody, faults, notes } = read(place);
  const lines = [...headers, ...replyHeaders].map((pair) => pair.join(": "));
  return [urlOf(place), ...lines, body, replyBody, ...faults, ...notes].join("\n").toLowerCase();
}

function read({ bytes, length }: Place): Packed {
  const { added, date, ...packed } = JSON.parse(decoder.decode(bytes.subarray(bytes.indexOf(LINE_FEED) + 1, length)));
  packed.replyHeaders?.unshift(...Object.entries({ ...added, ...(date && { date }) }));
  return packed;
}

function pack({ headers, body, replyHeaders, connection, replyBody, app, faults, notes }: Note): string {
  return JSON.stringify({
    headers: [...headers],
    body: body?.slice(0, BODY_CAP),
    replyHeaders: replyHeaders && [...replyHeaders],
    added: connection?.headers,
    date: connection?.date,
    replyBody: replyBody?.slice(0, BODY_CAP),
    app,
    faults,
    notes,
  });
}

function target(url: string): string {
  return url.slice(pathStart(url));
}

function fits(place: Place, query: LogQuery): boolean {
  const { id, method, status } = place;
  return (query.after === undefined || id > query.after) &&
    (query.method === undefined || method === query.method.toUpperCase()) &&
    (query.status === undefined || status === query.status || `${status}`[0] + "xx" === query.status) &&
    (query.app === undefined || read(place).app === query.app) &&
    (query.text === undefined || textOf(place).includes(query.text.toLowerCase())) &&
    (query.path === undefined || fitsPath(query.path, target(urlOf(place))));
}

function present(note: Place, packed: Packed): LoggedRequest {
  const { id, method, status } = note;
  const { headers, body, replyHeaders = [], replyBody, app = null, faults, notes } = packed;
  return {
    id,
    at: new Date(note.at).toISOString(),
    app,
    method,
    path: redactText(target(urlOf(note))),
    status,
    milliseconds: Math.round(note.milliseconds * 100) / 100,
    faults,
    notes,
    request: message(headers, body),
    reply: message(replyHeaders, replyBody),
  };
}

function message(headers: [string, string][], body: string | undefined): LoggedMessage {
  return { headers: redactHeaders(new Headers(headers)), body: body === undefined ? null : redactText(body) };
}
