import { fitsPath } from "../http/path_pattern.ts";
import { redactHeaders, redactText } from "./redact.ts";

/** The result of one request, without its secrets. */
export interface LoggedRequest {
  /** Number in the log, from 1. */
  readonly id: number;
  /** When it came, on the sandbox's clock. */
  readonly at: string;
  /** Such as `GET`. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Status of the reply; 0 if none was sent. */
  readonly status: number;
  /** Real milliseconds it took. */
  readonly milliseconds: number;
  /** The faults that affected it. */
  readonly faults: readonly string[];
  /** Notes of the sandbox about its reply, such as why an upload has no AAC. */
  readonly notes: readonly string[];
  /** The request. */
  readonly request: LoggedMessage;
  /** The reply. */
  readonly reply: LoggedMessage;
}

/** One side of a logged exchange. */
export interface LoggedMessage {
  /** Its headers, their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its text, cut at 4096 characters; `null` if it has none or isn't text. */
  readonly body: string | null;
}

/** A filter of the log. */
export interface LogQuery {
  /** The path without its query; `*` matches anything. */
  readonly path?: string;
  /** The method, in any case. */
  readonly method?: string;
  /** The status of the reply; 0 if none was sent. */
  readonly status?: number;
  /** Only requests after the one with this id. */
  readonly after?: number;
}

/** A finished request in the log; secrets are removed when it's read. */
export interface Note {
  readonly at: number;
  readonly milliseconds: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly status: number;
  readonly replyHeaders: Headers | undefined;
  readonly replyBody: string | undefined;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
}

interface Kept extends Note {
  readonly id: number;
}

const KEPT = 1000;
const BODY_CAP = 4096;

/** The last thousand requests of a world. */
export class RequestLog {
  /** The note of an id is at its remainder. */
  #notes: (Kept | undefined)[] = [];
  #last = 0;
  readonly #watchers = new Set<() => void>();

  /** Adds a request that is over. */
  add(note: Note): void {
    const kept = { ...note, id: ++this.#last, body: cut(note.body), replyBody: cut(note.replyBody) };
    this.#notes[this.#last % KEPT] = kept;
    for (const wake of this.#watchers) wake();
  }

  /** The matching requests, oldest first. */
  list(query: LogQuery = {}): LoggedRequest[] {
    return this.#kept().filter((note) => fits(note, query)).map(present);
  }

  /** A logged request with its secrets: for internal use, never shown. */
  find(id: number): Note | undefined {
    const note = this.#notes[id % KEPT];
    return note?.id === id ? note : undefined;
  }

  /** How many match. */
  count(query: LogQuery = {}): number {
    return this.#kept().filter((note) => fits(note, query)).length;
  }

  /** Resolves once at least `count` requests match; at once where they do already. Ends with the signal, too. */
  async reached(count: number, query: LogQuery, signal: AbortSignal): Promise<void> {
    while (this.count(query) < count && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#watchers.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        this.#watchers.add(wake);
        signal.addEventListener("abort", wake);
      });
    }
  }

  /** Removes all entries; numbers continue. */
  clear(): void {
    this.#notes = [];
  }

  #kept(): Kept[] {
    return this.#notes.filter((note) => note !== undefined).sort((a, b) => a.id - b.id);
  }
}

/** A part of a string keeps the whole string in memory unless it's copied. */
function cut(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= BODY_CAP) return text;
  return new TextDecoder().decode(new TextEncoder().encode(text.slice(0, BODY_CAP)));
}

function target(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("://") + 3));
}

function fits({ id, method, url, status }: Kept, query: LogQuery): boolean {
  return (query.after === undefined || id > query.after) &&
    (query.method === undefined || method === query.method.toUpperCase()) &&
    (query.status === undefined || status === query.status) &&
    (query.path === undefined || fitsPath(query.path, target(url)));
}

function present(note: Kept): LoggedRequest {
  const { id, method, status, faults, notes } = note;
  return {
    id,
    at: new Date(note.at).toISOString(),
    method,
    path: redactText(target(note.url)),
    status,
    milliseconds: Math.round(note.milliseconds * 100) / 100,
    faults,
    notes,
    request: message(note.headers, note.body),
    reply: message(note.replyHeaders, note.replyBody),
  };
}

function message(headers: Headers | undefined, body: string | undefined): LoggedMessage {
  return {
    headers: headers === undefined ? {} : redactHeaders(headers),
    body: body === undefined ? null : redactText(body),
  };
}
