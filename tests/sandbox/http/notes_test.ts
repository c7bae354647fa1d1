import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { createSandbox, type Sandbox, type SandboxOptions } from "@tonearm/sandbox";
import { OPERATION_TABLE } from "../../../sandbox/contract/operations.ts";
import { FAULTS } from "../../../sandbox/contract/faults.ts";
import NOTES from "../../../sandbox/contract/notes.json" with { type: "json" };
import { isFaultName } from "../../../sandbox/faults/named.ts";
import { assertGolden } from "../../support/golden.ts";
import { authorizeUrl } from "../../support/oauth.ts";

const API = "https://api.sandbox.test";

/** Returns the notes of the last request in the log. */
async function lastNotes(sandbox: Sandbox): Promise<readonly string[]> {
  return (await sandbox.control.requests()).at(-1)?.notes ?? [];
}

/** Sends a request to the API with a header. */
async function call(sandbox: Sandbox, path: string, authorization?: string): Promise<void> {
  const reply = await sandbox.fetch(API + path, {
    headers: authorization ? { authorization } : {},
    redirect: "manual",
  });
  await reply.body?.cancel();
}

/** Returns the pattern of a row's note. */
function patternOf({ why, fix }: { readonly why: string; readonly fix: string }): RegExp {
  const text = `${why} ${fix} [`;
  return new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+")}`);
}

/** Headers and bodies with which an operation can be refused. */
function waysOf(sandbox: Sandbox): readonly (readonly [headers: Record<string, string>, body: string | null])[] {
  const user = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };
  const json = { "content-type": "application/json" };
  return [
    [{}, null],
    [{ authorization: "OAuth x" }, null],
    [{ authorization: `OAuth ${sandbox.issueTokens(null).access_token}` }, null],
    [{ origin: "https://evil.example", "sec-fetch-site": "cross-site" }, null],
    [user, null],
    [{ ...user, ...json }, "{"],
    [{ ...user, ...json }, "{}"],
    [{ ...user, "content-type": "application/x-www-form-urlencoded" }, "a=1&a=2"],
  ];
}

/** Returns what a refusal tells: its status, its message, and its note. */
async function toldBy(reply: Response): Promise<string> {
  const text = await reply.text();
  const message = /"error_message":"(.*?)"[,}]/.exec(text)?.[1] ?? /"error":"(.*?)"/.exec(text)?.[1] ?? "";
  return `${reply.status} ${message} | ${reply.headers.get("x-sandbox-note")}`;
}

Deno.test("sandbox notes: each operation refuses requests, in every way, with the messages and notes of refusals.txt", async () => {
  const told = new Map<string, Set<string>>();
  const used: SandboxOptions = { strict: false, config: { gatewayBurst: 0, spamThreshold: 0, playsLimit: 0 } };
  for (const options of [{}, { strict: true }, used] satisfies SandboxOptions[]) {
    using sandbox = createSandbox({ clock: "2026-01-01T00:00:00Z", ...options });
    sandbox.clock.freeze();
    sandbox.config.noteHeader = true;
    for (const operation of Object.keys(OPERATION_TABLE)) {
      const [method = "", template = ""] = operation.split(" ");
      for (const id of Object.keys(options).length === 0 ? ["1001", "103", "9", "x"] : ["1001"]) {
        const path = template.replaceAll(/\{\w+\}/g, id);
        for (const query of ["", "?limit=0&nonsense=1", "?client_id=x"]) {
          for (const [headers, body] of waysOf(sandbox)) {
            if (body !== null && method === "GET") continue;
            const reply = await sandbox.fetch(API + path + query, { method, headers, body, redirect: "manual" });
            const what = (await toldBy(reply)).replace(operation, "OPERATION");
            if (reply.status >= 400) told.set(what, (told.get(what) ?? new Set()).add(`${method} ${path}`));
          }
        }
      }
    }
  }
  const known = /\| (?!.*itself failed).+ \[(?:documented|recorded|reported|stated|assumed:?) .+\]$/;
  for (const what of told.keys()) assertMatch(what, known);
  const groups = [...told].map(([what, requests]) => `${what}\n${[...requests].map((each) => `  ${each}\n`).join("")}`);
  await assertGolden(groups.sort().join("\n"), new URL("refusals.txt", import.meta.url));
});

/** Refusals outside the operations, or of an operation that a header makes impossible: path and headers. */
const BESIDE: Readonly<Record<string, Record<string, string>>> = {
  "/~bad!/me": {},
  "/~two/me": {},
  "/me": { "x-sandbox-namespace": "a/b" },
  "/_media/images/artworks-a-large.jpg": { range: "bytes=99999999-" },
  "/nothing": {},
};

Deno.test("sandbox notes: refused namespaces, ranges and paths have notes with a source too, which are logged", async () => {
  using sandbox = createSandbox({ config: { noteHeader: true }, namespaces: { max: 1 } });
  await (await sandbox.fetch(`${API}/~one/me`)).body?.cancel();
  for (const [path, headers] of Object.entries(BESIDE)) {
    for (const method of ["GET", "HEAD", "PATCH", "POST"]) {
      const reply = await sandbox.fetch(API + path, { method, headers });
      await reply.body?.cancel();
      assert(reply.status >= 400, `${method} ${path}: ${reply.status}`);
      assertMatch(reply.headers.get("x-sandbox-note") ?? "", /^(?!.*itself failed).+ \[.+\]$/, `${method} ${path}`);
      assertEquals((await lastNotes(sandbox)).length, 1, `${method} ${path}`);
    }
  }
});

Deno.test("sandbox notes: a refusal by a fault names the fault, and one by a rule the rule", async () => {
  using sandbox = createSandbox();
  const { access_token } = sandbox.issueTokens();
  const headers = { authorization: `OAuth ${access_token}` };
  let refused = 0;
  for (const name of Object.keys(FAULTS).filter(isFaultName)) {
    const { id } = sandbox.faults.add(name, { latencyMs: 0, probability: 1 });
    for (const request of ["GET /me", "GET /tracks/1001/streams", "POST /oauth/token", "POST /tracks"]) {
      const [method = "", path = ""] = request.split(" ");
      if (/never_answer|drop|reset|lost|cut_body|malformed|slow/.test(name)) continue;
      const reply = await sandbox.fetch(API + path, { method, headers, redirect: "manual" });
      await reply.body?.cancel();
      const [logged] = (await sandbox.control.requests()).slice(-1);
      if (reply.status < 400 || logged?.faults.length === 0) continue;
      refused++;
      assertStringIncludes(logged?.notes.join("\n") ?? "", `The fault ${name} is on: ${FAULTS[name].about}`);
    }
    sandbox.faults.remove(id);
  }
  assert(refused > 25, String(refused));
  sandbox.faults.add({ status: 418 });
  await call(sandbox, "/me");
  assertStringIncludes((await lastNotes(sandbox)).join(), "A test asked for this response by rule");
});

Deno.test("sandbox notes: noteHeader sends them, and expectRequest() shows them", async () => {
  using sandbox = createSandbox({ config: { noteHeader: true } });
  const reply = await sandbox.fetch(`${API}/me`);
  assertEquals((await reply.json()).code, 401);
  assertMatch(reply.headers.get("x-sandbox-note") ?? "", patternOf(NOTES.no_header));
  await assertRejects(
    () => sandbox.control.expectRequest({ path: "/me", status: 200 }),
    Error,
    "note: The request has no Authorization header.",
  );
  const long = await sandbox.fetch(`${API}/me`, { headers: { authorization: `${"x".repeat(400)} y` } });
  await long.body?.cancel();
  assertEquals(/x{9,}/.exec(long.headers.get("x-sandbox-note") ?? "")?.[0].length, 160);
  sandbox.config.noteHeader = false;
  assertEquals((await sandbox.fetch(`${API}/me`)).headers.get("x-sandbox-note"), null);
});

Deno.test("sandbox: with apps: any, a page of another site can't register itself", async () => {
  using sandbox = createSandbox({ config: { apps: "any" } });
  for (
    const [redirect_uri, site, expected] of [
      ["https://evil.example/", "cross-site", 400],
      ["javascript:alert(1)", "none", 400],
      ["https://my.example/cb", "none", 302],
      ["http://localhost:3000/cb", "cross-site", 302],
    ] as const
  ) {
    const url = authorizeUrl(sandbox, { client_id: `app of ${redirect_uri}`, redirect_uri, sandbox_user: "1" });
    const headers = { "sec-fetch-site": site, "sec-fetch-dest": "document" };
    const reply = await sandbox.fetch(url, { headers, redirect: "manual" });
    await reply.body?.cancel();
    assertEquals(reply.status, expected, redirect_uri);
  }
});
