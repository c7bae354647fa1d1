import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { connectSandbox, type SandboxControl } from "@tonearm/sandbox";

const APP = { clientId: "mine", clientSecret: "hush", redirectUri: "http://localhost/back" };

/** A control whose requests are recorded and answered by the test, after those of the connection. */
async function recorded(answer: () => Response = () => Response.json({})) {
  const sent: string[] = [];
  const send = async (url: string | URL | Request, init?: RequestInit) => {
    await Promise.resolve();
    if (sent.length === 0 && String(url).endsWith("/state")) return Response.json({ app: APP });
    sent.push([init?.method, url, init?.body].filter((part) => part !== undefined).join(" "));
    return answer();
  };
  const control = await connectSandbox("http://x.test", { fetch: send });
  return { control, sent };
}

const BASE = "http://x.test/_sandbox";

/** Actions of a control, and the request that each one sends. */
const REQUESTS: Readonly<Record<string, readonly [act: (control: SandboxControl) => Promise<unknown>, sent: string]>> =
  {
    "clock.freeze()": [({ clock }) => clock.freeze(), `POST ${BASE}/clock {"freeze":true}`],
    "clock.freeze() at a moment": [
      ({ clock }) => clock.freeze(new Date(0)),
      `POST ${BASE}/clock {"freeze":true,"set":"1970-01-01T00:00:00.000Z"}`,
    ],
    "clock.resume()": [({ clock }) => clock.resume(), `POST ${BASE}/clock {"freeze":false}`],
    "clock.set()": [({ clock }) => clock.set(5), `POST ${BASE}/clock {"set":5}`],
    "clock.advance()": [({ clock }) => clock.advance(5), `POST ${BASE}/clock {"advance":5}`],
    "faults.add() by name": [
      ({ faults }) => faults.add("envoy_503", { times: 1 }),
      `POST ${BASE}/faults {"name":"envoy_503","times":1}`,
    ],
    "faults.add() of a rule": [({ faults }) => faults.add({ status: 418 }), `POST ${BASE}/faults {"status":418}`],
    "faults.list()": [({ faults }) => faults.list(), `GET ${BASE}/faults`],
    "faults.remove()": [({ faults }) => faults.remove(3), `DELETE ${BASE}/faults/3`],
    "faults.clear()": [({ faults }) => faults.clear(), `DELETE ${BASE}/faults`],
    "config.get()": [({ config }) => config.get(), `GET ${BASE}/config`],
    "config.set()": [({ config }) => config.set({ cors: true }), `PATCH ${BASE}/config {"cors":true}`],
    "data.add()": [({ data }) => data.add({ users: [] }), `POST ${BASE}/data {"users":[]}`],
    "data.export()": [({ data }) => data.export(), `GET ${BASE}/export`],
    "data.import()": [({ data }) => data.import(Uint8Array.of(1, 2)), `POST ${BASE}/import 1,2`],
    "requests()": [(control) => control.requests(), `GET ${BASE}/requests`],
    "requests() with a query": [
      (control) => control.requests({ path: "/me", status: 200 }),
      `GET ${BASE}/requests?path=%2Fme&status=200`,
    ],
    "issueTokens()": [(control) => control.issueTokens(), `POST ${BASE}/tokens {}`],
    "issueTokens() of an app": [
      (control) => control.issueTokens(null, "a"),
      `POST ${BASE}/tokens {"user":null,"app":"a"}`,
    ],
    "reset()": [(control) => control.reset(), `POST ${BASE}/reset`],
    "snapshot()": [(control) => control.snapshot(), `POST ${BASE}/snapshots {}`],
    "snapshot() with a name": [(control) => control.snapshot("a"), `POST ${BASE}/snapshots {"name":"a"}`],
    "restore()": [(control) => control.restore("a/b"), `POST ${BASE}/snapshots/a%2Fb/restore`],
    "conformance()": [(control) => control.conformance(), `GET ${BASE}/conformance`],
    "undocumented()": [(control) => control.undocumented(), `GET ${BASE}/conformance`],
    "remove() of a namespace": [(control) => control.namespace("one").remove(), `DELETE ${BASE}/namespaces/one`],
    "reset() of a namespace": [(control) => control.namespace("one").reset(), "POST http://x.test/~one/_sandbox/reset"],
  };

for (const [what, [act, request]] of Object.entries(REQUESTS)) {
  Deno.test(`SandboxControl: ${what} sends ${request}`, async () => {
    const { control, sent } = await recorded();
    await act(control);
    assertEquals(sent, [request]);
    const refused = await recorded(() => new Response("", { status: 500 }));
    await assertRejects(() => act(refused.control), Error, "status 500");
  });
}

Deno.test("SandboxControl.expectRequest() asks once unless it may wait", async () => {
  const { control, sent } = await recorded(() => Response.json({ requests: [] }));
  await assertRejects(() => control.expectRequest({ path: "/me" }), Error, "found 0 among 0");
  assertEquals(sent.slice(0, 2), [`GET ${BASE}/requests`]);
});

/** Refusals, and the reason in the error's message. */
const REFUSALS: Readonly<Record<string, readonly [body: string, status: number, reason: string]>> = {
  "an error": ['{"error":"no such fault"}', 400, "no such fault"],
  "a text": [" It is\nbroken ", 500, "It is\nbroken"],
  "JSON without an error": ['{"error":5}', 500, '{"error":5}'],
  "a long text": ["x".repeat(400), 500, "x".repeat(300)],
  "nothing": ["", 502, "status 502"],
};

for (const [what, [body, status, reason]] of Object.entries(REFUSALS)) {
  Deno.test(`SandboxControl: a refusal with ${what} is an error with the request and the reason`, async () => {
    const { control } = await recorded(() => new Response(body, { status }));
    const { message } = await assertRejects(() => control.requests({ path: "/me" }), Error);
    assertEquals(message, `Cannot GET /requests: ${reason}`);
  });
}

Deno.test("NamespaceControl.remove() accepts that a namespace was never used, and no other refusal", async () => {
  const answered = async (status: number) =>
    (await recorded(() => new Response("", { status }))).control.namespace("one");
  await (await answered(404)).remove();
  await assertRejects(async () => (await answered(500)).remove(), Error, "Cannot DELETE /namespaces/one: status 500");
});

Deno.test("SandboxControl.namespace() makes a name, and rejects one that is not a name", async () => {
  const { control } = await recorded();
  assert(/^test-[0-9a-f-]{36}$/.test(control.namespace().name));
  assertThrows(() => control.namespace("a/b"), TypeError, "Cannot use namespace a/b: ");
});

Deno.test("SandboxControl.clientConfig is that of the sandbox's app, with the world's addresses", async () => {
  const { control } = await recorded();
  const configOf = ({ clientConfig: { fetch: _, ...config } }: SandboxControl) => config;
  assertEquals(configOf(control), { ...APP, baseUrl: "http://x.test", authUrl: "http://x.test" });
  const own = "http://x.test/~one";
  const clientId = `${APP.clientId}~${btoa("one")}`;
  assertEquals(configOf(control.namespace("one")), { ...APP, clientId, baseUrl: own, authUrl: own });
});
