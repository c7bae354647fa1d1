// Checks the sandbox's replies against an OpenAPI document with a third-party validator.
import { OpenAPIBackend } from "openapi-backend";
import type { CallRecord } from "../../../tests/support/sandbox/many_calls.ts";

type Operation = NonNullable<ReturnType<OpenAPIBackend["matchOperation"]>>;

/** The results of the calls. */
export interface Held {
  /** How many there were. */
  readonly calls: number;
  /** Number of replies with a documented status. */
  readonly checked: number;
  /** Replies that don't conform, and successes with an undocumented status. */
  readonly violations: readonly string[];
  /** Undocumented operations, by method and path. */
  readonly unknown: readonly string[];
}

type Paths = Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;

/** Creates the validator, and adds the operation ids that it needs and the service's document lacks. */
async function validatorOf(document: unknown): Promise<OpenAPIBackend> {
  const definition = structuredClone(document) as { paths: Paths };
  for (const [path, item] of Object.entries(definition.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!Array.isArray(operation)) operation.operationId = `${method.toUpperCase()} ${path}`;
    }
  }
  const ajvOpts = { strict: false, validateFormats: false } as const;
  // Unless `quick` is set, it checks OpenAPI 3.1 documents as 3.0.
  const api = new OpenAPIBackend({ definition: definition as never, quick: true, ajvOpts });
  await api.init();
  return api;
}

function problemOf(api: OpenAPIBackend, operation: Operation, { reply, text }: CallRecord): string | undefined {
  const isJson = reply.headers.get("content-type")?.includes("json") ?? false;
  const { errors } = api.validateResponse(isJson ? JSON.parse(text) : text, operation, reply.status);
  return errors?.map(({ instancePath, message }) => `${instancePath || "/"} ${message}`).join("; ") || undefined;
}

/**
 * Checks replies against a document.
 *
 * @param document The OpenAPI document.
 * @param answers The calls and their replies.
 */
export async function holdReplies(document: unknown, answers: AsyncIterable<CallRecord>): Promise<Held> {
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
