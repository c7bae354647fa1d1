// What the JavaScript of a transcript may use beside the library's exports.
import * as library from "@tonearm/client";
import * as kv from "@tonearm/client/deno-kv";
import * as file from "@tonearm/client/file";
import * as http from "@tonearm/client/http";
import * as limits from "@tonearm/client/limits";
import * as postgres from "@tonearm/client/postgres";
import * as redis from "@tonearm/client/redis";
import * as contract from "@tonearm/client/store-contract";
import * as records from "../../../src/oauth/token_record.ts";
import * as swaps from "../../../src/stores/file_swap.ts";
import { MemoryDisk, watchFlushes } from "../sessions/disks.ts";

/** Everything that the library exports, and what its stores are made of. */
export const exported: Readonly<Record<string, unknown>> = {
  ...{ ...library, ...limits, ...redis, ...file, ...http, ...postgres, ...kv, ...contract, ...records, ...swaps },
};

/** A store of the application's own. */
export class PlainStore implements library.TokenStore {
  #pair: (string | undefined)[];

  constructor(...pair: (string | undefined)[]) {
    this.#pair = pair;
  }

  getAccessToken(): string | undefined {
    return this.#pair[0];
  }

  getRefreshToken(): string | undefined {
    return this.#pair[1];
  }

  setTokens(...pair: (string | undefined)[]): void {
    this.#pair = pair;
  }

  clearTokens(): void {
    this.#pair = [];
  }
}

/** Stands in a script for what a method does without one. */
export const usual: unique symbol = Symbol("usual");

/** Stores, and what the calls of a script do. */
export const TOOLS: Readonly<Record<string, unknown>> = {
  MemoryDisk,
  PlainStore,
  usual,
  watchFlushes,
  hangs: () => new Promise(() => {}),
  fails: (message: string) => () => Promise.reject(new Error(message)),
  throws: (message: string) => () => {
    throw new Error(message);
  },
  settled: async (...work: Promise<unknown>[]) =>
    (await Promise.allSettled(work)).map((each) => each.status === "fulfilled" ? each.value : each.reason),
};

/** Counts the listeners that are left on signals. */
export class Listeners {
  readonly #counts = new Map<AbortSignal, number>();

  /** How many are left; none hears anything of a signal that is aborted. */
  get left(): number {
    return [...this.#counts].reduce((sum, [{ aborted }, count]) => aborted ? sum : sum + count, 0);
  }

  /** Counts those of a signal. */
  count(signal: AbortSignal): AbortSignal {
    const counting = (method: (...given: never[]) => void, by: number) => (...given: unknown[]) => {
      this.#counts.set(signal, (this.#counts.get(signal) ?? 0) + by);
      Reflect.apply(method, signal, given);
    };
    const { addEventListener, removeEventListener } = signal;
    return Object.assign(signal, {
      addEventListener: counting(addEventListener, 1),
      removeEventListener: counting(removeEventListener, -1),
    });
  }
}

/** What needs the time, or is noted. */
export function clockTools(
  start: () => number,
  note: (name: string, value?: unknown) => void,
  signals: Listeners,
): object {
  return {
    T: (ms = 0) => start() + ms,
    sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
    aborted: (ms: number, reason?: unknown) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), ms);
      return signals.count(controller.signal);
    },
    hooks: {
      onRetry: (info: unknown) => note("onRetry", info),
      onRequest: (event: unknown) => note("onRequest", event),
      onDebug: (message: string) => note("onDebug", message),
      onRevoked: () => note("onRevoked"),
    },
  };
}

/** The calls of a method, in order: what each answers, or a function instead. */
export type Script = Readonly<Record<string, unknown[]>>;

/** Answers with promises, as drivers do. */
export function answering(script: Script): Script {
  const answer = (value: unknown) => typeof value === "function" ? value : () => Promise.resolve(value);
  return Object.fromEntries(Object.entries(script).map(([name, values]) => [name, values.map(answer)]));
}
