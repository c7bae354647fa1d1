import { assertEquals, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { type ConformanceReport, createSandbox } from "@tonearm/sandbox";
import { Conformance, type Violation } from "../../../sandbox/document/conformance.ts";
import { callApi, control } from "../../support/sandbox/requests.ts";

Deno.test("Conformance: replies to an app, in other countries and with other settings are as documented", async () => {
  using sandbox = createSandbox({ config: { omitId: true } });
  const authorization = `OAuth ${sandbox.issueTokens(null).access_token}`;
  for (const path of ["/tracks?q=a", "/tracks/1002", "/tracks/1001/streams", "/users/1", "/me", "/playlists?q=the"]) {
    const headers = { authorization, "x-sandbox-country": "US" };
    await (await callApi(sandbox, `GET ${path}`, { headers })).body?.cancel();
  }
  const { body } = await control<ConformanceReport>(sandbox, "GET /conformance");
  assertEquals({ called: body.called, violations: body.violations }, { called: 6, violations: [] });
});

type Doctor = (me: Record<string, unknown>) => Response;

/** Wrong replies to `GET /me`, and their violations. */
const WRONG: readonly (readonly [string, Doctor, Omit<Violation, "operation">])[] = [
  ["lacks a field", ({ plan: _, ...me }) => Response.json(me), {
    status: 200,
    at: "#",
    problem: 'Instance does not have required property "plan".',
  }],
  ["has a text for a number", (me) => Response.json({ ...me, track_count: "7" }), {
    status: 200,
    at: "#/track_count",
    problem: 'Instance type "string" is invalid. Expected "integer".',
  }],
  ["has null where a text has to be", (me) => Response.json({ ...me, quota: null }), {
    status: 200,
    at: "#/quota",
    problem: 'Instance type "null" is invalid. Expected "object".',
  }],
  ["has another form of time", (me) => Response.json({ ...me, created_at: "2026-01-01T00:00:00Z" }), {
    status: 200,
    at: "#/created_at",
    problem: "String does not match pattern.",
  }],
  ["has a field that nobody knows", (me) => Response.json({ ...me, mood: "good" }), {
    status: 200,
    at: "#/mood",
    problem: "False boolean schema.",
  }],
  ["has a status that isn't documented", (me) => Response.json(me, { status: 202 }), {
    status: 202,
    at: "#",
    problem: "The status 202 is not documented",
  }],
  ["isn't JSON", () => new Response("me"), { status: 200, at: "#", problem: "The response is not JSON" }],
  ["is an error of no known form", () => Response.json({}, { status: 401 }), {
    status: 401,
    at: "#",
    problem: 'Instance does not have required property "code".',
  }],
];

for (const [what, doctor, { status, at, problem }] of WRONG) {
  Deno.test(`Conformance: a reply that ${what} is a violation with its position`, async () => {
    using sandbox = createSandbox();
    const reply = doctor(await (await callApi(sandbox, "GET /me")).json());
    const conformance = new Conformance(false);
    await conformance.check("GET /me", reply, await reply.clone().text());
    const [violation] = conformance.report().violations;
    assertObjectMatch(violation ?? {}, { operation: "GET /me", status, at });
    assertStringIncludes(violation?.problem ?? "", problem.slice(0, 30));
    assertEquals(conformance.report().violationCount, 1);
  });
}

/** Errors of the layers that no operation documents. */
const UNDOCUMENTED_ERRORS: Readonly<Record<string, unknown>> = { errors: [], error: "invalid_client" };

for (const [name, value] of Object.entries(UNDOCUMENTED_ERRORS)) {
  Deno.test(`Conformance: an undocumented error with ${name} is no violation`, async () => {
    const conformance = new Conformance(false);
    const text = JSON.stringify({ [name]: value });
    const reply = new Response(text, { status: 418, headers: { "content-type": "application/json" } });
    await conformance.check("GET /me", reply, text);
    assertEquals(conformance.report().violations, []);
  });
}

Deno.test("Conformance: an undocumented error whose error is no text is a violation", async () => {
  const conformance = new Conformance(false);
  const text = JSON.stringify({ error: 1 });
  const reply = new Response(text, { status: 418, headers: { "content-type": "application/json" } });
  await conformance.check("GET /me", reply, text);
  assertEquals(conformance.report().violationCount, 1);
});

Deno.test("Conformance: all violations are counted, and the first hundred kept", async () => {
  const conformance = new Conformance(true);
  for (let status = 201; status <= 301; status++) {
    await conformance.check("GET /me", new Response(null, { status }), "");
  }
  const { violations, violationCount } = conformance.report();
  const facts = { violationCount, kept: violations.length, last: violations.at(-1)?.status };
  assertEquals(facts, { violationCount: 101, kept: 100, last: 300 });
});

Deno.test("Conformance: faults aren't violations, because the service's own reply is checked", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("missing_fields");
  sandbox.faults.add("error_in_200", { match: { path: "/users/1" } });
  await callApi(sandbox, "GET /me");
  await callApi(sandbox, "GET /users/1");
  const { body } = await control<ConformanceReport>(sandbox, "GET /conformance");
  assertObjectMatch(body, { called: 1, violationCount: 0 });
});

Deno.test("Conformance: checks the first twenty replies of an operation and then one in a thousand, or all in strict mode", async () => {
  for (const [strict, expected] of [[false, 21], [true, 1001]] as const) {
    using sandbox = createSandbox({ strict });
    for (let i = 0; i < 1001; i++) await sandbox.fetch("https://api.sandbox.test/me");
    const { body } = await control<ConformanceReport>(sandbox, "GET /conformance");
    const me = body.operations.find(({ operation }) => operation === "GET /me");
    assertObjectMatch(me ?? {}, { called: 1001, checked: expected });
  }
});

Deno.test("Conformance: the report survives a reset and can be cleared", async () => {
  using sandbox = createSandbox();
  await callApi(sandbox, "GET /me");
  await control(sandbox, "POST /reset");
  assertEquals((await control<ConformanceReport>(sandbox, "GET /conformance")).body.called, 1);
  assertEquals((await control<ConformanceReport>(sandbox, "DELETE /conformance")).body.called, 0);
});
