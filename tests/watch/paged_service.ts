// A service with paged lists, built on `node:http` and the service's own document: `linked_partitioning`, opaque
// cursors, `next_href`, `future_href`. It shares no code with the sandbox.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An item and its position: higher ones are newer. */
interface ListEntry {
  readonly place: number;
  readonly item: Readonly<Record<string, unknown>>;
}

/** Handles a request instead of the service. */
export type Override = (reply: ServerResponse) => void;

/** A server with a list per path. */
export class PagedService implements AsyncDisposable {
  readonly #lists = new Map<string, ListEntry[]>();
  readonly #server = createServer((request, reply) => this.#answer(new URL(request.url ?? "/", this.url), reply));
  #places = 1000;
  /** The handlers of the next requests. */
  readonly overrides: (Override | undefined)[] = [];
  /** Called before each reply, so that lists may change between two pages. */
  beforeReply: (() => void) | undefined;
  /** The requested paths with their queries. */
  readonly requests: string[] = [];
  /** The URL of the service. */
  url = "";

  /** Listens on a port of this machine. */
  static async start(): Promise<PagedService> {
    const service = new PagedService();
    service.#server.listen(0, "127.0.0.1");
    await once(service.#server, "listening");
    service.url = `http://127.0.0.1:${(service.#server.address() as AddressInfo).port}`;
    return service;
  }

  /** Adds an item at the head of a list; an existing item moves there. */
  add(path: string, item: ListEntry["item"]): void {
    this.remove(path, item.urn);
    this.#lists.set(path, [{ place: this.#places += 1 + this.#places % 7, item }, ...this.list(path)]);
  }

  /** Removes an item. */
  remove(path: string, urn: unknown): void {
    this.#lists.set(path, this.list(path).filter(({ item }) => item.urn !== urn));
  }

  /** Returns a list, the newest item first. */
  list(path: string): readonly ListEntry[] {
    return this.#lists.get(path) ?? [];
  }

  #answer({ pathname, search, searchParams: query }: URL, reply: ServerResponse): void {
    this.requests.push(pathname + search);
    const override = this.overrides.shift();
    if (override) return override(reply);
    this.beforeReply?.();
    const size = Number(query.get("page_size") ?? query.get("limit") ?? 50);
    const [, side = "", from = ""] = /^(o|y)-(\w+)$/.exec(query.get("cursor") ?? "") ?? [];
    const place = parseInt(from, 36);
    const all = this.list(pathname).filter((one) => {
      if (side === "o") return one.place < place;
      return side !== "y" || one.place > place;
    });
    const page = all.slice(0, size);
    const link = (cursor: string) => `https://api.soundcloud.com${pathname}?page_size=${size}&cursor=${cursor}`;
    const [newest, last] = [page[0], page.at(-1)];
    const future = `y-${(newest?.place ?? (side === "y" ? place : 0)).toString(36)}`;
    send(reply, 200, {
      collection: page.map(({ item }) => item),
      next_href: all.length > size && last ? link(`o-${last.place.toString(36)}`) : null,
      ...(pathname.startsWith("/me/feed") && { future_href: link(future) }),
    });
  }

  /** Stops the service. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}

function send(reply: ServerResponse, status: number, value: unknown): void {
  reply.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
