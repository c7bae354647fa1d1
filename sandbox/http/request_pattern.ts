// A pattern of requests: faults match it against incoming requests, tests against the log.
import { ANYTHING, isObject, type Kinds, TEXT, TEXTS } from "../base/check.ts";
import { fitsPath, fitsText } from "../base/path_pattern.ts";

/** The expected properties of a request. A missing member matches every request. */
export interface RequestPattern {
  /** The method, in any case; `*` matches anything. */
  readonly method?: string;
  /** The path without its query; `*` matches anything, `{name}` one segment. */
  readonly path?: string;
  /** Parameters of the query, among others; `*` matches anything. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers, among others, in any case; `*` matches anything. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The expected body: a string, in which `*` matches anything, or an object with members that the body's JSON or form
   * must have, among others, whose texts may have `*` too. Lists have to be equal in length.
   */
  readonly body?: unknown;
}

export const PATTERN_KINDS: Kinds<keyof RequestPattern> = {
  method: TEXT,
  path: TEXT,
  query: TEXTS,
  headers: TEXTS,
  body: ANYTHING,
};

export interface RequestFacts {
  readonly method: string;
  readonly target: string;
  header(name: string): string | null;
  /** Its text; `undefined` if it has none. */
  readonly body: string | undefined;
}

export interface Difference {
  readonly at: string;
  readonly expected: unknown;
  /** `undefined` for a missing value. */
  readonly actual: unknown;
}

export function differences(pattern: RequestPattern, request: RequestFacts): Difference[] {
  const { method, path, query = {}, headers = {}, body } = pattern;
  const found: Difference[] = [];
  const note = (at: string, expected: unknown, actual: unknown) => found.push({ at, expected, actual });
  if (method !== undefined && !fitsText(method.toUpperCase(), request.method)) note("method", method, request.method);
  if (path !== undefined && !fitsPath(path, request.target)) note("path", path, pathOf(request.target));
  if (Object.keys(query).length > 0) {
    const given = new URLSearchParams(request.target.slice(pathOf(request.target).length));
    for (const [name, value] of Object.entries(query)) {
      if (!given.getAll(name).some((each) => fitsText(value, each))) {
        note(`query.${name}`, value, given.get(name) ?? undefined);
      }
    }
  }
  for (const [name, value] of Object.entries(headers)) {
    const given = request.header(name);
    if (given === null || !fitsText(value, given)) note(`headers.${name}`, value, given ?? undefined);
  }
  if (body !== undefined) found.push(...bodyDifferences(body, request.body));
  return found;
}

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? "";
}

function bodyDifferences(expected: unknown, text: string | undefined): Difference[] {
  if (text === undefined) return [{ at: "body", expected, actual: undefined }];
  if (typeof expected !== "string") return compare("body", expected, parseBody(text));
  return fitsText(expected, text) ? [] : [{ at: "body", expected, actual: text }];
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return /^[^=&\s]+=[^\s]*$/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : text;
  }
}

/** Compares a value with the expected one; it may have more members. */
function compare(at: string, expected: unknown, actual: unknown): Difference[] {
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([name, value]) => compare(`${at}.${name}`, value, actual[name]));
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return expected.flatMap((value, i) => compare(`${at}[${i}]`, value, actual[i]));
  }
  const areTexts = typeof expected === "string" && typeof actual === "string";
  const isEqual = areTexts ? fitsText(expected, actual) : JSON.stringify(expected) === JSON.stringify(actual);
  return isEqual ? [] : [{ at, expected, actual }];
}
