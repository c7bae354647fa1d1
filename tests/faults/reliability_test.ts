import { assertEquals } from "@std/assert";
import { faultDefinitions } from "../../sandbox/faults/named.ts";
import { chooseConfig } from "../../scripts/deno.ts";
import { RULES } from "../support/faults/fault_matrix.ts";

Deno.test("docs/contributing/reliability.md: the matrix has a row for every fault of the sandbox", () => {
  assertEquals(Object.keys(RULES).sort(), Object.keys(faultDefinitions).sort());
});

Deno.test("docs/contributing/reliability.md shows the matrix that the tests check", async () => {
  const args = [
    "run",
    "-q",
    "--no-lock",
    `--config=${await chooseConfig()}`,
    "-P=check",
    "scripts/docs/reliability.ts",
    "--check",
  ];
  const { code, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  assertEquals({ code, complaint: new TextDecoder().decode(stderr) }, { code: 0, complaint: "" });
});
