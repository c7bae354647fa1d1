import type { ResourceId } from "../types/resource_id.ts";

/** An encoded path; for an invalid id, a function that throws, so that the call's promise rejects. */
export type Path = string | (() => string);

/**
 * Tags a template as a path: ``path`/users/${user}/followers` ``. Each id becomes one segment, whatever it contains.
 *
 * @returns The encoded path; a function that throws a `TypeError` if an id is invalid.
 */
export function path(strings: TemplateStringsArray, ...ids: ResourceId[]): Path {
  try {
    return strings.reduce((path, text, i) => path + segment(ids[i - 1]) + text);
  } catch (error) {
    return () => {
      throw error;
    };
  }
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

/** Invalid ids: empty, blanks at an end, one or two dots (also encoded), lone surrogates. */
const NO_ID = /^\s|\s$|^(?:\.|%2[eE]){0,2}$|[\ud800-\udfff]/u;

function segment(id: unknown): string {
  const isText = typeof id === "string";
  // The usual case needs no encoding.
  if (isText ? /^[\w:]+$/.test(id) : Number.isSafeInteger(id) || typeof id === "bigint") return `${id}`;
  if (isText && !NO_ID.test(id)) return encodeURIComponent(id).replaceAll("%3A", ":");
  throw new TypeError(
    `Cannot use ${JSON.stringify(String(id))} as an id: it must be one path segment without blanks around it`,
  );
}
