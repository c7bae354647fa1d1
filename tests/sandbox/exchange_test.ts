import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { NAMESPACE_HEADER } from "../../sandbox/world/namespaces.ts";
import { caller } from "../support/api.ts";

/** Headers of requests that name no namespace. */
const UNNAMED: Readonly<Record<string, Record<string, string>>> = {
  "without a namespace": {},
  "with an empty namespace": { [NAMESPACE_HEADER]: "" },
};

for (const [what, headers] of Object.entries(UNNAMED)) {
  Deno.test(`exchange(): a request ${what} gets URLs of the main world`, async () => {
    using sandbox = createSandbox();
    const { body } = await caller(sandbox).get("/tracks/1001", headers);
    const hostOf = (field: unknown) => String(field).replace(/(\/tracks\/|\/_media\/).*/, "");
    assertEquals(hostOf(body.uri), "https://api.sandbox.test");
    assertEquals(hostOf(body.waveform_url), "https://media.sandbox.test");
  });
}

/** Sends a JSON body that no operation reads, and returns what the log has of it. */
async function loggedBody(body: ReadableStream<Uint8Array>): Promise<string | undefined> {
  using sandbox = createSandbox();
  await caller(sandbox).send("/nothing", { method: "POST", headers: { "content-type": "application/json" }, body });
  const reply = await sandbox.fetch("https://api.sandbox.test/_sandbox/requests");
  return (await reply.json()).requests[0].request.body;
}

Deno.test("exchange(): the log has a body that its operation didn't read, even if it arrives late", async () => {
  const late = new ReadableStream<Uint8Array>({
    start: (controller) =>
      void setTimeout(() => {
        controller.enqueue(new TextEncoder().encode("late"));
        controller.close();
      }),
  });
  assertEquals(await loggedBody(late), "late");
});

Deno.test("exchange(): a body that never ends delays its response for a moment, and the log has what arrived", async () => {
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("start")),
  });
  assertEquals(await loggedBody(endless), "start");
});

Deno.test("sandbox.clientConfig has the app, both addresses and the fetch", () => {
  using sandbox = createSandbox();
  assertEquals(sandbox.clientConfig, {
    clientId: "sandbox-client",
    clientSecret: "sandbox-secret",
    redirectUri: "http://127.0.0.1:8765/callback",
    baseUrl: "https://api.sandbox.test",
    authUrl: "https://secure.sandbox.test",
    fetch: sandbox.fetch,
  });
});
