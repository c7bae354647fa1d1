import { ServiceError } from "../../src/errors.ts";
import { isSameRecord, parseRecord } from "../../src/oauth/token_record.ts";
import { readSwapped, swapFile } from "../../src/stores/file_swap.ts";
import type { TokenStore } from "../../src/types/config.ts";
import type { ServiceToken } from "../../src/types/token.ts";
import type { AtomicTokenStore, TokenRecord } from "../../src/types/token_record.ts";
import { MemoryDisk } from "../support/sessions/disks.ts";
import { CALM, type Faults } from "./faults.ts";
import type { Process, VirtualTime } from "./virtual_time.ts";

/** One sign-in at the host: its tokens live and die together. */
export interface Family {
  readonly name: string;
  /** Number of the current pair. */
  current: number;
  isRevoked: boolean;
  /** Why this sign-in may end although nobody made a mistake. */
  excuse: string | undefined;
}

/** The name of the file. */
const FILE = "session.json";
/** Time limit of a token request, in milliseconds. */
const REQUEST_MS = 10_000;
/** For how long a live owner keeps its pair although it can't store it, in milliseconds, and the end of it when its store is back. */
const [BOUND_MS, GRACE_MS] = [28_000, 8000];

/** The host and the store of one run. */
export class World {
  readonly time: VirtualTime;
  faults: Faults = CALM;
  /** When the store takes no writes, and when it doesn't answer at all. */
  readonlyUntil = 0;
  downUntil = 0;
  /** The files, where the store is a file. */
  readonly files: Map<string, string> = new Map<string, string>();
  record: TokenRecord | undefined;
  readonly history: { readonly at: number; readonly record: TokenRecord | undefined }[] = [];
  readonly families: Map<string, Family> = new Map<string, Family>();
  /** What must not happen. */
  readonly violations: string[] = [];
  sends = 0;
  operations = 0;
  /** The sign-in or sign-out that was stored last. */
  lastSid: string | undefined;
  /** The newest write before the store went back; nobody who has not seen it can know. */
  #lostMark: string | undefined;
  readonly #seen = new Map<Process, Set<string>>();
  /** The pairs that only one process has, and since when. */
  readonly #holding = new Map<Process, { readonly family: Family; readonly since: number }>();
  #logins = 0;
  /** Before this time access tokens have expired. */
  #expiredBefore = -1;
  readonly #issuedAt = new Map<string, number>();

  constructor(time: VirtualTime) {
    this.time = time;
  }

  /** Signs a user in at the host. */
  login(): Family {
    const family = { name: `f${++this.#logins}`, current: 0, isRevoked: false, excuse: undefined };
    this.families.set(family.name, family);
    this.#issuedAt.set(accessOf(family), this.time.now);
    return family;
  }

  /** Ends the life of all access tokens. */
  expire(): void {
    this.time.say("host", "access tokens expire");
    this.#expiredBefore = this.time.now;
  }

  /** Whether the service accepts an access token. */
  accepts(access: string | undefined): boolean {
    const family = this.families.get(access?.split(".")[1] ?? "");
    if (!family || family.isRevoked) return false;
    return (this.#issuedAt.get(access!) ?? -1) > this.#expiredBefore;
  }

  /** Excuses every sign-in that the store holds: what happens to it is nobody's mistake. */
  excuse(reason: string): void {
    for (const family of this.families.values()) family.excuse ??= reason;
  }

  /** Restores an older record. */
  goBack(live: readonly Process[]): void {
    const older = this.history.filter(({ at }) => at < this.time.now - 1).slice(-6, -1);
    const chosen = older[this.time.between(0, older.length - 1)];
    if (!chosen?.record || !this.record) return;
    this.#lostMark = markOf(this.record);
    const unknowing = live.filter((process) => !this.#knows(process, this.#lostMark));
    if (unknowing.length) return void (this.#lostMark = undefined);
    this.time.say("store", `goes back to ${describe(chosen.record)}`);
    this.record = chosen.record;
  }

  /** Ends a process. A pair that only it has dies with it. */
  kill(process: Process): void {
    process.isDead = true;
    const family = this.#holding.get(process)?.family;
    if (family && !this.#isOnDisk(accessOf(family))) family.excuse ??= "its process died with the only pair";
  }

  /** Forgets the record. */
  forget(): void {
    this.time.say("store", "forgets");
    this.excuse("the store forgot");
    this.record = undefined;
  }

  /** The store, as one process sees it. */
  storeOf(process: Process): AtomicTokenStore {
    return {
      read: () => this.#operate(process, "read", () => this.#read(process)),
      compareAndSwap: (expected, next) =>
        this.#operate(process, `swap to ${describe(next)}`, () => this.#swap(process, expected, next), true),
    };
  }

  /** The store as a file, as one process sees it. Each operation of the disk is a step, between which it may stop or end. */
  fileStoreOf(process: Process): AtomicTokenStore {
    const { time } = this;
    const disk = new MemoryDisk(this.files, async (isChange) => {
      await time.wait(time.between(1, 20), process);
      if (isChange && (this.readonlyUntil > time.now || time.chance(this.faults.refusedOperation))) {
        throw new Error("EIO");
      }
    });
    const count = () => {
      this.operations++;
      process.operations++;
    };
    return {
      read: async () => {
        count();
        const record = parseRecord(await readSwapped(disk, FILE) ?? "");
        time.say(process.name, `reads ${describe(record)}`);
        return record;
      },
      compareAndSwap: async (expected, next) => {
        count();
        const update = (text = "") => isSameRecord(parseRecord(text), expected) ? JSON.stringify(next) : undefined;
        const isStored = await swapFile(disk, FILE, update, !!next.intent) !== undefined;
        time.say(process.name, `swap to ${describe(next)}: ${isStored}`);
        if (isStored && !next.intent) this.#holding.delete(process);
        return isStored;
      },
    };
  }

  /** Puts a record into the file. */
  fill(record: TokenRecord): void {
    this.files.set(FILE, JSON.stringify(record));
  }

  /** Reads the file, as a new process does. */
  async readFile(): Promise<TokenRecord | undefined> {
    return parseRecord(await readSwapped(new MemoryDisk(new Map(this.files)), FILE) ?? "");
  }

  /** Whether the next reader of the file finds a token: in it, or in what follows its content. */
  #isOnDisk(token: string): boolean {
    const text = this.files.get(FILE);
    if (text === undefined) return false;
    const next = `${FILE}.${new MemoryDisk().fingerprint(text)}`;
    const texts = [text, this.files.get(`${next}.next/record`), this.files.get(`${next}.tmp/record`)];
    return texts.some((one) => one !== undefined && parseRecord(one)?.accessToken === token);
  }

  /** The store in its older shape, for the clients of one process. */
  pairStoreOf(process: Process): TokenStore {
    return {
      getAccessToken: () => this.#operate(process, "access", () => this.record?.accessToken),
      getRefreshToken: () => this.#operate(process, "refresh", () => this.record?.refreshToken),
      setTokens: (accessToken, refreshToken) =>
        this.#operate(
          process,
          `set ${accessToken}`,
          () => void (this.record = { generation: 0, accessToken, refreshToken }),
        ),
      clearTokens: () => this.#operate(process, "clear", () => void (this.record = undefined)),
    };
  }

  /** Sends a refresh token to the host. */
  exchange(process: Process, refreshToken: string): Promise<ServiceToken> {
    const { time, faults } = this;
    this.sends++;
    time.say(process.name, `sends ${refreshToken}`);
    const isLate = time.chance(faults.lateRequest);
    const travelMs = isLate ? time.between(REQUEST_MS, REQUEST_MS + 4900) : time.between(5, 300);
    return new Promise((resolve, reject) => {
      const timeout = time.at(
        REQUEST_MS,
        () => reject(new ServiceError(0, "", undefined, { code: "timeout" })),
        process,
      );
      time.at(travelMs, () => {
        const outcome = this.#answer(process, refreshToken, isLate);
        if (!outcome) return;
        time.at(time.between(5, 500), () => {
          timeout.isCancelled = true;
          if (outcome instanceof ServiceError) reject(outcome);
          else resolve(outcome);
        }, process);
      });
    });
  }

  #answer(process: Process, refreshToken: string, isLate: boolean): ServiceToken | ServiceError | undefined {
    const { time, faults } = this;
    if (time.chance(faults.refusedRequest)) {
      const status = time.chance(0.5) ? 503 : 429;
      time.say("host", `${status}`);
      return new ServiceError(status, "", undefined, { headers: new Headers({ "Retry-After": "2" }) });
    }
    const [, name = "", number] = refreshToken.split(".");
    const family = this.families.get(name);
    const invalid = new ServiceError(400, "", { error: "invalid_grant" });
    if (!family || family.isRevoked || time.chance(faults.spuriousRefusal)) return invalid;
    if (Number(number) !== family.current) {
      time.say("host", `${refreshToken} again: revokes ${name}`);
      family.isRevoked = true;
      this.#excuseStop(family);
      if (!family.excuse) this.violations.push(`${refreshToken} was sent twice`);
      return invalid;
    }
    family.current++;
    const access_token = accessOf(family);
    this.#issuedAt.set(access_token, time.now);
    this.#holding.set(process, { family, since: time.now });
    time.say("host", `commits ${access_token}`);
    const isLost = time.chance(faults.lostReply);
    if (isLost || isLate || process.isDead) {
      family.excuse ??= "nobody got the pair";
      return isLost && time.chance(0.5) ? new ServiceError(504, "") : undefined;
    }
    return {
      access_token,
      refresh_token: `r.${name}.${family.current}`,
      expires_in: 3600,
      scope: "",
      token_type: "bearer",
    };
  }

  /** Excuses a sign-in whose pair its owner could not store within lease and grace, since it was stopped when its store was back. */
  #excuseStop(family: Family): void {
    const { now } = this.time;
    for (const [owner, held] of this.#holding) {
      const wasStopped = owner.pausedUntil > now - GRACE_MS;
      if (held.family !== family || !wasStopped || now - held.since < BOUND_MS) continue;
      family.excuse ??= "its owner was stopped when the store was back";
    }
  }

  /** Runs one operation on the store. It may fail before or after its effect, and reply late or never. */
  #operate<T>(process: Process, what: string, effect: () => T, isWrite = false): Promise<T> {
    const { time, faults } = this;
    this.operations++;
    process.operations++;
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        time.say(process.name, `${what}: ${reason}`);
        time.at(time.between(1, 20), () => reject(new Error(reason)), process);
      };
      const isLate = time.chance(faults.lateOperation);
      time.at(isLate ? time.between(2000, 5400) : time.between(1, 30), () => {
        if (this.downUntil > time.now) return fail("the store is down");
        if (isWrite && this.readonlyUntil > time.now) return fail("the store is read-only");
        if (time.chance(faults.refusedOperation)) return fail("refused");
        const result = effect();
        time.say(process.name, `${what}: ${describe(result)}${isLate ? " (late)" : ""}`);
        if (!time.chance(faults.lostOperation)) {
          return void time.at(time.between(1, 30), () => resolve(result), process);
        }
        if (time.chance(0.7)) fail("the reply is lost");
      });
    });
  }

  #read(process: Process): TokenRecord | undefined {
    const stale = this.time.chance(this.faults.staleRead) ? this.history.at(-2)?.record : undefined;
    const record = stale ?? this.record;
    if (this.#lostMark && !stale && !this.#knows(process, this.#lostMark)) this.excuse("who reads doesn't know better");
    if (record && !stale) this.#note(process, record);
    return structuredClone(record);
  }

  #swap(process: Process, expected: TokenRecord | undefined, next: TokenRecord): boolean {
    if (!isSameRecord(this.record, expected)) return false;
    const before = this.record;
    this.record = structuredClone(next);
    const held = this.#holding.get(process)?.family;
    if (held && next.accessToken === accessOf(held)) this.#holding.delete(process);
    if (sidOf(next) !== (before && sidOf(before)) && !before?.after?.includes(sidOf(next))) this.lastSid = sidOf(next);
    this.history.push({ at: this.time.now, record: this.record });
    if (this.#knows(process, this.#lostMark)) this.#lostMark = undefined;
    this.#note(process, next);
    return true;
  }

  #note(process: Process, record: TokenRecord): void {
    const seen = this.#seen.get(process) ?? new Set();
    this.#seen.set(process, seen.add(markOf(record)));
  }

  #knows(process: Process, mark: string | undefined): boolean {
    return mark !== undefined && this.#seen.get(process)?.has(mark) === true;
  }
}

/** The pair of a family, as a client sets it. */
export function pairOf(family: Family): [string, string] {
  return [accessOf(family), `r.${family.name}.${family.current}`];
}

function accessOf({ name, current }: Family): string {
  return `a.${name}.${current}`;
}

/** Identifies a sign-in; by its generation, where it's of an older version. */
export function sidOf({ sid, generation }: TokenRecord): string {
  return sid ?? `generation ${generation}`;
}

function markOf({ mark, generation, refreshToken }: TokenRecord): string {
  return mark ?? `${generation} ${refreshToken}`;
}

function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const { accessToken = "signed out", intent, block, seq, mark, sid } = value as TokenRecord;
  const state = [intent && `intent ${intent.id.slice(0, 4)}`, intent?.agedMs && "aged", block && "block"];
  return [accessToken, `sid ${sid?.slice(0, 4)}`, `#${seq ?? 0}`, `mark ${mark?.slice(0, 4)}`, ...state].filter(Boolean)
    .join(", ");
}
