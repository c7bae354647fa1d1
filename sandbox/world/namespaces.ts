import { rmSync } from "node:fs";
import type { Place } from "../base/urls.ts";
import { Undocumented, type UndocumentedRequest } from "../document/undocumented.ts";
import { Database } from "../store/database.ts";
import { isNamespaceName, NOT_A_NAME } from "../base/namespace_name.ts";
import { World, type WorldOptions } from "./world.ts";

/** The world of a request, and the request as that world sees it. */
export interface Located {
  readonly world: World;
  readonly request: Request;
  readonly place: Place;
}

/** The header that names a namespace. */
export const NAMESPACE_HEADER = "x-sandbox-namespace";

/** Thrown for an invalid name of a namespace. */
export class BadNamespace extends Error {
  override readonly name = "BadNamespace";
  readonly status: number;

  /** @param status The status of the reply to a request with this name. */
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

const MOST = 1000;
const IDLE_SECONDS = 1800;

interface Named {
  readonly world: World;
  /** Time of its last use, in milliseconds of real time. */
  usedAt: number;
}

function tooMany(name: string, most: number): string {
  return `Cannot create namespace ${name}: there are already ${most}. ` +
    "DELETE /_sandbox/namespaces/NAME ends one; createSandbox({ namespaces: { most } }) allows more.";
}

/** Returns the start of an absolute URL's path. */
function pathStart(url: string): number {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 0 ? url.length : start;
}

/** Returns the file of a namespace, next to the sandbox's own: `state.db` and `state~name.db`. */
function fileFor(path: string, name: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") + 1 ? `${path.slice(0, dot)}~${name}${path.slice(dot)}` : `${path}~${name}`;
}

/**
 * Copies a request to another URL. Its properties are copied one by one, because in Bun the first clone of a copied
 * request locks its body.
 */
function moved({ method, headers, body, signal, redirect }: Request, url: string): Request {
  return new Request(url, { method, headers, body, signal, redirect, duplex: "half" } as RequestInit);
}

/** The worlds of a sandbox: the default one, and named ones, which are created on first use. */
export class Namespaces {
  readonly main: World;
  readonly #options: WorldOptions;
  readonly #named = new Map<string, Named>();
  readonly #now: () => number;
  readonly #ended = new Undocumented();
  /** The database that all in-memory namespaces share until their first write. */
  #shared: Database | undefined;

  /** @param now Returns real time in milliseconds. */
  constructor(options: WorldOptions, now: () => number = () => performance.now()) {
    [this.#options, this.#now] = [options, now];
    this.main = new World(options);
  }

  /** The names in use, in the order of their creation. */
  get names(): string[] {
    return [...this.#named.keys()];
  }

  /**
   * Finds the world of a request: by a path that starts with `/~name/`, or else by `X-Sandbox-Namespace`.
   *
   * @param mayMake Whether the request may create a namespace.
   * @throws {BadNamespace} If the name is invalid, or new and the request may not create it.
   */
  locate(request: Request, mayMake: () => boolean = () => true): Located {
    const { url } = request;
    const start = pathStart(url);
    const inPath = /^\/(?:~|%7[Ee])([^/?#]*)/.exec(url.slice(start, start + 200));
    if (inPath === null) {
      const named = request.headers.get(NAMESPACE_HEADER);
      if (named === null || named === "") return { world: this.main, request, place: { api: "", media: "" } };
      return { world: this.#find(named, mayMake), request, place: { api: "", media: `/~${named}` } };
    }
    const [whole, name = ""] = inPath;
    const world = this.#find(name, mayMake);
    const rest = url.slice(start + whole.length);
    const inner = moved(request, url.slice(0, start) + (rest.startsWith("/") ? rest : `/${rest}`));
    return { world, request: inner, place: { api: `/~${name}`, media: `/~${name}` } };
  }

  #find(name: string, mayMake: () => boolean): World {
    if (!this.#named.has(name) && !mayMake()) {
      throw new BadNamespace(`Cannot create namespace ${name.slice(0, 80)}: a page of another site asks for it`);
    }
    return this.world(name);
  }

  /**
   * Returns the world with a name, and creates it if it is new.
   *
   * @throws {BadNamespace} If the name is invalid, or there are too many namespaces.
   */
  world(name: string): World {
    const now = this.#now();
    const known = this.#named.get(name);
    if (known !== undefined && !this.#isOver(known, now)) {
      known.usedAt = now;
      return known.world;
    }
    if (!isNamespaceName(name)) throw new BadNamespace(`Cannot use namespace ${name.slice(0, 80)}: ${NOT_A_NAME}`);
    this.#endIdle(now);
    const { most = MOST } = this.#options.namespaces ?? {};
    if (this.#named.size >= most) throw new BadNamespace(tooMany(name, most), 503);
    const world = this.#make(name);
    this.#named.set(name, { world, usedAt: now });
    return world;
  }

  #make(name: string): World {
    const path = this.#fileOf(name);
    if (path !== undefined) return new World({ ...this.#options, path });
    this.#shared ??= Database.readOnly(this.main.start);
    return new World(this.#options, this.#shared);
  }

  #isOver({ usedAt }: Named, now: number): boolean {
    return now - usedAt > (this.#options.namespaces?.idleSeconds ?? IDLE_SECONDS) * 1000;
  }

  /** Closes idle namespaces; their files stay. */
  #endIdle(now: number): void {
    for (const [name, named] of this.#named) {
      if (!this.#isOver(named, now)) continue;
      this.#end(named.world);
      this.#named.delete(name);
    }
  }

  /** Removes a namespace; its name may be reused. Returns whether it existed. */
  remove(name: string): boolean {
    const named = this.#named.get(name);
    if (named === undefined) return false;
    this.#end(named.world);
    const file = this.#fileOf(name);
    const paths = file === undefined ? [] : ["", "-wal", "-shm", "-media"].map((suffix) => file + suffix);
    for (const path of paths) rmSync(path, { force: true, recursive: true });
    return this.#named.delete(name);
  }

  #fileOf(name: string): string | undefined {
    const { path } = this.#options;
    return path === undefined ? undefined : fileFor(path, name);
  }

  #end(world: World): void {
    this.#ended.merge(world.undocumented);
    world.close();
  }

  /** Returns the undocumented requests of all worlds, including removed ones. */
  undocumented(): UndocumentedRequest[] {
    const all = new Undocumented();
    all.merge(this.main.undocumented);
    for (const { world } of this.#named.values()) all.merge(world.undocumented);
    all.merge(this.#ended);
    return all.list();
  }

  /** Closes every world. */
  close(): void {
    for (const { world } of this.#named.values()) world.close();
    this.#named.clear();
    this.#shared?.close();
    this.main.close();
  }
}
