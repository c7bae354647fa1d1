/**
 * Holds the sandbox's replies against an OpenAPI document with a validator that nobody here wrote.
 *
 * @module
 */
import { OpenAPIBackend } from "openapi-backend";
import type { Answered } from "../../tests/support/many_calls.ts";

type Operation = NonNullable<ReturnType<OpenAPIBackend["matchOperation"]>>;

/** What became of the calls. */
export interface Held {
  /** How many there were. */
  readonly calls: number;
  /** How many replies were of a status that the document describes. */
  readonly checked: number;
  /** Replies that aren't as described; successes whose status isn't described at all. */
  readonly violations: readonly string[];
  /** Operations that the document doesn't have, by method and path. */
  readonly unknown: readonly string[];
}

type Paths = Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;

/** The validator tells operations apart by their names, which the service's document leaves out. */
async function validatorOf(document: unknown): Promise<OpenAPIBackend> {
  const definition = structuredClone(document) as { paths: Paths };
  for (const [path, item] of Object.entries(definition.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!Array.isArray(operation)) operation.operationId = `${method.toUpperCase()} ${path}`;
    }
  }
  const ajvOpts = { strict: false, validateFormats: false } as const;
  // It reads documents of OpenAPI 3.1, and checks them as those of 3.0, unless it is quick.
  const api = new OpenAPIBackend({ definition: definition as never, quick: true, ajvOpts });
  await api.init();
  return api;
}

function problemOf(api: OpenAPIBackend, operation: Operation, { reply, text }: Answered): string | undefined {
  const isJson = reply.headers.get("content-type")?.includes("json") ?? false;
  const { errors } = api.validateResponse(isJson ? JSON.parse(text) : text, operation, reply.status);
  return errors?.map(({ instancePath, message }) => `${instancePath || "/"} ${message}`).join("; ") || undefined;
}

/**
 * Holds replies against a document.
 *
 * @param document The OpenAPI document.
 * @param answers Calls, and what was said to them.
 */
export async function holdReplies(document: unknown, answers: AsyncIterable<Answered>): Promise<Held> {
  const api = await validatorOf(document);
  const [violations, unknown]: [string[], Set<string>] = [[], new Set()];
  let [calls, checked] = [0, 0];
  for await (const answered of answers) {
    const { method, path, reply: { status }, operation: name } = answered;
    calls += 1;
    const [pathname = "", query = ""] = path.split("?");
    const operation = api.matchOperation({ method, path: pathname, query, headers: {} });
    if (operation === undefined) {
      unknown.add(name);
    } else if (String(status) in (operation.responses ?? {})) {
      checked += 1;
      const problem = problemOf(api, operation, answered);
      if (problem !== undefined) violations.push(`${method} ${path}: ${status} ${problem}`);
    } else if (status < 400) {
      violations.push(`${method} ${path}: ${status} is not described`);
    }
  }
  return { calls, checked, violations, unknown: [...unknown] };
}
