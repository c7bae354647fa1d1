import { isObject } from "../base/members.ts";
import { proposal } from "../base/nearest_name.ts";
import { Refusal } from "./route.ts";

/** A JSON object from a request. */
export type Input = Readonly<Record<string, unknown>>;

const MOST_BYTES = 1_048_576;

async function textOf(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Refusal(413, "The body is over 1 MiB");
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** Parses a body as JSON; an empty body is an empty object. */
export async function readValue(request: Request): Promise<unknown> {
  const text = await textOf(request);
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON");
  }
}

/** Reads a JSON object with known members only. */
export async function readObject(request: Request, known: readonly string[]): Promise<Input> {
  return checkObject("the body", await readValue(request), known);
}

/** Checks that a value is an object with known members only. */
export function checkObject(what: string, value: unknown, known: readonly string[]): Input {
  if (!isObject(value)) throw new Refusal(400, `${what} is not an object`);
  const other = Object.keys(value).find((name) => !known.includes(name));
  if (other !== undefined) {
    throw new Refusal(400, `${what} has no field ${other.slice(0, 80)}${proposal(other, known)}`);
  }
  return value;
}

/** Parses `1500`, `500ms` or `2s` as milliseconds. */
export function readDuration(text: string): number {
  const found = /^(\d{1,7}(?:\.\d{1,3})?)(ms|s)?$/.exec(text);
  if (found === null) throw new Refusal(400, `${text.slice(0, 40)} is not a duration such as 500ms or 2s`);
  return Number(found[1]) * (found[2] === "s" ? 1000 : 1);
}

/** Reads an integer query parameter; undefined if it is missing. */
export function readCount(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Refusal(400, `${name} is not a whole number`);
  return Number(text);
}
