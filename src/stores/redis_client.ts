import { inTime } from "../transport/callbacks.ts";

/**
 * The caller's client, connected: `npm:redis` has `sendCommand` (with the key first for a cluster or sentinels),
 * `npm:ioredis` has `call`.
 */
export type RedisClient =
  | { sendCommand(args: string[]): Promise<unknown> }
  | { sendCommand(key: string | undefined, isReadonly: boolean | undefined, args: string[]): Promise<unknown> }
  | { sendCommand(isReadonly: boolean | undefined, args: string[]): Promise<unknown> }
  | { call(command: string, ...args: string[]): Promise<unknown> };

/** Sends one command and returns its response. */
export type RedisCommand = (command: string, ...args: string[]) => Promise<unknown>;

/**
 * Converts either client to one function. A client that has lost Redis may queue commands and send them later, so the
 * wait for an answer is limited.
 *
 * @param client The caller's client: single, of a cluster, or of sentinels.
 * @param replyMs How long to wait for an answer, in milliseconds; 0 for no limit.
 * @returns A function that sends a command. A cluster finds its node by the key: the first argument, or the third of a
 * script.
 * @throws {TypeError} When the client is neither.
 */
export function redisCommand(client: RedisClient, replyMs: number): RedisCommand {
  const send = sender(client);
  return (...args) => inTime(() => send(args), replyMs, noAnswer);
}

/** Creates the error of a Redis that doesn't answer in time. */
export function noAnswer(replyMs: number): Error {
  return new Error(`Redis didn't answer within ${replyMs} ms`);
}

function sender(client: RedisClient): (args: [string, ...string[]]) => Promise<unknown> {
  // ioredis also has a `sendCommand`, with another signature.
  if ("call" in client && typeof client.call === "function") return (args) => client.call(...args);
  if (!("sendCommand" in client) || typeof client.sendCommand !== "function") {
    throw new TypeError("Cannot use the Redis client: it has neither sendCommand nor call");
  }
  const send = client.sendCommand.bind(client) as (...args: unknown[]) => Promise<unknown>;
  // The number of parameters tells the clients of `npm:redis` apart.
  if (send.length === 4) return (args) => send(args[0] === "EVAL" ? args[3] : args[1], false, args);
  return send.length === 3 ? (args) => send(false, args) : (args) => send(args);
}

/** Runs a Lua script atomically. */
export function evalScript(
  command: RedisCommand,
  script: string,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  return command("EVAL", script, String(keys.length), ...keys, ...args);
}
