import type { ConformanceReport } from "../document/conformance.ts";
import type { UndocumentedRequest } from "../document/undocumented.ts";
import type { Fault } from "../faults/active.ts";
import type { FaultName } from "../contract/faults.ts";
import type { FaultRule } from "../faults/rule.ts";
import type { DayOfActivity } from "../living/history.ts";
import type { WorldData } from "../seed/world_data.ts";
import type { IssuedTokens } from "../store/oauth.ts";
import type { SandboxConfig } from "../base/config.ts";
import type { LoggedRequest, LogQuery } from "../base/request_log.ts";
import type { ClientApp } from "../world/world.ts";
import type { ExpectedRequest, ExpectOptions } from "./expect_request.ts";

/** The configuration of a client for a served sandbox. */
export interface ServedClientConfig extends ClientApp {
  /** Base URL of the API. */
  readonly baseUrl: string;
  /** Base URL of the OAuth host. */
  readonly authUrl: string;
}

/** Configuration of a client for the controlled world. */
export interface ControlledClientConfig extends ServedClientConfig {
  /** Reaches the sandbox. */
  readonly fetch: typeof fetch;
}

/** The clock of a sandbox, local or remote. */
export interface ControlledClock {
  /** The sandbox's time, in milliseconds since the epoch. */
  now(): Promise<number>;
  /** Stops the clock at the current time or the given one. */
  freeze(time?: string | Date | number): Promise<void>;
  /** Lets a frozen clock run again. */
  resume(): Promise<void>;
  /** Sets the clock to a time; a frozen clock stays frozen. */
  set(time: string | Date | number): Promise<void>;
  /** Moves the clock forward by milliseconds, or back if negative. */
  advance(milliseconds: number): Promise<void>;
}

/** The faults of a sandbox, local or remote. */
export interface ControlledFaults {
  /**
   * Switches a fault on.
   *
   * @param fault A name, or a custom rule.
   * @param rule For a named fault: overrides of its defaults, such as `{ times: 3 }`.
   */
  add(fault: FaultName | FaultRule, rule?: FaultRule): Promise<Fault>;
  /** Lists the active faults, with their hits so far. */
  list(): Promise<Fault[]>;
  /** Switches a fault off. */
  remove(id: number): Promise<void>;
  /** Switches all faults off. */
  clear(): Promise<void>;
}

/** Which history to return: of one track, one playlist, a user with all tracks and playlists, or of everything. */
export interface ActivityQuery {
  /** Id of a track. */
  readonly track?: number | undefined;
  /** Id of a playlist. */
  readonly playlist?: number | undefined;
  /** Id of a user: the followers, and what happened to the user's tracks and playlists. */
  readonly user?: number | undefined;
  /** Only what happened after this time. Default: the time at which the listeners begin. */
  readonly from?: string | Date | number | undefined;
  /** Only what happened up to this time. Default: the sandbox's time. */
  readonly to?: string | Date | number | undefined;
}

/** The data of a sandbox, local or remote. */
export interface ControlledData {
  /** Adds users, tracks, apps and so on: all, or none if something is invalid. */
  add(data: WorldData): Promise<void>;
  /** Exports the whole state as a tar archive: rows, clock, settings, faults and uploads. */
  export(): Promise<Uint8Array>;
  /** Replaces this state with an exported one; a rejected one changes nothing. */
  import(archive: Uint8Array): Promise<void>;
}

/**
 * The controls of a sandbox for tests, the same in this process (`sandbox.control`) and over HTTP ({@linkcode
 * connectSandbox}). If the sandbox refuses an operation, the call rejects with an `Error` that gives the reason.
 */
export interface SandboxControl {
  /** Base URL of the world's API, without a trailing slash. */
  readonly url: string;
  /** Configuration of a client for this world. */
  readonly clientConfig: ControlledClientConfig;
  /** The time. */
  readonly clock: ControlledClock;
  /** The faults. */
  readonly faults: ControlledFaults;
  /** The settings. */
  readonly config: {
    /** Returns all settings. */
    get(): Promise<SandboxConfig>;
    /** Changes settings: all, or none if one is invalid. */
    set(changes: Partial<SandboxConfig>): Promise<SandboxConfig>;
  };
  /** The content of the world. */
  readonly data: ControlledData;
  /**
   * Returns what the listeners of a living world did, by day (UTC): the truth behind the counts of responses. The first
   * and the last day may be incomplete.
   */
  activity(query?: ActivityQuery): Promise<DayOfActivity[]>;
  /** Returns the last thousand requests to the world, oldest first and without secrets. */
  requests(query?: LogQuery): Promise<LoggedRequest[]>;
  /**
   * Checks that a request has been sent.
   *
   * @param expected The pattern. The log hides secrets, so expect `OAuth *` as the `authorization`.
   * @returns The last matching request; `undefined` if none was expected.
   * @throws {UnexpectedRequests} When no request matches, or the number differs from `times`. The message shows the
   * nearest request and its differences.
   */
  expectRequest(expected: ExpectedRequest, options?: ExpectOptions): Promise<LoggedRequest | undefined>;
  /**
   * Signs a user in without the authorize page.
   *
   * @param user Id or permalink. Default: the world's first user; `null` for the app without a user.
   * @param app Client id. Default: that of `clientConfig`.
   */
  issueTokens(user?: number | string | null, app?: string): Promise<IssuedTokens>;
  /** Restores the initial rows, clock and settings, and removes faults and log entries. */
  reset(): Promise<void>;
  /** Saves the world as a snapshot; the default name is generated. Resolves with the name. */
  snapshot(name?: string): Promise<string>;
  /** Restores a snapshot: rows, clock and settings. */
  restore(name: string): Promise<void>;
  /** Reports whether the sandbox's own responses conform to the documentation. */
  conformance(): Promise<ConformanceReport>;
  /** Lists undocumented requests, each with the nearest documented operation. */
  undocumented(): Promise<UndocumentedRequest[]>;
  /**
   * Returns the control of a separate world, with its own state, clock, settings, faults and log. It starts like the
   * sandbox and is created on first use.
   *
   * @param name Letters, digits, `.`, `_` and `-`, at most 64; default an unused name.
   */
  namespace(name?: string): NamespaceControl;
}

/** The control of a namespace. */
export interface NamespaceControl extends SandboxControl {
  /** Its name. */
  readonly name: string;
  /** Removes the namespace; its name may be used for a new one. */
  remove(): Promise<void>;
  /** Removes it at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void>;
}
