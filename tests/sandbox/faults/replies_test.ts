/**
 * Compares the replies that faults give instead of the service with `replies.txt`: status, headers and body.
 * `TONEARM_GOLDEN=write` writes it.
 */
import { assertEquals } from "@std/assert";
import { createSandbox, type FaultName } from "@tonearm/sandbox";
import { faultDefinitions, isFaultName } from "../../../sandbox/faults/named.ts";

const GOLDEN = new URL("replies.txt", import.meta.url);
const NOON = "2026-10-01T12:00:00Z";
const API = "https://api.sandbox.test";

/** Requests of a user and of an app; most faults answer one of them. */
const REQUESTS = ["GET /me", "GET /me/feed?cursor=10", "GET /tracks/1001/streams", "POST /oauth/token"];

/** Returns the reply to the first request that a fault answers, as text, if it answers one. */
async function repliesTo(name: FaultName): Promise<string[]> {
  using sandbox = createSandbox({ clock: NOON });
  sandbox.clock.freeze(NOON);
  const { clientId, clientSecret } = sandbox.clientConfig;
  const user = `OAuth ${sandbox.issueTokens().access_token}`;
  const fault = sandbox.faults.add(name, { latencyMs: 0 });
  for (const request of REQUESTS) {
    const [method = "", path] = request.split(" ");
    const isToken = method === "POST";
    const headers = {
      authorization: isToken ? `Basic ${btoa(`${clientId}:${clientSecret}`)}` : user,
      ...isToken ? { "content-type": "application/x-www-form-urlencoded" } : {},
    };
    const body = isToken ? "grant_type=client_credentials" : null;
    const reply = await sandbox.fetch(API + path, { method, headers, body, redirect: "manual" });
    const text = await reply.text();
    if (fault.hits === 0) continue;
    const lines = [...reply.headers].map(([header, value]) => `${header}: ${value}`);
    return [[`# ${name}: ${request}`, String(reply.status), ...lines, "", text, ""].join("\n")];
  }
  return [];
}

Deno.test("sandbox faults: each reply that a fault gives has its status, headers and body", async () => {
  const replies: string[] = [];
  for (const [name, { answer }] of Object.entries(faultDefinitions)) {
    if (answer !== undefined && isFaultName(name)) replies.push(...await repliesTo(name));
  }
  const text = replies.join("\n");
  if (Deno.env.get("TONEARM_GOLDEN") === "write") await Deno.writeTextFile(GOLDEN, text);
  assertEquals(text, await Deno.readTextFile(GOLDEN));
});
