import { assertEquals } from "@std/assert";
import { faultDefinitions } from "../../sandbox/faults/named.ts";
import { RULES } from "./fault_matrix.ts";
import { ranScript } from "../support/programs.ts";

Deno.test("docs/contributing/reliability.md: the matrix has a row for every fault of the sandbox", () => {
  assertEquals(Object.keys(RULES).sort(), Object.keys(faultDefinitions).sort());
});

Deno.test("docs/contributing/reliability.md shows the matrix that the tests check", async () => {
  const { code, stderr } = await ranScript("docs/reliability.ts", ["--check"]);
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
});
