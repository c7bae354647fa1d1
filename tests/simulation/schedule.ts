import { freshTokens } from "../../src/oauth/access.ts";
import { refresher } from "../../src/oauth/refresh.ts";
import { TokenManager } from "../../src/oauth/token_manager.ts";
import type { TokenStore } from "../../src/types/config.ts";
import type { AtomicTokenStore } from "../../src/types/token_record.ts";
import { CALM, type Faults } from "./faults.ts";
import { Process, VirtualTime } from "./virtual_time.ts";
import { pairOf, sidOf, World } from "./world.ts";

/** A class of schedules: what may happen in it. */
export interface Kind {
  readonly faults?: Partial<Faults>;
  /** Events of the world, each with the mean number in a run. */
  readonly events?: Partial<Record<WorldEvent, number>>;
  /** The probabilities that a process stops, or dies, at one of its events. */
  readonly stops?: number;
  readonly deaths?: number;
  /** Several clients of one process share a store of the older shape. */
  readonly isOldShape?: boolean;
  /** The store is a file; the processes may stop and end between any two steps of its swap. */
  readonly isFile?: boolean;
  /** Clocks of processes differ by up to this time, in milliseconds. */
  readonly skewMs?: number;
  /** Nothing but the intents of the dead delays a call: none may end by its own time limit. */
  readonly isTimely?: boolean;
}

/** What can happen to a world. */
export type WorldEvent =
  | "readonly"
  | "down"
  | "crash"
  | "pause"
  | "suspend"
  | "step"
  | "login"
  | "logout"
  | "back"
  | "forget"
  | "short";

/** The classes. */
export const KINDS: Readonly<Record<string, Kind>> = {
  calm: { events: { short: 2 } },
  readonly: { events: { readonly: 2, short: 2 } },
  down: { events: { down: 2, short: 2 } },
  "store replies": { faults: { refusedOperation: 0.1, lostOperation: 0.15 }, events: { short: 2 } },
  "late writes": { faults: { lateOperation: 0.1 }, events: { short: 2 } },
  crashes: { events: { crash: 2, short: 3 }, isTimely: true },
  deaths: { deaths: 0.004, events: { short: 12 }, isTimely: true },
  pauses: { events: { pause: 4, short: 2 } },
  stops: { stops: 0.01, events: { short: 2 } },
  "old shape": { isOldShape: true, faults: { refusedOperation: 0.05, refusedRequest: 0.1 } },
  "file": { isFile: true, stops: 0.001, deaths: 0.0005, events: { short: 8, pause: 1 } },
  "file errors": { isFile: true, faults: { refusedOperation: 0.01 }, events: { readonly: 1, short: 2, pause: 2 } },
  suspensions: { events: { suspend: 3, short: 2 } },
  clocks: { skewMs: 7_200_000, events: { step: 4, short: 2 }, faults: { refusedRequest: 0.2 } },
  host: { faults: { refusedRequest: 0.2, spuriousRefusal: 0.1, lostReply: 0.1 }, events: { short: 2 } },
  "late requests": { faults: { lateRequest: 0.3 }, events: { short: 2 } },
  "sign-ins": { faults: { lostOperation: 0.1 }, events: { login: 2, logout: 1, short: 2 } },
  "going back": { events: { back: 2, short: 1 } },
  forgetting: { events: { forget: 1, short: 2 } },
  "stale reads": { faults: { staleRead: 0.2 }, events: { short: 2 } },
  mixed: {
    faults: { refusedOperation: 0.05, lostOperation: 0.05, lateOperation: 0.03, refusedRequest: 0.1, lostReply: 0.05 },
    events: { readonly: 0.5, down: 0.5, crash: 1, pause: 1, login: 1, logout: 0.3, short: 3, step: 1 },
    skewMs: 60_000,
  },
};

/** What came of a schedule. */
export interface Outcome {
  readonly seed: number;
  readonly kind: string;
  readonly violations: readonly string[];
  readonly isExcused: boolean;
  readonly sends: number;
  readonly operations: number;
  readonly log: readonly string[];
}

/** How long the disturbances last, and when everything has to be well, in milliseconds. */
const [DISTURBED_MS, CALMED_MS, END_MS] = [150_000, 300_000, 600_000];
/** How often a call may ask the store, and how often more for each second that it takes. */
const [MOST_REQUESTS, MOST_A_SECOND] = [16, 3];
/** The longest stop within the bound: lease and grace. */
const LONGEST_STOP_MS = 25_000;

/** Runs one schedule. */
export async function runSchedule(kind: string, seed: number, isLogging = false): Promise<Outcome> {
  const time = new VirtualTime(seed, isLogging);
  const world = new World(time);
  const run = new Run(time, world, KINDS[kind]!);
  await run.play();
  const isExcused = [...world.families.values()].some(({ excuse }) => excuse !== undefined);
  const { violations, sends, operations } = world;
  return { seed, kind, violations, isExcused, sends, operations, log: time.log };
}

/** A process with a client. */
class Member extends Process {
  readonly manager: TokenManager;
  readonly #demand: () => Promise<string>;
  readonly #refresh: ReturnType<typeof refresher>;
  readonly #world: World;

  constructor(name: string, world: World, storeOf: (process: Process) => AtomicTokenStore | TokenStore) {
    super(name);
    this.#world = world;
    this.manager = new TokenManager({ store: storeOf(this), onDebug: () => {}, limitMs: 2000 });
    this.#refresh = refresher({
      manager: this.manager,
      exchange: (token) => world.exchange(this, token),
      isAutomatic: true,
      onDebug: () => {},
      limitMs: 2000,
      timeoutMs: 30_000,
      maxRetries: 1,
      retryBaseDelay: 1000,
    });
    this.#demand = freshTokens(this.manager, this.#refresh, true).demand;
  }

  /** Calls the service, as a client does: a refused token is refreshed, twice at most. */
  async call(): Promise<boolean> {
    let token: string | undefined = await this.#demand();
    for (let refreshes = 0; refreshes < 3 && token; refreshes++) {
      if (this.#world.accepts(token)) return true;
      token = await this.#refresh(token, refreshes > 0);
    }
    return false;
  }
}

class Run {
  readonly #time: VirtualTime;
  readonly #world: World;
  readonly #kind: Kind;
  readonly #members: Member[] = [];
  readonly #pairStore: TokenStore;
  #shorts = 0;

  constructor(time: VirtualTime, world: World, kind: Kind) {
    this.#time = time;
    this.#world = world;
    this.#kind = kind;
    this.#pairStore = world.pairStoreOf(new Process("pair"));
  }

  async play(): Promise<void> {
    const [time, world] = [this.#time, this.#world];
    const family = world.login();
    const [accessToken, refreshToken] = pairOf(family);
    world.record = { generation: 1, accessToken, refreshToken };
    world.history.push({ at: -1, record: world.record });
    if (this.#kind.isFile) world.fill(world.record);
    world.faults = { ...CALM, ...this.#kind.faults };
    for (let n = time.between(2, 4); n > 0; n--) this.#add(`p${n}`);
    for (let at = 1000; at < DISTURBED_MS; at += time.between(20_000, 60_000)) time.at(at, () => world.expire());
    time.onEvent = (process) => this.#strike(process);
    for (const [event, mean] of Object.entries(this.#kind.events ?? {})) this.#plan(event as WorldEvent, mean);
    time.at(DISTURBED_MS, () => world.faults = CALM);
    time.at(CALMED_MS, () => world.expire());
    await time.run(END_MS - 1);
    await this.#judge();
  }

  /** Adds a process that calls for ever, until it dies. */
  #add(name: string): Member {
    const member = this.#member(name);
    member.skewMs = this.#kind.skewMs ? this.#time.between(-this.#kind.skewMs, this.#kind.skewMs) : 0;
    this.#members.push(member);
    this.#time.start(member, async () => {
      while (this.#time.now < DISTURBED_MS + 60_000) {
        await this.#call(member);
        await this.#time.wait(this.#time.between(500, 15_000), member);
      }
    });
    return member;
  }

  #member(name: string): Member {
    const { isFile, isOldShape } = this.#kind;
    const storeOf = (process: Process) => {
      if (isFile) return this.#world.fileStoreOf(process);
      return isOldShape ? this.#pairStore : this.#world.storeOf(process);
    };
    return new Member(name, this.#world, storeOf);
  }

  /** Stops or ends a process at any of its events, the one between sending and storing included. */
  #strike(process: Process): void {
    const { stops = 0, deaths = 0 } = this.#kind;
    if (this.#time.now > DISTURBED_MS || !stops && !deaths) return;
    // A second stop would go beyond the bound.
    if (this.#time.now > process.pausedUntil + 60_000 && this.#time.chance(stops)) {
      process.pausedUntil = this.#time.now + this.#time.between(100, LONGEST_STOP_MS);
      this.#time.say(process.name, "stops");
    }
    const others = this.#members.filter(({ isDead }) => !isDead).length - 1;
    if (others > 1 && this.#time.chance(deaths)) {
      this.#time.say(process.name, "dies");
      this.#world.kill(process);
    }
  }

  async #call(member: Member): Promise<void> {
    const [began, before] = [this.#time.now, member.operations];
    const answer = await member.call().catch((error) => error);
    const [seconds, requests] = [(this.#time.now - began) / 1000, member.operations - before];
    if (requests > MOST_REQUESTS + MOST_A_SECOND * seconds) {
      this.#world.violations.push(`a call of ${seconds} s made ${requests} requests to the store`);
    }
    if (this.#kind.isTimely && answer?.code === "timeout") {
      this.#world.violations.push(`a call ended by its time limit after ${seconds} s`);
    }
    this.#time.say(member.name, `call: ${answer === true ? "ok" : answer}`);
  }

  #plan(event: WorldEvent, mean: number): void {
    for (let n = 0; n < mean * 3; n++) {
      if (this.#time.chance(1 / 3)) this.#time.at(this.#time.between(1, DISTURBED_MS), () => this.#happen(event));
    }
  }

  #happen(event: WorldEvent): void {
    const [time, world] = [this.#time, this.#world];
    const live = this.#members.filter(({ isDead }) => !isDead);
    const member = live[time.between(0, live.length - 1)];
    const stopMs = time.between(100, LONGEST_STOP_MS);
    if (event === "short") return this.#short();
    if (event === "readonly") return void (world.readonlyUntil = time.now + time.between(1000, 60_000));
    if (event === "down") return void (world.downUntil = time.now + time.between(1000, 40_000));
    if (event === "back") return world.goBack(live);
    if (event === "forget") return world.forget();
    if (!member) return;
    // A second stop would go beyond the bound.
    if ((event === "pause" || event === "suspend") && member.pausedUntil + 60_000 > time.now) return;
    time.say(member.name, event);
    if (event === "crash" && live.length > 1) world.kill(member);
    if (event === "pause") member.pausedUntil = time.now + stopMs;
    if (event === "suspend") {
      [member.pausedUntil, member.suspendedMs] = [time.now + stopMs, member.suspendedMs + stopMs];
    }
    if (event === "step") member.skewMs += time.between(-120_000, 120_000);
    if (event === "login") time.at(0, () => member.manager.set(...pairOf(world.login())), member);
    if (event === "logout") time.at(0, () => member.manager.clear(), member);
  }

  /** A process that calls once and ends. */
  #short(): void {
    const member = this.#member(`s${++this.#shorts}`);
    this.#members.push(member);
    this.#time.start(member, async () => {
      await this.#call(member);
      this.#world.kill(member);
    });
  }

  /** In the end, a process that lives and a new one must find the session of the last sign-in. */
  async #judge(): Promise<void> {
    const [time, world] = [this.#time, this.#world];
    const record = this.#kind.isFile ? await world.readFile() : world.record;
    const family = world.families.get(record?.accessToken?.split(".")[1] ?? "");
    const isSignedOut = record !== undefined && !record.accessToken;
    if (isSignedOut || [...world.families.values()].some(({ excuse }) => excuse)) return;
    if (!this.#kind.isOldShape && world.lastSid && record && sidOf(record) !== world.lastSid) {
      world.violations.push("a sign-in or sign-out was overridden");
    }
    const member = this.#member("last");
    let answer: unknown = "it hangs";
    time.start(member, async () => answer = await member.call().catch((error) => error));
    await time.run(END_MS + 120_000);
    if (answer !== true && !family?.excuse) world.violations.push(`the session is lost: ${answer}`);
  }
}
