import { assertEquals } from "@std/assert";
import { EXITS, Failure, usage } from "../../../cli/errors.ts";
import { asksForJson, reportFailure } from "../../../cli/output/report.ts";
import { testHost } from "../../support/cli/test_host.ts";

Deno.test("asksForJson() finds the JSON options even in wrong usage, but not after --", () => {
  const lines = [["x", "--json"], ["--jsonl", "x"], ["--json=id"], ["--", "--json"], ["--jsonx"], ["x", "json"]];
  assertEquals(lines.map(asksForJson), [true, true, true, false, false, false]);
});

Deno.test("reportFailure() prints two lines, or one object in JSON mode, and nothing for an interruption", async () => {
  const stderrOf = async (failure: Failure, argv: string[], env = {}) => {
    const on = testHost({ env });
    await reportFailure(failure, argv, on.host);
    return on.stderr;
  };
  assertEquals(
    await stderrOf(usage("No\x1b[2J such\nthing", "Try another"), []),
    "error: No␛[2J such thing\nTry another\n",
  );
  assertEquals(
    await stderrOf(usage("No", "Now"), [], { FORCE_COLOR: "1" }),
    "\x1b[38;5;196merror:\x1b[39m No\n\x1b[38;5;102mNow\x1b[39m\n",
  );
  assertEquals(await stderrOf(usage("No", "Now"), ["--no-color"], { FORCE_COLOR: "1" }), "error: No\nNow\n");
  const batch = new Failure("partial", "1 of 2 failed", { failures: [{ id: "1" }] });
  assertEquals(JSON.parse(await stderrOf(batch, ["--json"])), {
    error: { code: "partial", message: "1 of 2 failed", hint: EXITS.partial.next, exit: 8, failures: [{ id: "1" }] },
  });
  assertEquals([
    await stderrOf(new Failure("interrupted", "x"), []),
    await stderrOf(new Failure("terminated", "x"), []),
  ], ["", ""]);
});
