/**
 * Forbidden phrases, each with its replacement.
 *
 * @module
 */

/** A phrase and its plain replacement. */
export type Replacement = readonly [phrase: RegExp, plain: string];

/** Private names, riddles and inverted sentences. */
export const FORBIDDEN: readonly Replacement[] = [
  [/\bgovernors?\b/i, "rate limiter"],
  [/\bRedisDesk\b/, "RedisQueue"],
  [/\bwhenAway\b/, "onUnavailable"],
  [/\bpatienceMs\b/, "maxWaitMs"],
  [/\bTokenKeeper\b/, "TokenManager"],
  [/\bmishaps?\b/i, "fault"],
  [/\bcheckups?\b/i, "checks"],
  [/\bin whose name\b/i, "the access token"],
  [/\bwhose token it is\b/i, "the authenticated user"],
  [/\b(?:that|which) the service gives up\b/i, "deprecated"],
  [/\bshow so many\b/i, "maximum number of"],
  [/\bso many seconds\b/i, "timeout in seconds"],
  [/\bno longer (?:follows|likes) a\b/i, "unfollows, unlikes"],
  [/\bwhat is had\b/i, "the result"],
  [/\bthose who come from\b/i, "migrating from"],
  [/\bin some milliseconds\b/i, "in a few milliseconds"],
  [/\bto the letter\b/i, "exactly"],
  [/\bturns? out to know\b/i, "holds a newer"],
  [/\bown word on\b/i, "takes precedence"],
  [/\btold when somebody\b/i, "the error surfaces on await"],
  [/\bthe reply is no\b/i, "expected"],
  [/\bnext link is none\b/i, "invalid next_href"],
  [/\bis none of the web\b/i, "not an http(s) URL"],
  [/\bit's no GET\b/i, "method must be"],
  [/\bputs back what\b/i, "restores"],
  [/\bgives when\b/i, "resolves with"],
  [/\bkilled in writing\b/i, "a crash interrupted"],
  [/\bopens the body from its start\b/i, "returns a new body for each attempt"],
  [/\bwhoever comes?\b|\bwho comes while\b/i, "a call made meanwhile"],
  [/\bone's own\b/i, "your own"],
  [/\bown affair\b/i, "undocumented"],
  [/\bexclude each other\b/i, "cannot be used together"],
  [/\bbelongs? to nothing\b/i, "has no matching"],
  [/\bstands? apart\b/i, "put a space"],
  [/\bwhere nobody can be asked\b/i, "cannot ask"],
  [/\bcan't be heard\b/i, "cannot play"],
  [/\bwhat (?:is|are) no (?!longer)/i, "say what it is"],
  [/\b(?:is|are) had\b/i, "comes from"],
  [/\bnobody (?:told|tells)\b/i, "undocumented"],
  [/\ball the same\b/i, "still"],
  [/\bone behind the other\b/i, "in order"],
  [/\bhas no use for\b/i, "refuses"],
  [/\bknows? (?:of )?no\b/i, "has no"],
  [/\bis no matter\b/i, "is ignored"],
  [/\b(?:begins?|starts?|began|started) anew\b/i, "starts again"],
  [/\bpassed over\b/i, "ignored"],
  [/\bholds? nothing of\b/i, "contains no"],
  [/\ball as it should be\b/i, "passed"],
  [/\bsome day\b/i, "later"],
  [/\bis what (?:it|they) (?:is|are)\b/i, "say what it is"],
  [/\bsimply|obviously|of course\b/i, "nothing: leave it out"],
];
