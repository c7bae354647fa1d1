import { assertEquals, assertThrows } from "@std/assert";
import { OPERATION_TABLE } from "../../../sandbox/contract/operations.ts";
import { operationsWith } from "../../../sandbox/http/operation.ts";
import { operations } from "../../../sandbox/routes/mod.ts";

Deno.test("operationsWith() serves each operation of the table, and refuses to start without a handler", () => {
  const names = operations.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  assertEquals(names.sort(), Object.keys(OPERATION_TABLE).sort());
  assertThrows(() => operationsWith({}), TypeError, "it has no handler");
});
