/**
 * Checks the replies to two thousand calls of every operation, as an app and as a user, against the document: with the
 * sandbox's own check, and with third-party validators.
 */
import "../../support/required_modules.ts";
import { assert, assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Conformance } from "../../../sandbox/document/conformance.ts";
import { OPERATIONS } from "../../../sandbox/document/operations.ts";
import { holdReplies } from "../../../scripts/lab/upstream/replies.ts";
import { control } from "../../support/sandbox/requests.ts";
import { type CallRecord, manyCalls } from "../../support/sandbox/many_calls.ts";

let made: Promise<CallRecord[]> | undefined;

/** The calls, made once for both checks. */
const answered = () =>
  made ??= Array.fromAsync(
    manyCalls(createSandbox({ config: { playsLimit: 1e9, spamThreshold: 1e9 } })),
  );

/** Yields the items in order. */
async function* each<T>(items: Promise<readonly T[]>): AsyncGenerator<T> {
  yield* await items;
}

Deno.test("Conformance: the sandbox conforms to the document over 2,000 valid and invalid calls of apps and users", async () => {
  const conformance = new Conformance(true);
  const called = new Set<string>();
  let [calls, successes] = [0, 0];
  for (const { operation, method, path, reply, text } of await answered()) {
    assert(reply.status < 500, `${method} ${path}: ${reply.status} ${text.slice(0, 200)}`);
    await conformance.check(operation, reply, text);
    called.add(operation);
    calls += 1;
    successes += reply.status < 400 ? 1 : 0;
  }
  assertEquals(conformance.report().violations, []);
  assertEquals(OPERATIONS.filter(({ operation }) => !called.has(operation)), []);
  assert(calls >= 2000 && successes > calls / 3 && successes < calls, `${successes} of ${calls} succeeded`);
});

Deno.test("@seriousme/openapi-schema-validator finds the sandbox's document valid", async () => {
  using sandbox = createSandbox();
  const { body } = await control<Record<string, unknown>>(sandbox, "GET /openapi.json");
  const validator = new Validator();
  const { valid, errors } = await validator.validate(body);
  assertEquals({ version: validator.version, valid, errors }, { version: "3.1", valid: true, errors: undefined });
  Object.assign(body, { info: undefined });
  assertEquals((await validator.validate(body)).valid, false);
});

Deno.test("openapi-backend finds all of 2,000 replies valid by the sandbox's document", async () => {
  using sandbox = createSandbox();
  const { body } = await control<Record<string, unknown>>(sandbox, "GET /openapi.json");
  const { calls, checked, violations, unknown } = await holdReplies(body, each(answered()));
  assertEquals({ violations, unknown }, { violations: [], unknown: [] });
  assert(calls >= 2000 && checked > calls * 0.7, `${checked} of ${calls}`);
});

Deno.test("holdReplies() detects a reply of another shape, an undocumented success, and an unknown operation", async () => {
  const schema = { type: "object", required: ["urn"], properties: { urn: { type: "string" } } };
  const responses = { 200: { description: "", content: { "application/json": { schema } } } };
  const document = { openapi: "3.0.4", info: { title: "x", version: "1" }, paths: { "/me": { get: { responses } } } };
  const say = (path: string, status: number, body: unknown): CallRecord => {
    const reply = Response.json(body, { status });
    return { operation: `GET ${path}`, method: "GET", path, init: {}, reply, text: JSON.stringify(body) };
  };
  async function* answers() {
    yield* [say("/me", 200, { urn: "a" }), say("/me", 200, { urn: 1 }), say("/me", 200, {}), say("/me", 201, {})];
    yield* [say("/me", 404, {}), say("/you", 200, {})];
  }
  const { calls, checked, violations, unknown } = await holdReplies(document, answers());
  assertEquals({ calls, checked, unknown }, { calls: 6, checked: 3, unknown: ["GET /you"] });
  assertEquals(violations, [
    "GET /me: 200 /urn must be string",
    "GET /me: 200 / must have required property 'urn'",
    "GET /me: 201 is not described",
  ]);
});
