import { isBodyHidden } from "../base/content.ts";
import { host } from "../base/host.ts";
import { ApiFault } from "../http/errors.ts";
import { pathStart, type Place } from "../base/urls.ts";
import { Undocumented, type UndocumentedRequest } from "../document/undocumented.ts";
import type { Database } from "../store/database.ts";
import { isNamespaceName, namespaceOf, NOT_A_NAME } from "../base/namespace_name.ts";
import { World, type WorldOptions } from "./world.ts";

export interface Located {
  readonly world: World;
  readonly request: Request;
  readonly place: Place;
  /** Why the world doesn't answer the request itself. */
  readonly refusal?: ApiFault;
}

export const NAMESPACE_HEADER = "x-sandbox-namespace";

function refused(problem: string, advice = "", status = 400): ApiFault {
  return new ApiFault(status, "", { body: `${problem}${advice}\n` }).because("namespace", { problem: `${problem}.` });
}

const MAX = 1000;
const IDLE_SECONDS = 1800;
/** How many bytes of own content all namespaces may have in memory at a time. */
const AWAKE_BYTES = 256 * 1024 * 1024;

interface NamedWorld {
  readonly world: World;
  /** Time of its last use, in milliseconds of real time. */
  usedAt: number;
}

const ADVICE = ". DELETE /_sandbox/namespaces/NAME ends one; createSandbox({ namespaces: { max } }) allows more.";

/** Returns the file of a namespace, next to the sandbox's own: `state.db` and `state~name.db`. */
function fileFor(path: string, name: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.search(/[^/\\]*$/) ? `${path.slice(0, dot)}~${name}${path.slice(dot)}` : `${path}~${name}`;
}

/** Its properties are copied one by one, because in Bun the first clone of a copied request locks its body. */
async function moved(request: Request, url: string): Promise<Request> {
  const { method, headers, signal, redirect } = request;
  // Where it is hidden, no stream can be sent either.
  const body = isBodyHidden(request) ? await request.arrayBuffer() : request.body;
  return new Request(url, { method, headers, body, signal, redirect, duplex: "half" } as RequestInit);
}

/** The worlds of a sandbox: the default one, and named ones, which are created on first use. */
export class Namespaces {
  readonly main: World;
  readonly #options: WorldOptions;
  readonly #named = new Map<string, NamedWorld>();
  readonly #now: () => number;
  readonly #ended = new Undocumented();
  /** The database that all in-memory namespaces share until their first write. */
  #shared: Database | undefined;

  /** Number of requests over connections so far, without those of the control plane. */
  requestCount = 0;
  /** Whether there may be other worlds than the main one. */
  hasNamed: boolean;

  constructor(options: WorldOptions, now: () => number = () => performance.now()) {
    [this.#options, this.#now] = [options, now];
    this.hasNamed = options.path !== undefined;
    this.main = new World(options);
  }

  get names(): string[] {
    return [...this.#named.keys()];
  }

  /** By a path that starts with `/~name/`, or else by `X-Sandbox-Namespace`; `mayMake` allows a new namespace. */
  async locate(request: Request, mayMake: () => boolean = () => true): Promise<Located> {
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
    const inner = await moved(request, url.slice(0, start) + (rest.startsWith("/") ? rest : `/${rest}`));
    return { world, request: inner, place: { api: `/~${name}`, media: `/~${name}` } };
  }

  /** The world of an unknown token is the main one, where it is invalid; a kept namespace is opened. */
  ofCredential(request: Request, credential: string): Located {
    const name = namespaceOf(credential);
    const known = name !== undefined && (this.#named.has(name) || this.#options.path !== undefined);
    if (!known) return { world: this.main, request, place: { api: "", media: "" } };
    return { world: this.world(name), request, place: { api: "", media: `/~${name}` } };
  }

  #find(name: string, mayMake: () => boolean): World {
    if (!this.#named.has(name) && !mayMake()) {
      throw refused(`Cannot create namespace ${name.slice(0, 80)}: a page of another site asks for it`);
    }
    return this.world(name);
  }

  /** @throws {ApiFault} If the name is invalid, or there are too many namespaces. */
  world(name: string): World {
    const now = this.#now();
    const known = this.#named.get(name);
    if (known !== undefined && !this.#isOver(known, now)) {
      known.usedAt = now;
      this.#rest();
      return known.world;
    }
    if (!isNamespaceName(name)) throw refused(`Cannot use namespace ${name.slice(0, 80)}: ${NOT_A_NAME}`);
    this.#endIdle(now);
    const { max = MAX } = this.#options.namespaces ?? {};
    if (this.#named.size >= max) {
      throw refused(`Cannot create namespace ${name}: there are already ${max}`, ADVICE, 503);
    }
    this.hasNamed = true;
    const world = this.#make(name);
    this.#named.set(name, { world, usedAt: now });
    return world;
  }

  /** Lets the namespaces that were used least recently sleep, if the content of all of them takes too much memory. */
  #rest(): void {
    let weight = 0;
    for (const { world } of this.#named.values()) weight += world.db.weight;
    if (weight <= AWAKE_BYTES) return;
    for (const { world } of [...this.#named.values()].sort((a, b) => a.usedAt - b.usedAt)) {
      if (weight <= AWAKE_BYTES / 2) break;
      weight -= world.db.weight;
      world.db.sleep();
    }
  }

  #make(name: string): World {
    const path = this.#fileOf(name);
    if (path !== undefined) return new World({ ...this.#options, path }, undefined, name);
    this.#shared ??= this.main.base;
    return new World(this.#options, this.#shared, name);
  }

  #isOver({ usedAt }: NamedWorld, now: number): boolean {
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
    if (file !== undefined) host().sqlite.remove(file);
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

  undocumented(): UndocumentedRequest[] {
    const all = new Undocumented();
    all.merge(this.main.undocumented);
    for (const { world } of this.#named.values()) all.merge(world.undocumented);
    all.merge(this.#ended);
    return all.list();
  }

  close(): void {
    for (const { world } of this.#named.values()) world.close();
    this.#named.clear();
    this.main.close();
  }
}
