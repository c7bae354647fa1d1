/**
 * The methods of a Redis client that are used.
 *
 * @module
 */

/**
 * The caller's client, connected: `npm:redis` has `sendCommand` (with the key first for a cluster or sentinels),
 * `npm:ioredis` has `call`.
 */
export type RedisClient =
  | { sendCommand(args: string[]): Promise<unknown> }
  | { sendCommand(key: string | undefined, isReadonly: boolean | undefined, args: string[]): Promise<unknown> }
  | { sendCommand(isReadonly: boolean | undefined, args: string[]): Promise<unknown> }
  | { call(command: string, ...args: string[]): Promise<unknown> };

/** Sends one command and returns its reply. */
export type RedisCommand = (command: string, ...args: string[]) => Promise<unknown>;

/**
 * Converts either client to one function.
 *
 * @param client The caller's client: single, of a cluster, or of sentinels.
 * @returns A function that sends a command. A cluster finds its node by the key: the first argument, or the third of a
 * script.
 * @throws {TypeError} When the client is neither.
 */
export function redisCommand(client: RedisClient): RedisCommand {
  // ioredis also has a `sendCommand`, with another signature.
  if ("call" in client && typeof client.call === "function") return (...args) => client.call(...args);
  if (!("sendCommand" in client) || typeof client.sendCommand !== "function") {
    throw new TypeError("Cannot use the Redis client: it has neither sendCommand nor call");
  }
  const send = client.sendCommand.bind(client) as (...args: unknown[]) => Promise<unknown>;
  // The number of parameters tells the clients of `npm:redis` apart.
  if (send.length === 4) return (...args) => send(args[0] === "EVAL" ? args[3] : args[1], false, args);
  return send.length === 3 ? (...args) => send(false, args) : (...args) => send(args);
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
