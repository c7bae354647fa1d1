/**
 * Compares the operations with `operations.txt`: who may call each, whether pages of other sites may, and its query
 * parameters. `TONEARM_GOLDEN=write` writes it.
 */
import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { OPERATIONS } from "../../../sandbox/document/operations.ts";
import { operations } from "../../../sandbox/routes/mod.ts";

const GOLDEN = new URL("operations.txt", import.meta.url);
/** Parameters that are documented as one, and sent as two. */
const RANGES = ["bpm", "duration", "created_at"];
const FORM = "application/x-www-form-urlencoded";

Deno.test("sandbox operations: each has its caller, its guard and its parameters", async () => {
  const lines = operations.map(({ method, path, needs, isGuarded, query = [] }) =>
    [`${method} ${path}`, `needs ${needs}`, ...isGuarded ? ["guarded"] : [], ...query].join(", ")
  );
  const text = `${lines.join("\n")}\n`;
  if (Deno.env.get("TONEARM_GOLDEN") === "write") await Deno.writeTextFile(GOLDEN, text);
  assertEquals(text, await Deno.readTextFile(GOLDEN));
});

/** Returns a path with its parameters in one spelling. */
function nameless(operation: string): string {
  return operation.replaceAll(/\{\w+\}|:\w+/g, "*");
}

Deno.test("sandbox operations: a strict sandbox knows each documented parameter", () => {
  const known = new Map(operations.map(({ method, path, query = [] }) => [nameless(`${method} ${path}`), query]));
  const sent = (name: string) => RANGES.includes(name) ? [`${name}[from]`, `${name}[to]`] : [name];
  for (const { operation, query } of OPERATIONS) {
    const own = known.get(nameless(operation)) ?? [];
    assertEquals(query.flatMap(sent).filter((name) => !own.includes(name)), [], operation);
  }
});

Deno.test("sandbox operations: pages of other sites get no tokens, and those of this machine do", async () => {
  using sandbox = createSandbox();
  const { clientId, clientSecret } = sandbox.clientConfig;
  const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
  const ask = async (method: string, path: string, origin: string) => {
    const headers = { origin, authorization, "content-type": FORM };
    const init = method === "POST" ? { method, headers, body: "grant_type=client_credentials" } : { method, headers };
    const reply = await sandbox.fetch(`https://secure.sandbox.test${path.replace(":code", "ABCD")}`, init);
    return { status: reply.status, text: await reply.text() };
  };
  for (const { method, path } of operations.filter(({ isGuarded }) => isGuarded)) {
    const { status, text } = await ask(method, path, "https://evil.example");
    const reason = "The sandbox gives no tokens to pages of https://evil.example: no app there is registered";
    assertEquals({ status, isTold: text.includes(reason) }, { status: 403, isTold: true }, `${method} ${path}`);
  }
  for (const origin of ["http://localhost:5173", "https://secure.sandbox.test"]) {
    assertEquals((await ask("POST", "/oauth/token", origin)).status, 200, origin);
  }
});
