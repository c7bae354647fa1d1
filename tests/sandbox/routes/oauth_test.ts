import { assert, assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { refresh } from "../../support/oauth.ts";

Deno.test("POST /oauth/token: a token request of a megabyte isn't read to its end", async () => {
  using sandbox = createSandbox();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (++sent > 1000) return controller.close();
      controller.enqueue(new Uint8Array(1024).fill(97));
    },
  });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
  const reply = await sandbox.fetch(`${sandbox.clientConfig.authUrl}/oauth/token`, init);
  await reply.body?.cancel();
  assertEquals(reply.status, 413);
  assert(sent < 100);
  const sized = (bytes: number) => sandbox.fetch(reply.url, { method: "POST", headers, body: "a".repeat(bytes) });
  assertEquals([(await sized(65_536)).status, (await sized(65_537)).status], [400, 413]);
});

Deno.test("POST /oauth/token: of two concurrent refreshes exactly one succeeds", async () => {
  using sandbox = createSandbox();
  const { refresh_token } = sandbox.issueTokens();
  const replies = await Promise.all([1, 2, 3].map(() => refresh(sandbox, refresh_token)));
  assertEquals(replies.map(({ status }) => status).sort(), [200, 400, 400]);
});
