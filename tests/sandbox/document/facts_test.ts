/** Runs each row of `facts.json`: a request, and what the service's reply is known to be. */
import { assert, assertEquals, assertMatch, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { createSandbox, type FaultName, type SandboxConfig } from "@tonearm/sandbox";
import FACTS from "../../../sandbox/contract/facts.json" with { type: "json" };

/** A row of the table. */
interface Fact {
  readonly fact: string;
  readonly source: string;
  /** Method and path. `TOKEN` is the caller's token. */
  readonly request: string;
  /** Who asks; default: a user. */
  readonly as?: "app" | "none" | "basic";
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly set?: Partial<SandboxConfig>;
  readonly fault?: FaultName | { readonly name: FaultName; readonly probability: number };
  /** Why sources disagree. */
  readonly contested?: string;
  readonly expect: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string | null>>;
    /** Members of the body; with `exact` all of them. */
    readonly body?: Record<string, unknown>;
    readonly exact?: boolean;
    readonly has?: readonly string[];
    readonly lacks?: readonly string[];
    readonly kind?: "array";
    readonly text?: string;
    readonly bodyText?: string;
    readonly lacksText?: string;
    /** Patterns of members, as JSON. */
    readonly like?: Readonly<Record<string, string>>;
  };
}

const facts = FACTS as unknown as readonly Fact[];
const SOURCE = /^(?:documented|recorded|reported|stated) .*\d|^assumed: .{10,}/;

/** Returns the headers of a row's caller. */
function headersOf({ as, headers = {}, json }: Fact, user: string, app: string): Headers {
  const known = { app: `OAuth ${app}`, basic: `Basic ${btoa("sandbox-client:sandbox-secret")}`, none: undefined };
  const authorization = as === undefined ? `OAuth ${user}` : known[as];
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replace("TOKEN", user)]);
  return new Headers({
    ...(authorization === undefined ? {} : { authorization }),
    ...(json === undefined ? {} : { "content-type": "application/json" }),
    ...Object.fromEntries(filled),
  });
}

async function check(row: Fact): Promise<void> {
  using sandbox = createSandbox({ config: row.set ?? {} });
  const user = sandbox.issueTokens().access_token;
  if (typeof row.fault === "string") sandbox.faults.add(row.fault);
  else if (row.fault) sandbox.faults.add(row.fault.name, { probability: row.fault.probability });
  const [method = "", path = ""] = row.request.replace("TOKEN", user).split(" ");
  const body = row.json === undefined
    ? row.form && new URLSearchParams(row.form)
    : JSON.stringify(row.json).replace("TOKEN", user);
  const headers = headersOf(row, user, sandbox.issueTokens(null).access_token);
  const init = { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) } as const;
  const reply = await sandbox.fetch(`https://api.sandbox.test${path}`, init);
  const text = await reply.text();
  const { expect } = row;
  assertEquals(reply.status, expect.status, text);
  for (const [name, value] of Object.entries(expect.headers ?? {})) assertEquals(reply.headers.get(name), value, name);
  if (expect.text !== undefined) assertEquals(text, expect.text);
  if (expect.bodyText !== undefined) assertStringIncludes(text, expect.bodyText);
  if (expect.lacksText !== undefined) assert(!text.includes(expect.lacksText), text);
  if (!expect.body && !expect.has && !expect.lacks && !expect.kind && !expect.like) return;
  const read = JSON.parse(text);
  if (expect.kind === "array") assert(Array.isArray(read));
  if (expect.exact) assertEquals(read, expect.body);
  else if (expect.body) assertObjectMatch(read, expect.body);
  for (const name of expect.has ?? []) assert(name in read, name);
  for (const name of expect.lacks ?? []) assert(!(name in read), name);
  for (const [name, pattern] of Object.entries(expect.like ?? {})) {
    assertMatch(JSON.stringify(read[name]) ?? "", new RegExp(pattern), name);
  }
}

for (const row of facts) {
  Deno.test(`fact: ${row.fact} (${row.request})`, async () => {
    assertMatch(row.source, SOURCE);
    await check(row);
  });
}

Deno.test("facts.json: each fact stands once", () => {
  const keys = facts.map(({ fact, request }) => `${fact} ${request}`);
  assertEquals(keys.filter((key, i) => keys.indexOf(key) < i), []);
  assert(facts.length >= 300, String(facts.length));
});
