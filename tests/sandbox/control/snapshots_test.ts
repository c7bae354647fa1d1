import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { control } from "../../support/sandbox/requests.ts";

Deno.test("/_sandbox: 32 snapshots are kept, a name of 64 letters among them, and one of these may be taken anew", async () => {
  using sandbox = createSandbox();
  const last = "a".repeat(64);
  for (let number = 1; number < 32; number++) {
    const { body } = await control(sandbox, "POST /snapshots", {});
    assertEquals(body.name, `snapshot-${number}`);
  }
  assertEquals((await control(sandbox, "POST /snapshots", { name: ".." })).status, 400);
  assertEquals((await control(sandbox, "POST /snapshots", { name: last })).status, 201);
  assertEquals(await control(sandbox, "POST /snapshots", {}), {
    status: 409,
    body: { error: "There are 32 snapshots already" },
  });
  assertEquals((await control(sandbox, "POST /snapshots", { name: last })).status, 201);
});
