// Compares the sandbox's replies with the service's.
import type { Cassette } from "./play.ts";
import type { Facts } from "./facts.ts";

/** One difference between two replies to a call. */
export interface Difference {
  /** Name of the call. */
  readonly call: string;
  /** What differs, as in `reply.user.urn`. */
  readonly fact: string;
  readonly service: string;
  readonly sandbox: string;
}

const NOTHING = "missing";
/** Depends on the data rather than on the service. */
const LOOSE = new Set(["null", NOTHING]);

/** Fields that only some resources of a kind have. */
const OPTIONAL = /\.(\w+_(mp3|aac)_\d+_url|reposter|station_urn)$/;

function typesOf(value: string): string[] {
  return value.split("|").filter((type) => !LOOSE.has(type));
}

/** The place that a place is in: `reply[]` of `reply[]<track>.title`, which there may be none of. */
function containerOf(place: string): string | undefined {
  const cut = Math.max(place.lastIndexOf("."), place.endsWith("[]") ? place.length - 2 : -1);
  return cut > 0 ? place.slice(0, cut) : undefined;
}

/** Whether a reply has anything at a position; for a kind, only if there is a resource of that kind. */
function has(facts: Facts, place: string): boolean {
  return place in facts || Object.keys(facts).some((each) => each.startsWith(`${place}.`));
}

function differsInShape(place: string, service: Facts, sandbox: Facts): boolean {
  const [theirs, ours] = [service[place], sandbox[place]];
  if (theirs === undefined || ours === undefined) {
    // An empty list reveals nothing about its items.
    if (/\[\]$| kinds$/.test(place) || OPTIONAL.test(place)) return false;
    const there = theirs ?? ours ?? "";
    const other = theirs === undefined ? service : sandbox;
    const container = containerOf(place);
    return !there.split("|").includes(NOTHING) && container !== undefined && has(other, container) &&
      !isInner(place, service, sandbox);
  }
  const [left, right] = [typesOf(theirs), typesOf(ours)];
  return left.length > 0 && right.length > 0 && !left.some((type) => right.includes(type));
}

/** The difference in a field covers everything inside it. */
function isInner(place: string, service: Facts, sandbox: Facts): boolean {
  for (let outer = containerOf(place); outer !== undefined; outer = containerOf(outer)) {
    const plain = outer.replace(/<[a-z-]+>$/, "");
    if (plain !== "reply" && (plain in service) !== (plain in sandbox)) return true;
  }
  return false;
}

function differs(fact: string, service: Facts, sandbox: Facts): boolean {
  if (fact.startsWith("paging")) {
    // Whether there is a next page depends on the number of items.
    return fact in service && fact in sandbox && service[fact] !== sandbox[fact];
  }
  if (/ kinds$/.test(fact) || fact.startsWith("reply")) return differsInShape(fact, service, sandbox);
  return service[fact] !== sandbox[fact];
}

function compareFacts(call: string, service: Facts, sandbox: Facts): Difference[] {
  // Replies with different statuses are not comparable.
  const names = service.status === sandbox.status
    ? [...new Set([...Object.keys(service), ...Object.keys(sandbox)])]
    : ["status"];
  const found = names.filter((fact) => differs(fact, service, sandbox));
  // A different kind, or no JSON, is one difference.
  return found.filter((fact) => fact === "reply" || !found.includes("reply") || !fact.startsWith("reply")).map((
    fact,
  ) => ({ call, fact, service: service[fact] ?? NOTHING, sandbox: sandbox[fact] ?? NOTHING }));
}

/**
 * Compares cassettes call by call. Calls that one side couldn't make, because a value was missing, are skipped.
 *
 * @param service The service's cassettes.
 * @param sandbox The sandbox's cassettes of the same calls.
 */
export function compareCassettes(service: readonly Cassette[], sandbox: readonly Cassette[]): Difference[] {
  const own = new Map(sandbox.map((cassette) => [cassette.call, cassette]));
  return service.flatMap(({ call, facts }) => {
    const other = own.get(call);
    return other === undefined ? [] : compareFacts(call, facts, other.facts);
  });
}
