// The atomic steps of a rate limiter in Redis.
//
// Waiting calls are numbered: each owner's numbers increase by one, and a new owner starts at the queue's current
// number. So the lowest number is next. All times come from Redis.
import { MIN_THROTTLE } from "../limits/throttle.ts";
import { PLAYS_MS } from "../limits/options.ts";

/** Names of the keys, in the order in which the scripts take them. */
export const KEY_NAMES: readonly string[] = ["state", "waiting", "running", "window", "alive", "granted", "turns"];

/** Arguments of every script: the limits and the caller. Determines whether Redis still knows the caller. */
const BEGIN = `
local STATE, WAITING, RUNNING, WINDOW, ALIVE, GRANTED, TURNS = unpack(KEYS)
local call = redis.call
local time = call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function arg(index) return tonumber(ARGV[index]) end
local concurrency, requests, windowMs, recoverMs, leaseMs, aliveMs = arg(1), arg(2), arg(3), arg(4), arg(5), arg(6)
local me = ARGV[7]
local function get(field) return tonumber(call("HGET", STATE, field) or 0) end
local function throttle()
  local kept = call("HGET", STATE, "throttle")
  return kept and math.min(1, tonumber(kept) + (now - get("throttleAt")) / recoverMs) or 1
end
local function isIn(set, member) return tonumber(call("ZSCORE", set, member) or 0) > now end
local function run(ticket, forMs)
  call("ZADD", RUNNING, now + forMs, ticket)
  call("ZADD", WINDOW, now + forMs + windowMs, ticket)
end
local isKnown = isIn(ALIVE, me)
call("ZADD", ALIVE, now + aliveMs, me)
local reason, reasonMs, playsEnd = "", 0, 0`;

/** Enters a call, unless it can't get its turn in time. Counts a play. */
const ENTER = `
local ticket, user, isPlay, plays, maxWaitMs = ARGV[8], ARGV[9], ARGV[10] == "1", arg(11), arg(12)
local pauseMs = get("pausedUntil") - now
if pauseMs >= maxWaitMs then reason, reasonMs = "pause", pauseMs
elseif isPlay then
  local used, ends = get("plays"), get("playsEnd")
  if ends <= now then used, ends = 0, now + ${PLAYS_MS} end
  if used < plays then
    playsEnd = ends
    call("HSET", STATE, "plays", used + 1, "playsEnd", ends)
  else reason, reasonMs = "plays", ends - now end
end
if reason == "" and not call("ZSCORE", WAITING, ticket) and not isIn(RUNNING, ticket) then
  local turn = math.max(get("turn"), tonumber(call("ZSCORE", TURNS, user) or 0)) + 1
  call("ZADD", TURNS, turn, user)
  call("ZADD", WAITING, turn, ticket)
end`;

const LEAVE = `
local ticket, wasSent, since, isThrottled, pauseMs = ARGV[8], ARGV[9] == "1", arg(10), ARGV[11] == "1", arg(12)
local noPlaysMs, plays, backTo = arg(13), arg(14), arg(15)
call("ZREM", WAITING, ticket)
call("ZREM", RUNNING, ticket)
if wasSent then call("ZADD", WINDOW, now + windowMs, ticket) else call("ZREM", WINDOW, ticket) end
if isThrottled then
  call("HSET", STATE, "pausedUntil", math.max(get("pausedUntil"), now + pauseMs))
  if since > get("throttleAt") then call("HSET", STATE, "throttle", math.max(${MIN_THROTTLE}, throttle() / 2), "throttleAt", now) end
end
if backTo > 0 and backTo == get("playsEnd") and get("plays") > 0 then call("HINCRBY", STATE, "plays", -1) end
if noPlaysMs > 0 then call("HSET", STATE, "plays", plays, "playsEnd", now + noPlaysMs) end`;

const RENEW = `
run(ARGV[8], leaseMs)`;

/** Grants turns while the limits allow it, and returns those of the caller. Skips calls of dead processes. */
const END = `
call("ZREMRANGEBYSCORE", RUNNING, "-inf", now)
call("ZREMRANGEBYSCORE", WINDOW, "-inf", now)
local part = throttle()
local most, many = math.max(1, math.floor(concurrency * part)), math.max(1, math.floor(requests * part))
local pausedUntil, waitMs = get("pausedUntil"), 0
while true do
  local head, turn = unpack(call("ZRANGE", WAITING, 0, 0, "WITHSCORES"))
  if not head or call("ZCARD", RUNNING) >= most then break end
  if pausedUntil > now then waitMs = pausedUntil - now break end
  if call("ZCARD", WINDOW) >= many then
    waitMs = call("ZRANGE", WINDOW, 0, 0, "WITHSCORES")[2] - now
    break
  end
  call("ZREM", WAITING, head)
  call("HSET", STATE, "turn", turn)
  local owner = string.match(head, "^[^:]+")
  if isIn(ALIVE, owner) then
    run(head, aliveMs)
    call("HSET", GRANTED, owner, (call("HGET", GRANTED, owner) or "") .. head .. " ")
  else call("HDEL", GRANTED, owner) end
end
local granted = {}
for ticket in string.gmatch(call("HGET", GRANTED, me) or "", "%S+") do
  if isIn(RUNNING, ticket) then
    run(ticket, leaseMs)
    granted[#granted + 1] = ticket
  end
end
call("HDEL", GRANTED, me)
call("ZREMRANGEBYSCORE", ALIVE, "-inf", now)
call("ZREMRANGEBYSCORE", TURNS, "-inf", get("turn"))
for index, key in ipairs(KEYS) do call("PEXPIRE", key, ${PLAYS_MS} + windowMs) end
local used = get("playsEnd") > now and get("plays") or 0
return cjson.encode({
  isKnown = isKnown, now = now, waitMs = waitMs, granted = table.concat(granted, " "), reason = reason,
  reasonMs = reasonMs, playsEnd = playsEnd, plays = used, throttle = part,
})`;

/** The scripts by their purpose. */
export const SCRIPTS: Readonly<Record<"enter" | "leave" | "renew" | "look", string>> = {
  enter: BEGIN + ENTER + END,
  leave: BEGIN + LEAVE + END,
  renew: BEGIN + RENEW + END,
  look: BEGIN + END,
};

/** What every script answers, as JSON. */
export interface ScriptReply {
  /** Whether Redis still knew the caller. If not, its waiting calls are lost and have to enter again. */
  readonly isKnown: boolean;
  /** Time of Redis, in epoch milliseconds. */
  readonly now: number;
  /** How long until another call may start, in milliseconds; 0 if one has to end first. */
  readonly waitMs: number;
  /** The caller's calls that got their turn, with blanks between them. */
  readonly granted: string;
  /** Why the call can't wait; empty if it can. */
  readonly reason: "" | "plays" | "pause";
  /** How long until the call may be tried again, in milliseconds. */
  readonly reasonMs: number;
  /** The end of the window in which the call was counted as a play, in epoch milliseconds of Redis; 0 for no play. */
  readonly playsEnd: number;
  /** Plays counted so far. */
  readonly plays: number;
  /** The part of the limits that may be used. */
  readonly throttle: number;
}
