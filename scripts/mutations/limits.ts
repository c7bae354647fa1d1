/**
 * Small faults for what keeps an app within its limits.
 *
 * @module
 */
import { faultsIn, type Mutation } from "./mutation.ts";

const at = faultsIn("src");

/** Every fault of the limits that is tried. */
export const LIMITS_MUTATIONS: readonly Mutation[] = [
  ...at("transport/rate_limit.ts", "transport/rate_limit_test.ts", [
    ["the OAuth host waits for a turn", "context.anonymous ? send() : ", ""],
  ]),
  ...at("transport/cache.ts", "stores/redis_test.ts", [
    ["a fetch that failed keeps others waiting", "return this.#forget(key);", "return;"],
  ]),
  ...at("limits/memory_rate_limiter.ts", "limits/memory_rate_limiter_test.ts", [
    ["any number of calls runs at the same time", "this.#running >= share(concurrency, part) ? Infinity : 0", "0"],
    ["a call that runs isn't counted", "this.#running + this.#ends.length", "this.#ends.length"],
    ["a call is counted no longer than it runs", "now + this.#limits.windowMs", "now"],
    ["a pause is passed over", "if (pause > 0) return pause;", ""],
    ["who gives up keeps the place", "this.#turns.remove(token, grant);", ""],
    ["a refused play stays counted", "if (outcome.isRefused) giveBack();", ""],
    ["a play that never began stays counted", "giveBack();\n      throw error;", "throw error;"],
  ]),
  ...at("limits/fair_queue.ts", "limits/memory_rate_limiter_test.ts", [
    [
      "who came first has every turn",
      "if (this.#owners.delete(owner)) this.#owners.set(owner, entries);",
      "",
    ],
  ]),
  ...at("limits/throttle.ts", "limits/memory_rate_limiter_test.ts", [
    ["calls refused together slow down more than once", "if (since <= this.#changedAt) return;", ""],
    ["the pace never grows back", "this.#part + (now - this.#changedAt) / this.#recoverMs", "this.#part"],
  ]),
  ...at("limits/outcome.ts", "limits/memory_rate_limiter_test.ts", [
    ["a warning to one user slows the app down", "status === 429 && !spamWarningUrn", "status === 429"],
    ["used-up plays slow the app down", "isThrottled: isLimit && !isPlays", "isThrottled: isLimit"],
    ["a query is taken for the path", 'url.split("?")[0]!', "url"],
  ]),
  ...at("limits/app_token.ts", "limits/app_token_test.ts", [
    ["every process renews", "if (kept && kept.access !== refused && this.#isFresh(kept)) return kept;", ""],
    ["nothing is renewed before its end", "expiresAt - this.#marginMs", "expiresAt"],
    ["a failing host ends a token that works", "|| kept.access === refused || Date.now() >= kept.expiresAt", "|| true"],
    ["a used-up limit is asked again and again", "if (Date.now() < until) throw error;", ""],
    ["a dead refresh token is the end", "if (!isRefused) throw error;", "throw error;"],
  ]),
  ...at("stores/redis_rate_limiter.ts", "stores/redis_rate_limiter_test.ts", [
    ["who gives up keeps a permit", "entering.then(({ playsEnd }) => queue.leave(ticket, playsEnd), () => {});", ""],
    ["a long call loses its turn", "this.#queue.renew(ticket)", "undefined"],
    ["tokens show in Redis", 'await this.#hash(call.token ?? "")', 'call.token ?? ""'],
  ]),
  ...at("stores/redis_queue.ts", "stores/redis_rate_limiter_test.ts", [
    ["nobody looks for turns", 'this.#timer = setTimeout(() => this.#quietly(this.ask("look")), pause);', ""],
  ]),
  ...at(
    "stores/redis_rate_limiter_scripts.ts",
    "stores/redis_rate_limiter_test.ts stores/redis_rate_limiter_plays_test.ts",
    [
      ["a process that is gone has turns", "if isIn(ALIVE, owner) then", "if true then"],
      [
        "users don't take turns",
        'math.max(get("turn"), tonumber(call("ZSCORE", TURNS, user) or 0)) + 1',
        'call("ZCARD", WAITING) + 1',
      ],
      ["each process has plays of its own", "if used < plays then", "if true then"],
      ["calls refused together slow down more than once", 'if since > get("paceAt") then', "if true then"],
      ["keys stay for ever", 'for index, key in ipairs(KEYS) do call("PEXPIRE", key, ${PLAYS_MS} + windowMs) end', ""],
    ],
  ),
];
