import type { IncomingMessage, ServerResponse } from "node:http";
import { notFound, unauthorized } from "./errors.ts";
import type { Caller } from "./store/oauth.ts";
import type { Database } from "./store/database.ts";
import { type Place, type Urls, urlsFor } from "./urls.ts";
import type { World } from "./world.ts";

/** The socket side of a request that came over the network; in-process requests have none. */
export interface Connection {
  /** Address of the peer. */
  readonly remoteAddress: string;
  /** Aborts when the peer has gone, or the exchange is over. */
  readonly signal: AbortSignal;
  /** Headers that go out with the answer, where it has none of that name itself. */
  beside(headers: Readonly<Record<string, string>>): void;
  /**
   * Hands the raw exchange over: whatever the app returns afterwards is not sent. For answers that no Response can
   * express, such as a reset before the headers or a malformed chunk.
   */
  takeOver(): { request: IncomingMessage; response: ServerResponse };
}

/** What the app is given with each request. */
export interface Bindings {
  readonly world: World;
  readonly connection?: Connection;
  /** Where the world's addresses start. */
  readonly place?: Place;
}

/** The types of the router. */
export interface Env {
  Bindings: Bindings;
}

/** Who may call an operation: a user of an app, any app, or anybody. */
export type Needs = "user" | "app" | "nothing";

/** One operation of the service: where it is, whom it is for, what it does. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path with `:name` segments. */
  readonly path: string;
  readonly needs: Needs;
  /** Query parameters it knows; others are refused by a strict sandbox. */
  readonly query?: readonly string[];
  run(call: Call): Response | Promise<Response>;
}

/** One request on its way through a route: everything a route may touch. */
export class Call {
  readonly request: Request;
  readonly world: World;
  readonly connection: Connection | undefined;
  readonly url: URL;
  readonly urls: Urls;
  /** Number of this request in its world, from 1. */
  readonly sequence: number;
  readonly #params: Readonly<Record<string, string>>;
  /** Who asks; undefined on operations open to anybody. */
  caller: Caller | undefined;

  constructor(request: Request, bindings: Bindings, params: Readonly<Record<string, string>> = {}) {
    this.request = request;
    this.world = bindings.world;
    this.connection = bindings.connection;
    this.url = new URL(request.url);
    this.urls = urlsFor(this.url, bindings.place);
    this.sequence = this.world.nextRequest();
    this.#params = params;
  }

  /** The world's database. */
  get db(): Database {
    return this.world.db;
  }

  /** The query of the request. */
  get query(): URLSearchParams {
    return this.url.searchParams;
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
    return this.#params[name] ?? "";
  }

  /** The numeric id in a path parameter that holds a number or a URN of this kind; 404 for anything else. */
  id(name: string, kind: "users" | "tracks" | "playlists"): number {
    const id = parseId(this.param(name), kind);
    if (id === undefined) throw notFound();
    return id;
  }

  /** Id of the user who asks, or null for an app on its own. */
  get viewer(): number | null {
    return this.caller?.userId ?? null;
  }

  /** Id of the user who asks; 401 for an app on its own. */
  get user(): number {
    if (this.caller?.userId == null) throw unauthorized();
    return this.caller.userId;
  }
}

/** The numeric id in a number or a URN of the kind given, or undefined. */
export function parseId(text: string, kind: "users" | "tracks" | "playlists"): number | undefined {
  const prefix = `soundcloud:${kind}:`;
  const digits = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}
