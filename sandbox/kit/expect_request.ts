import {
  type Difference,
  differences,
  PATTERN_KINDS,
  type RequestFacts,
  type RequestPattern,
} from "../http/request_pattern.ts";
import { checkMembers, COUNT, editDistance, kind, type Kinds } from "../base/check.ts";
import type { LoggedRequest } from "../base/request_log.ts";

/** The expected properties of a request. */
export interface ExpectedRequest extends RequestPattern {
  /** The status of the response. */
  readonly status?: number;
}

const EXPECTED: Kinds<keyof ExpectedRequest> = { ...PATTERN_KINDS, status: COUNT };

/** How many requests are expected, and how long to wait for them. */
export interface ExpectOptions {
  /** The exact number; 0 for none. Default: one or more. */
  readonly times?: number;
  /** How long to wait for them, in milliseconds. Default 0: they have already been sent. */
  readonly waitMs?: number;
}

/** An expected request wasn't sent, or too often. The message shows how the nearest one differs. */
export class UnexpectedRequests extends Error {
  /** The name of the class. */
  override readonly name = "UnexpectedRequests";
  /** The expectation, for runners that show differences. */
  readonly expected: unknown;
  /** The same fields of the nearest request. */
  readonly actual: unknown;

  /**
   * Creates the error.
   *
   * @param message The expectation, and the nearest request.
   * @param expected The expectation.
   * @param actual The same fields of the nearest request, if there is one.
   */
  constructor(message: string, expected: unknown, actual: unknown) {
    super(message);
    [this.expected, this.actual] = [expected, actual];
  }
}

const OPTIONS: Kinds<keyof ExpectOptions> = {
  times: COUNT,
  waitMs: kind("milliseconds from 0", (value) => typeof value === "number" && value >= 0),
};

/** @throws {TypeError} For a mistyped member, which would match every request. */
export function checkExpectation(expected: ExpectedRequest, options: ExpectOptions): void {
  checkMembers("the expected request", expected, EXPECTED);
  checkMembers("the expectation", options, OPTIONS);
}

function factsOf({ method, path, request: { headers, body } }: LoggedRequest): RequestFacts {
  return { method, target: path, header: (name) => headers[name.toLowerCase()] ?? null, body: body ?? undefined };
}

function compare(expected: ExpectedRequest, request: LoggedRequest): Difference[] {
  const found = differences(expected, factsOf(request));
  if (expected.status === undefined || expected.status === request.status) return found;
  return [...found, { at: "status", expected: expected.status, actual: request.status }];
}

export function matching(expected: ExpectedRequest, log: readonly LoggedRequest[]): LoggedRequest[] {
  return log.filter((request) => compare(expected, request).length === 0);
}

/** Returns the distance of a request from the expectation: each difference counts one, a path by its differing part. */
function distance(found: readonly Difference[]): number {
  return found.reduce((sum, { at, expected, actual }) => {
    if (at !== "path") return sum + 1;
    const [to, from] = [String(expected).slice(0, 200), String(actual).slice(0, 200)];
    return sum + 3 * editDistance(from, to) / Math.max(to.length, from.length, 1);
  }, 0);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function line({ id, method, path, status }: LoggedRequest): string {
  return `request ${id} (${method} ${path}, ${status})`;
}

function countOf(times: number | undefined): string {
  if (times === undefined) return "a request";
  if (times === 0) return "no request";
  return times === 1 ? "one request" : `${times} requests`;
}

export function unexpected(
  expected: ExpectedRequest,
  times: number | undefined,
  log: readonly LoggedRequest[],
): UnexpectedRequests {
  const found = matching(expected, log);
  const head = `Expected ${countOf(times)} like ${shown(expected)}, found ${found.length} among ${log.length}`;
  if (found.length > 0) {
    return new UnexpectedRequests(
      [head, ...found.slice(0, 10).map((each) => `  ${line(each)}`)].join("\n"),
      times,
      found.length,
    );
  }
  const ranked = log.map((request) => ({ request, found: compare(expected, request) }))
    .map((each) => ({ ...each, far: distance(each.found) }))
    .sort((a, b) => a.far - b.far || b.request.id - a.request.id);
  const [nearest] = ranked;
  if (nearest === undefined) return new UnexpectedRequests(head, expected, undefined);
  const lines = nearest.found.map(({ at, expected, actual }) =>
    `  ${at}: expected ${shown(expected)}, got ${shown(actual)}`
  );
  const members = (side: "expected" | "actual") =>
    Object.fromEntries(nearest.found.map((each) => [each.at, each[side]]));
  const notes = nearest.request.notes.map((note) => `  note: ${note}`);
  const message = [head, `The nearest is ${line(nearest.request)}:`, ...lines, ...notes].join("\n");
  return new UnexpectedRequests(message, members("expected"), members("actual"));
}
