import { isObject } from "../base/check.ts";
import { readText as readBody } from "../base/content.ts";
import type { Call } from "./call.ts";
import { ApiFault, unprocessable } from "./errors.ts";

/** Maximum size of forms and sign-outs, which usually have a few hundred bytes. */
const MOST_BYTES = 64 * 1024;
/** Maximum size of JSON bodies; a playlist of 500 tracks with a long description is far smaller. */
const MOST_JSON_BYTES = 1024 * 1024;

/** Reads a small body as text; a larger one is a 413, and its rest isn't read. */
export function readText(request: Request, most: number = MOST_BYTES): Promise<string> {
  return readBody(request, most, () => new ApiFault(413));
}

export type Fields = Readonly<Record<string, unknown>>;

export function contentType(call: Call): string {
  return (call.request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

export async function jsonBody(call: Call): Promise<Fields> {
  let value: unknown;
  try {
    value = JSON.parse(await readText(call.request, MOST_JSON_BYTES));
  } catch (error) {
    if (error instanceof ApiFault) throw error;
    throw unprocessable("Could not parse JSON request body.");
  }
  if (!isObject(value)) throw unprocessable("Could not parse JSON request body.");
  return value;
}

export async function wrappedBody(call: Call, name: string): Promise<Fields> {
  const inner = (await jsonBody(call))[name];
  if (!isObject(inner)) throw unprocessable(`Parameter ${name} is missing.`);
  return inner;
}
