/**
 * Small faults for the sources of the three packages, each with the tests that ought to notice it.
 *
 * @module
 */
import { CLI_MUTATIONS } from "./mutations/cli.ts";
import { LIMITS_MUTATIONS } from "./mutations/limits.ts";
import { faultsIn, type Mutation } from "./mutations/mutation.ts";
import { SANDBOX_MUTATIONS } from "./mutations/sandbox.ts";

export type { Mutation };

const at = faultsIn("src");

/** Every fault that is tried. */
export const MUTATIONS: readonly Mutation[] = [
  ...at("transport/abortable.ts", "transport/abortable_test.ts", [
    ["an observer that rejects takes the process along", "await observer?.(news);", "observer?.(news);"],
    ["a signal that was aborted before is waited for", "if (signal?.aborted) callback();", ""],
  ]),
  ...at("transport/addresses.ts", "transport/addresses_test.ts", [
    [
      "a token goes to hosts whose name only begins like ours",
      "`${base.origin}/`, `${auth.origin}/`",
      "base.origin, auth.origin",
    ],
    [
      "a token travels over plain http",
      'url?.protocol === "http:" && LOOPBACK.test(url.hostname)',
      'url?.protocol === "http:"',
    ],
  ]),
  ...at("transport/authorize.ts", "transport/authorize_test.ts", [
    ["a token goes anywhere", "|| !mayCarryToken(request.url)", ""],
  ]),
  ...at("transport/renew.ts", "transport/authorize_test.ts", [
    ["a call's own token is refreshed", "|| ownToken ", ""],
    ["a stream that was read is sent again after a refresh", " || !isRepeatable(request.body)", ""],
    ["a call is replayed with the token that was refused", "|| fresh === token", ""],
  ]),
  ...at("transport/cache.ts", "transport/cache_test.ts", [
    ["keys hold the token itself", 'await hash(token ?? "")', "token"],
    ["a kept object is shared", "structuredClone(await store.get(key))", "await store.get(key)"],
    ["an answer that a write overtook is kept", "drops === replies.drops && ", ""],
    ["an answer for a new token is kept as the old one's", " && token === context.token", ""],
    ["signed addresses are kept", " || context.uncached", ""],
    ["signing in drops what is kept", "if (context.anonymous) return await next(request, context);", ""],
    [
      "a failing write drops nothing",
      ".finally(() => replies.drop(staleAfter(new URL(url).pathname)))",
      ".then((reply) => (replies.drop(staleAfter(new URL(url).pathname)), reply))",
    ],
  ]),
  ...at("transport/dedupe.ts", "transport/dedupe_test.ts", [
    ["writes are merged", 'request.method !== "GET" || ', ""],
    ["a result is shared", "joined.landing.then(copy)", "flight.reply"],
    ["one caller's abort ends the request of all", "if (--flight.callers) return;", "flight.callers--;"],
    ["calls with other tokens are merged", "${token} ${ownToken}", ""],
  ]),
  ...at("transport/exchange.ts", "transport/exchange_test.ts", [
    ["an error in a 200 is a success", "|| isErrorBody(body)", ""],
    ["an error with an empty body is a success", "!response.ok || ", "(!response.ok && text) || "],
    ["redirects are followed", 'redirect: "manual"', 'redirect: "follow"'],
    ["truncated JSON is a success", 'cause ? "invalid_body" : ""', '""'],
    ["an empty body is broken JSON", "if (/\\S/.test(text)) body", "body"],
  ]),
  ...at("transport/retry.ts", "transport/retry_test.ts", [
    ["a POST is repeated after a 503", 'method !== "POST" && ', ""],
    ["a spam warning is repeated", "error.spamWarningUrn || ", ""],
    ["the service's word on when to come back is passed over", "error.retryAfterMs ?? backoff", "backoff"],
    ["a wait of an hour is slept through", "if (delayMs > LONGEST_WAIT) throw error;", ""],
    ["the back-off has no jitter", "Math.random() * ", ""],
    ["the back-off doesn't grow", " * 2 ** (attempt - 1)", ""],
    ["one retry too many", "attempt <= maxRetries", "attempt <= maxRetries + 1"],
    ["an abort doesn't end a wait", "sleep(delayMs, context.signal)", "sleep(delayMs, undefined)"],
  ]),
  ...at("transport/timeout.ts", "transport/timeout_test.ts", [
    ["a fetch that is deaf to its signal is waited for", "reject(reason);", ""],
    ["timers are left behind", "clearTimeout(this.#timer);", ""],
    ["a timer ends calls that began later", "Math.abs(Date.now() - this.#since) < ms / 100", "true"],
  ]),
  ...at("transport/trace.ts", "transport/trace_test.ts", [
    ["secrets are shown to observers", "redact(request.url)", "request.url"],
  ]),
  ...at("raw.ts", "raw_test.ts", [
    ["raw calls leave the service", "checkPath(filled.path)", "filled.path"],
  ]),
  ...at("transport/request.ts", "transport/request_test.ts", [
    ["an aborted call starts", "options?.signal?.throwIfAborted();", ""],
  ]),
  ...at("oauth/token_manager.ts", "oauth/token_manager_test.ts", [
    [
      "memory knows a new pair before the store",
      "let failure: unknown;",
      "let failure: unknown; this.#pair = { access, refresh };",
    ],
    [
      "a store that failed is believed",
      "if (!store || !await this.#isStored()) return this.#pair;",
      "if (!store) return this.#pair;",
    ],
    ["writes overtake each other", "await this.#written;\n      return", "return"],
    ["a pair the store didn't take is lost", "(failure || this.#pair.access", "(this.#pair.access"],
  ]),
  ...at("oauth/refresh.ts", "client_refresh_test.ts client_refresh_overlap_test.ts client_provider_test.ts", [
    ["every refused call refreshes", "running ??= replace", "running = replace"],
    ["a late 401 refreshes again", "if (current && current !== refused) return current;", ""],
    [
      "a refresh overrules clearToken",
      "if (changes !== manager.changes) return { found: true };\n  await",
      "await",
    ],
    [
      "a refresh token that was read too late is used up",
      "if (changes !== manager.changes) return { found: true };\n  const adopt",
      "const adopt",
    ],
    [
      "invalid_grant is believed at once",
      "if (!now.access || now.access === pair.access) throw error;",
      "throw error;",
    ],
    ["the hook isn't waited for", "if (!found) await callHook", "if (!found) void callHook"],
    [
      "the pair isn't stored",
      "await manager.save(access, isToken(refresh) ? refresh : pair.refresh);\n  return",
      "return",
    ],
  ]),
  ...at("pages.ts", "pages_test.ts", [
    ["a loop is followed", "followed.has(place)", "false"],
    ["what is no page is taken for one", "if (Array.isArray(page?.collection)) return page;", "return page as never;"],
    ["a first page that fails early takes the process along", "Promise.resolve(firstPage).catch(() => {});", ""],
    ["an empty page ends a list", "const EMPTY_PAGES = 5;", "const EMPTY_PAGES = 1;"],
    ["a lost parameter stays lost", "!PAGING.test(name) && !known.has(name)", "false"],
    ["a failing page ahead takes the process along", "ahead?.catch(() => {});", ""],
    ["one item too many", "> maxItems - 1", "> maxItems"],
  ]),
  ...at("client_session.ts", "client_test.ts", [
    ["a per-call token is overwritten", " && !context.ownToken", ""],
    ["merging can't be switched off", "settings.dedupe === false ? [] : [dedupe()]", "[dedupe()]"],
  ]),
  ...at("config.ts", "client_test.ts", [
    ["a negative maxRetries is fine", "value >= 0 &&", "value >= -9 &&"],
  ]),
  ...at("raw.ts", "raw_test.ts", [
    ["raw calls are merged and cached", "fresh: true", "fresh: false"],
    ["what no platform sends is tried four times", "checkSendable({ method, body });", ""],
    ["error replies are thrown", "if (!reply) throw error;", "throw error;"],
  ]),
  ...at("transport/low_level.ts", "transport/low_level_test.ts", [
    ["every call refreshes for itself", "if (running) return await limited(running, DEFAULT_TIMEOUT_MS);", ""],
    ["files of this machine are read", "if (!/^https?:", "if (!/^[a-z]+:"],
    ["a token goes to the OAuth host", "auth || !token && ", "!token && "],
  ]),
  ...CLI_MUTATIONS,
  ...LIMITS_MUTATIONS,
  ...SANDBOX_MUTATIONS,
];
