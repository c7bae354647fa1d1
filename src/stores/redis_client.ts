/**
 * The methods of a Redis client that are used.
 *
 * @module
 */
import { sleep } from "../transport/abortable.ts";

/** The caller's client, connected: `npm:redis` has `sendCommand`, `npm:ioredis` has `call`. */
export type RedisClient =
  | { sendCommand(args: string[]): Promise<unknown> }
  | { call(command: string, ...args: string[]): Promise<unknown> };

/** Sends one command and returns its reply. */
export type RedisCommand = (command: string, ...args: string[]) => Promise<unknown>;

/**
 * Converts either client to one function.
 *
 * @param client The caller's client.
 * @returns A function that sends a command.
 * @throws {TypeError} When the client is neither.
 */
export function redisCommand(client: RedisClient): RedisCommand {
  // ioredis also has a `sendCommand`, with another signature.
  if ("call" in client && typeof client.call === "function") return (...args) => client.call(...args);
  if ("sendCommand" in client && typeof client.sendCommand === "function") return (...args) => client.sendCommand(args);
  throw new TypeError("Cannot use the Redis client: it has neither sendCommand nor call");
}

/**
 * Limits the wait for an answer. A client that has lost Redis may queue commands and send them later.
 *
 * @param ms How long to wait, in milliseconds.
 * @param answer The pending answer.
 * @returns The answer. Rejects when it doesn't come in time.
 */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis didn't answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** How long a command is retried, and the pause between two attempts, in milliseconds. */
const PERSISTENCE = { maxWaitMs: 10_000, pauseMs: 50 } as const;

/**
 * Retries a command while Redis is unavailable, so that a restart doesn't lose a pair.
 *
 * @param command Sends idempotent commands.
 * @returns A function that does the same with a time limit of 10 seconds.
 */
export function persistent(command: RedisCommand): RedisCommand {
  return async (...args) => {
    const deadline = Date.now() + PERSISTENCE.maxWaitMs;
    for (;;) {
      try {
        return await within(Math.max(1, deadline - Date.now()), command(...args));
      } catch (error) {
        if (Date.now() >= deadline || isFinal(error)) throw error;
      }
      await sleep(PERSISTENCE.pauseMs);
    }
  };
}

/** Whether Redis has answered and would answer the same again. */
function isFinal(error: unknown): boolean {
  return /WRONGTYPE|NOAUTH|NOPERM|not a session/.test(String(error));
}

/**
 * Runs a Lua script atomically.
 *
 * @param command Sends commands.
 * @param script The script.
 * @param keys Its keys.
 * @param args Its arguments.
 * @returns The script's result.
 */
export function evalScript(
  command: RedisCommand,
  script: string,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  return command("EVAL", script, String(keys.length), ...keys, ...args);
}
