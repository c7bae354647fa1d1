import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { callApi, control } from "../../support/sandbox/requests.ts";

interface Listed {
  readonly active: { readonly id: number; readonly name: string | null; readonly hits: number }[];
  readonly names: { readonly name: string; readonly about: string }[];
}

Deno.test("POST /_sandbox/faults: faults are added by name, by name with a rule, as rules and as lists, and show their hits", async () => {
  using sandbox = createSandbox();
  assertEquals((await control(sandbox, "POST /faults", { name: "mesh_404", times: 1 })).status, 201);
  const rule = { match: { method: "GET", path: "/me", nth: 2 }, status: 503, body: "later", times: 1 };
  assertEquals((await control(sandbox, "POST /faults", ["extra_fields", rule])).status, 201);
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) statuses.push((await callApi(sandbox, "GET /me")).status);
  assertEquals(statuses, [404, 503, 200, 200]);
  const { active } = (await control<Listed>(sandbox, "GET /faults")).body;
  assertEquals(active.map(({ id, name, hits }) => [id, name, hits]), [[1, "mesh_404", 1], [2, "extra_fields", 4], [
    3,
    null,
    1,
  ]]);
});

Deno.test("POST /_sandbox/faults: faults are removed by id, or all at once", async () => {
  using sandbox = createSandbox();
  await control(sandbox, "POST /faults", ["waf_block", "mesh_404"]);
  assertEquals((await control(sandbox, "DELETE /faults/1")).status, 200);
  assertEquals((await control(sandbox, "DELETE /faults/1")).status, 404);
  assertEquals((await callApi(sandbox, "GET /me")).status, 404);
  await control(sandbox, "DELETE /faults");
  assertEquals((await callApi(sandbox, "GET /me")).status, 200);
});
