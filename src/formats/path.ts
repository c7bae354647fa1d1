import type { ResourceId } from "../types/resource_id.ts";

/** An encoded path; for an invalid id, a function that throws, so that the call's promise rejects. */
export type Path = string | (() => string);

/**
 * Tags a template as a path: ``path`/users/${user}/followers` ``. Each id becomes one segment, whatever it contains.
 *
 * @returns The encoded path; a function that throws a `TypeError` if an id is invalid.
 */
export function path(strings: TemplateStringsArray, ...ids: ResourceId[]): Path {
  let path = strings[0] ?? "";
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    // The usual case needs no encoding.
    const isPlain = typeof id === "string" ? /^[\w:]+$/.test(id) : isWhole(id);
    if (!isPlain && !isSegment(id)) return () => segment(id);
    path += (isPlain ? id : segment(id)) + (strings[i + 1] ?? "");
  }
  return path;
}

/** A filled template, and the parameters that it doesn't use. */
export interface FilledTemplate<T> {
  /** The encoded path. */
  path: string;
  /** The parameters for the query. */
  rest: Record<string, T>;
}

/**
 * Fills the `{name}` placeholders of a path.
 *
 * @param params Values by name. Each placeholder needs a number or a string.
 * @throws {TypeError} When a placeholder has no value, or an invalid one.
 */
export function template<T>(text: string, params: Readonly<Record<string, T>> = {}): FilledTemplate<T> {
  const rest = { ...params };
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!Object.hasOwn(params, name) || params[name] == null) {
      throw new TypeError(`Cannot fill the path: ${name} is missing`);
    }
    delete rest[name];
    return segment(params[name]);
  });
  return { path: filled, rest };
}

/** Invalid ids: empty, blank, one or two dots (also encoded), lone surrogates. */
const NO_ID = /^\s*(?:\.|%2[eE]){0,2}\s*$|[\ud800-\udfff]/u;

function isWhole(id: unknown): boolean {
  return Number.isSafeInteger(id) || typeof id === "bigint";
}

function isSegment(id: unknown): boolean {
  return (typeof id === "string" || isWhole(id)) && !NO_ID.test(`${id}`);
}

function segment(id: unknown): string {
  if (!isSegment(id)) {
    throw new TypeError(`Cannot use "${String(id)}" as an id: it must be one path segment`);
  }
  return encodeURIComponent(`${id}`).replaceAll("%3A", ":");
}
