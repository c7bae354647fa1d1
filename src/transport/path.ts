/**
 * Paths whose ids can't reach another resource.
 *
 * @module
 */
import type { ResourceId } from "../types/resource_id.ts";

/**
 * A path whose ids are checked and encoded when it's asked for, so that a bad id rejects a call's promise.
 *
 * @returns The encoded path.
 * @throws {TypeError} When an id can't be one.
 */
export type Path = () => string;

/**
 * Tags a template as a path: ``path`/users/${user}/followers` ``. Each id is one segment, whatever it holds.
 *
 * @param strings The literal parts.
 * @param ids The ids between them.
 * @returns The path, checked when it's called.
 */
export function path(strings: TemplateStringsArray, ...ids: ResourceId[]): Path {
  return () => strings.reduce((path, part, i) => path + segment(ids[i - 1]) + part);
}

/** A path made from a template, and the parameters it had no place for. */
export interface FilledTemplate<T> {
  /** The encoded path. */
  path: string;
  /** What is left for the query. */
  rest: Record<string, T>;
}

/**
 * Fills the `{name}` placeholders of a path.
 *
 * @param text The path, as in `/tracks/{id}/comments`.
 * @param params Values by name. Each placeholder needs one that is a number or a text.
 * @returns The path, and the parameters that no placeholder named.
 * @throws {TypeError} When a placeholder has no value, or one that can't be a segment of a path.
 */
export function template<T>(text: string, params: Readonly<Record<string, T>> = {}): FilledTemplate<T> {
  const rest = { ...params };
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return segment(params[name]);
  });
  return { path: filled, rest };
}

/** Nothing, blanks alone, a dot or two (encoded ones too), half a character: nothing that an id could be. */
const NO_ID = /^\s*(?:\.|%2e){0,2}\s*$|\p{Cs}/iu;

function segment(id: unknown): string {
  const text = String(id);
  const isSafe = typeof id === "string" || Number.isSafeInteger(id);
  // As almost all are: nothing to encode.
  if (isSafe && /^[\w:]+$/.test(text)) return text;
  if (!isSafe || NO_ID.test(text)) {
    throw new TypeError(`Cannot use ${JSON.stringify(text)} as an id`);
  }
  return encodeURIComponent(text).replaceAll("%3A", ":");
}
