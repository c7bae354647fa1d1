import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { caller, sandboxApi } from "../../support/api.ts";

Deno.test("cf_method_403 refuses methods that change something, and lets GET and HEAD pass", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("cf_method_403");
  const status = async (method: string) => (await caller(sandbox).send("/me", { method })).status;
  const found: Record<string, number> = {};
  for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"]) found[method] = await status(method);
  assertEquals(found, { GET: 200, HEAD: 200, POST: 403, PUT: 403, DELETE: 403, PATCH: 403 });
});

Deno.test("truncated_body cuts replies that succeed in half, which caches may keep, and leaves errors whole", async () => {
  using api = sandboxApi();
  const [whole, missing] = [await api.get("/users/1"), await api.get("/users/99999")];
  api.sandbox.faults.add("truncated_body");
  const read = async (path: string) => {
    const headers = { authorization: `OAuth ${api.token}` };
    const reply = await api.sandbox.fetch(api.sandbox.clientConfig.baseUrl + path, { headers });
    return { text: await reply.text(), cache: reply.headers.get("cache-control") };
  };
  assertEquals(await read("/users/1"), {
    text: whole.text.slice(0, Math.ceil(whole.text.length / 2)),
    cache: "max-age=600, public",
  });
  assertEquals(await read("/users/99999"), { text: missing.text, cache: missing.headers.get("cache-control") });
});
