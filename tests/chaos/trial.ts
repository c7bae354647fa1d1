import type { Random } from "../../sandbox/base/random.ts";
import { Control, type ShimFaults } from "./shim.ts";
import { type Pair, StrictHost } from "./host.ts";
import { Member } from "./member.ts";
import { fill, makePlace, type Place, type Servers } from "./places.ts";
import type { Answer, Kind, Settings } from "./protocol.ts";
import type { Programs, Runtime } from "./runtimes.ts";

/** What a row's trials add up to. */
export interface Counts {
  trials: number;
  /** Faults that were injected. */
  faults: number;
  refreshes: number;
  doubleSpends: number;
  /** Sessions that ended though somebody other than a killed process had the pair. */
  avoidable: number;
  /** Sessions whose only pair died with a process, or with a store's data. */
  unavoidable: number;
  /** Processes that gave no answer. */
  hangs: number;
  /** Anything else that may not happen. */
  wrong: number;
}

/** Counts of nothing. */
export function noCounts(): Counts {
  return { trials: 0, faults: 0, refreshes: 0, doubleSpends: 0, avoidable: 0, unavoidable: 0, hangs: 0, wrong: 0 };
}

/** What all trials share. */
export interface Lab {
  readonly servers: Servers;
  /** The bug that all processes have. */
  readonly bug?: string | undefined;
  readonly runtimes: readonly Runtime[];
  readonly programs: Programs;
  /** A folder for what the suite makes. */
  readonly folder: string;
  readonly shim: string | undefined;
}

/** One trial: its host, its processes, and what came of it. */
export class Trial implements AsyncDisposable {
  readonly host: StrictHost;
  readonly lab: Lab;
  /** Its number in the row, from 0; of a row that does all trials in one run, how many they are. */
  readonly number: number;
  readonly counts: Counts = { ...noCounts(), trials: 1 };
  /** What went wrong, in words. */
  readonly remarks: string[] = [];
  readonly #random: Random;
  readonly #open = new AsyncDisposableStack();
  #started: number;

  private constructor(host: StrictHost, lab: Lab, number: number, random: Random) {
    this.host = this.#open.use(host);
    this.lab = lab;
    this.number = number;
    this.#started = number;
    this.#random = random;
  }

  /** Starts a trial. */
  static async start(lab: Lab, number: number, random: Random): Promise<Trial> {
    return new Trial(await StrictHost.start(), lab, number, random);
  }

  /** A number from 0 to a bound, the bound left out. */
  random(bound: number): number {
    return this.#random.float() * bound;
  }

  /** One of a list. */
  pick<T>(list: readonly T[]): T {
    return this.#random.pick(list);
  }

  /** The next runtime: they take turns, also from trial to trial. */
  runtime(): Runtime {
    const { runtimes } = this.lab;
    return runtimes[this.#started++ % runtimes.length]!;
  }

  /** Lets something go with the trial. */
  use<T extends AsyncDisposable>(resource: T): T {
    return this.#open.use(resource);
  }

  /** Makes a place of a kind that holds a session of Ann's. */
  async place(kind: Kind, options: PlaceOptions = {}): Promise<Place> {
    const place = this.use(await makePlace(kind, { ...this.lab.servers, ...options.servers }));
    await fill(place, this.host.login());
    return place;
  }

  /** Starts a worker on the next runtime. */
  async worker(options: Partial<Omit<Settings, "config">> & WorkerPlace = {}): Promise<Member> {
    const runtime = this.runtime();
    const { wrap = [], env = {}, config = {}, ...settings } = options;
    const { url } = this.host;
    const own = { clientId: "id", clientSecret: "secret", baseUrl: url, authUrl: url, retryBaseDelay: 20, ...config };
    // Deno KV is Deno's.
    const isKv = settings.store?.kind === "kv";
    const { command } = isKv ? this.lab.runtimes.find(({ name }) => name === "deno") ?? runtime : runtime;
    const line = [...wrap, ...command, this.lab.programs.worker];
    return this.use(await Member.start(line, { bug: this.lab.bug, ...settings, config: own }, env));
  }

  /** Starts two workers at a place. */
  async workers({ settings }: Place, options: WorkerPlace = {}): Promise<[Member, Member]> {
    return [await this.worker({ store: settings, ...options }), await this.worker({ store: settings, ...options })];
  }

  /**
   * Expires the access tokens, and does something when the host has committed the next refresh, before the reply is
   * sent. Resolves at that moment.
   */
  onCommit(step: () => unknown): Promise<Pair> {
    const { host } = this;
    const committed = Promise.withResolvers<Pair>();
    host.expire();
    host.gate = {
      async committed(pair) {
        host.gate = {};
        committed.resolve(pair);
        await step();
      },
    };
    return committed.promise;
  }

  /** Expires the access tokens; the host waits before and after it commits. Resolves when a refresh has arrived. */
  slowRefresh(before: number, after: () => number): { arrived: Promise<void>; committed: () => string | undefined } {
    const arrived = Promise.withResolvers<void>();
    let committed: string | undefined;
    this.host.expire();
    this.host.gate = {
      arrived: async () => {
        arrived.resolve();
        await pause(this.random(before));
      },
      async committed({ refresh }) {
        committed = refresh;
        await pause(after());
      },
    };
    return { arrived: arrived.promise, committed: () => committed };
  }

  /** A control of processes that are started with its environment. */
  control(faults: ShimFaults = {}): Control {
    const control = new Control(this.lab.shim ?? "", `${this.lab.folder}/control-${crypto.randomUUID()}`);
    control.set(faults);
    return control;
  }

  /** Notes a fault. */
  fault(): void {
    this.counts.faults++;
  }

  /** Notes what may not happen. */
  wrong(remark: string): void {
    this.counts.wrong++;
    this.remarks.push(remark);
  }

  /** Notes a process that gave no answer, and tells whether that was so. */
  hangs({ code, value }: Answer): boolean {
    if (code !== "hang") return false;
    this.counts.hangs++;
    this.remarks.push(`a process gave no answer: ${value}`);
    return true;
  }

  /** Notes the loss of a session. */
  lost(remark: string, isAvoidable = true): void {
    this.counts[isAvoidable ? "avoidable" : "unavoidable"]++;
    if (isAvoidable) this.remarks.push(`lost: ${remark}`);
  }

  /** Waits until a place holds a pair; it's wrong if it doesn't within the lease and the grace of an intent. */
  async keeps(place: Place, { refresh }: Pair): Promise<void> {
    for (let tries = 0; tries < 280; tries++) {
      if (await place.holds(refresh).catch(() => false)) return;
      await pause(100);
    }
    this.wrong("a live process didn't store its pair");
  }

  /** Expires the access tokens, and sees whether a new process still has the session. */
  async survives(place: Place, { orphan, user = "ann", isBeyond = false }: Survivor = {}): Promise<void> {
    this.host.gate = {};
    this.host.expire();
    const isKept = orphan === undefined || await place.holds(orphan);
    const member = await this.worker({ store: place.settings });
    let answer = await member.send("call");
    if (!answer.ok && !answer.isOver && answer.code !== "hang") {
      this.wrong(`a new process's first call failed: ${answer.code} ${answer.value}`);
      answer = await member.send("call");
    }
    await member.kill();
    if (this.hangs(answer) || answer.ok && answer.value === user) return;
    if (answer.ok) return this.wrong(`the session is ${answer.value}'s, not ${user}'s`);
    this.lost(`${answer.code}: ${answer.value}`, isKept && !isBeyond);
  }

  /** Signs the user in again, and sees whether a process finds the new session. */
  async recovers(place: Place, member: Member): Promise<void> {
    await fill(place, this.host.login());
    const answer = await member.send("call");
    if (!this.hangs(answer) && !answer.ok) this.wrong(`a login doesn't help: ${answer.code} ${answer.value}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.counts.refreshes += this.host.refreshes;
    this.counts.doubleSpends += this.host.doubleSpends;
    await this.#open.disposeAsync();
  }
}

/** What a new process should find. */
export interface Survivor {
  /** A refresh token that died with its process, unless the place holds it. */
  readonly orphan?: string | undefined;
  /** Whose session it is. Default `ann`. */
  readonly user?: string;
  /** Whether the fault is beyond what anybody can prevent. */
  readonly isBeyond?: boolean;
}

/** How a worker is started, beyond its settings. */
export interface WorkerPlace {
  /** A program that starts it. */
  readonly wrap?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Where a place is, where that matters. */
export interface PlaceOptions {
  /** Servers of the trial's own. */
  readonly servers?: Servers;
}

/** Waits. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** How many trials the short form has of a row of a place: another client or topology of a server has none. */
export function shortOf(kind: Kind, trials: number): number {
  return ["file", "redis", "postgres", "http", "kv"].includes(kind) ? trials : 0;
}

/** Every kind of place, with its name in the table and what it needs. */
export const KINDS: readonly (readonly [Kind, string, NonNullable<Row["needs"]>])[] = [
  ["file", "file", []],
  ["long-file", "file, path of over 200 bytes", []],
  ["redis", "redis", ["redis"]],
  ["ioredis", "redis (ioredis)", ["redis"]],
  ["redis-cluster", "Redis Cluster", ["redis group"]],
  ["ioredis-cluster", "Redis Cluster (ioredis)", ["redis group"]],
  ["redis-sentinel", "Redis Sentinel", ["redis group"]],
  ["ioredis-sentinel", "Redis Sentinel (ioredis)", ["redis group"]],
  ["postgres", "postgres", ["postgres"]],
  ["pgbouncer-session", "postgres, pgbouncer in session mode", ["postgres", "pgbouncer"]],
  ["pgbouncer-transaction", "postgres, pgbouncer in transaction mode", ["postgres", "pgbouncer"]],
  ["http", "HTTP, strong ETags", []],
  ["http-weak", "HTTP, weak ETags", []],
  ["kv", "Deno KV", []],
];

/** A row of the table. */
export interface Row {
  readonly id: string;
  readonly title: string;
  /** How many trials the full form and the short form have. */
  readonly trials: number;
  readonly short: number;
  /** What it can't do without. */
  readonly needs?: readonly ("redis" | "redis group" | "postgres" | "pgbouncer" | "shim" | "unshare" | "mount")[];
  /** How many trials may run at the same time. Default 2. */
  readonly jobs?: number;
  /** Whether a refresh token may be sent twice, as without a lock. */
  readonly allowsDoubleSpends?: boolean;
  /** Whether one run does all the trials. */
  readonly isBatch?: boolean;
  /** Does one trial. */
  readonly run: (trial: Trial) => Promise<void>;
}
