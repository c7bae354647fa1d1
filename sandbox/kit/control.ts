import type { ConformanceReport } from "../document/conformance.ts";
import type { UndocumentedRequest } from "../document/undocumented.ts";
import type { Fault } from "../faults/active.ts";
import type { FaultName } from "../faults/named.ts";
import type { FaultRule } from "../faults/rule.ts";
import type { WorldData } from "../seed/world_data.ts";
import type { IssuedTokens } from "../store/oauth.ts";
import type { SandboxConfig } from "../world/config.ts";
import type { LoggedRequest, LogQuery } from "../world/request_log.ts";
import type { ClientApp } from "../world/world.ts";
import type { ExpectedRequest, ExpectOptions } from "./expect_request.ts";

/** The configuration of a client for the controlled world. */
export interface ControlledClientConfig extends ClientApp {
  /** Address of the API. */
  readonly baseUrl: string;
  /** Address of the OAuth host. */
  readonly authUrl: string;
  /** Reaches the sandbox. */
  readonly fetch: typeof fetch;
}

/** The clock of a sandbox, local or remote. */
export interface ControlledClock {
  /** Milliseconds since the epoch, as the sandbox sees them. */
  now(): Promise<number>;
  /** Stops the clock at the current time, or at a given one. */
  freeze(moment?: string | Date | number): Promise<void>;
  /** Lets a frozen clock run on. */
  resume(): Promise<void>;
  /** Moves the clock to a moment; a frozen clock stays frozen there. */
  set(moment: string | Date | number): Promise<void>;
  /** Moves the clock forward (or back, when negative) by milliseconds. */
  advance(milliseconds: number): Promise<void>;
}

/** The faults of a sandbox, local or remote. */
export interface ControlledFaults {
  /**
   * Switches a fault on.
   *
   * @param fault A name, or a custom rule.
   * @param rule For a named fault: what differs from its defaults, such as `{ times: 3 }`.
   */
  add(fault: FaultName | FaultRule, rule?: FaultRule): Promise<Fault>;
  /** Every fault that is switched on, with its hits so far. */
  list(): Promise<Fault[]>;
  /** Switches one off. */
  remove(id: number): Promise<void>;
  /** Switches all of them off. */
  clear(): Promise<void>;
}

/** The data of a sandbox, local or remote. */
export interface ControlledData {
  /** Adds users, tracks, apps and so on: all of them, or none if something is invalid. */
  add(data: WorldData): Promise<void>;
  /** The whole state, as a tar archive: rows, clock, settings, faults, uploads. */
  export(): Promise<Uint8Array>;
  /** Replaces this state with an exported one; a rejected one changes nothing. */
  import(archive: Uint8Array): Promise<void>;
}

/**
 * The controls of a sandbox for a test: the same in this process (`sandbox.control`) and at an address ({@linkcode
 * connectSandbox}). If the sandbox refuses an operation, it rejects with an `Error` that gives the reason.
 */
export interface SandboxControl {
  /** Address of the world's API, without a slash at its end. */
  readonly url: string;
  /** Everything a client needs to talk to this world. */
  readonly clientConfig: ControlledClientConfig;
  /** The time. */
  readonly clock: ControlledClock;
  /** What goes wrong. */
  readonly faults: ControlledFaults;
  /** The settings. */
  readonly config: {
    /** All of them. */
    get(): Promise<SandboxConfig>;
    /** Changes settings: all of them, or none if one is invalid. */
    set(changes: Partial<SandboxConfig>): Promise<SandboxConfig>;
  };
  /** The content of the world. */
  readonly data: ControlledData;
  /** The last thousand requests to the world, oldest first and without secrets. */
  requests(query?: LogQuery): Promise<LoggedRequest[]>;
  /**
   * Sees to it that a request has been sent.
   *
   * @param expected The pattern. Secrets are hidden in the log: expect `OAuth *` of an `authorization`.
   * @returns The last matching request; `undefined` if none was expected.
   * @throws {UnexpectedRequests} When no request matches, or another number than `times`. The message shows the nearest
   * one and where it differs.
   */
  expectRequest(expected: ExpectedRequest, options?: ExpectOptions): Promise<LoggedRequest | undefined>;
  /**
   * Signs a user in without the authorize page.
   *
   * @param user Id or permalink; the world's first user when left out, an app without a user when `null`.
   * @param app Client id; that of `clientConfig` when left out.
   */
  issueTokens(user?: number | string | null, app?: string): Promise<IssuedTokens>;
  /** Puts everything back to how it started: rows, clock, settings; no faults, an empty log. */
  reset(): Promise<void>;
  /** Saves the world as a snapshot; the default name is generated. Resolves with the name. */
  snapshot(name?: string): Promise<string>;
  /** Puts the world back to a snapshot: rows, clock and settings. */
  restore(name: string): Promise<void>;
  /** How far the sandbox's own replies were as documented. */
  conformance(): Promise<ConformanceReport>;
  /** The undocumented requests, each with the nearest documented operation. */
  undocumented(): Promise<UndocumentedRequest[]>;
  /**
   * A separate world: state, clock, settings, faults, log. It starts as the sandbox did, and is made when it is first
   * used.
   *
   * @param name Letters, digits, `.`, `_` and `-`, at most 64; default an unused name.
   */
  namespace(name?: string): NamespaceControl;
}

/** The control of a namespace. */
export interface NamespaceControl extends SandboxControl {
  /** Its name. */
  readonly name: string;
  /** Ends it; the name then stands for a new world. */
  remove(): Promise<void>;
  /** Ends it at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void>;
}
