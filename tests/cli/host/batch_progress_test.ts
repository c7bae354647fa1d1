import { assertEquals, assertRejects } from "@std/assert";
import { failureOf, runBatch } from "../../../cli/batch.ts";
import { EXITS, Failure } from "../../../cli/errors.ts";
import { stopClock } from "../../support/replaced.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

Deno.test("runBatch() says how far it is, what has failed, and about how long it still takes", async () => {
  using clock = stopClock();
  const context = testContext(testHost());
  const said: string[] = [];
  context.spinner.say = (text) => void said.push(text);
  const take = (item: number) => {
    clock.now += 10_000;
    return item === 1 ? Promise.reject(new Failure("not_found", "Gone")) : Promise.resolve({ item });
  };
  const work = { items: [1, 2, 3], isSingle: false, name: String, take, draw: () => "" };
  await assertRejects(() => runBatch(context, work), Failure, "1 of 3 failed");
  assertEquals(said, ["0 of 3", "1 of 3, 1 failed, about 0:20 left", "2 of 3, 1 failed, about 0:10 left", ""]);
});

Deno.test("runBatch() counts what is done only if there is more than one", async () => {
  const noteOf = async (items: readonly number[], isSingle: boolean) => {
    const on = testHost();
    const take = (item: number) => Promise.resolve({ item });
    const draw = ({ item }: { item: number }) => `${item}\n`;
    assertEquals(
      await runBatch(testContext(on), { items, isSingle, name: String, take, draw }),
      items.map((item) => ({ item })),
    );
    assertEquals(on.stdout, items.map((item) => `${item}\n`).join(""));
    return on.stderr;
  };
  assertEquals(await noteOf([1], true), "");
  assertEquals(await noteOf([1], false), "");
  assertEquals(await noteOf([1, 2], false), "2 done\n");
  assertEquals(await noteOf([1, 2], true), "2 done\n");
  assertEquals(await noteOf([], true), "");
});

Deno.test("failureOf() is of the first failure if nothing succeeded, and takes over its advice", () => {
  const failed = [
    { name: "a", failure: new Failure("not_found", "Gone", { hint: "Look elsewhere." }) },
    { name: "b", failure: new Failure("failed", "Skipped", { code: "not_tried" }) },
  ];
  const factsOf = ({ kind, message, hint, failures }: Failure) => ({ kind, message, hint, failures });
  const failures = [{ id: "a", code: "not_found", message: "Gone" }, {
    id: "b",
    code: "not_tried",
    message: "Skipped",
  }];
  const message = "1 of 2 failed, 1 not tried";
  assertEquals<object>(factsOf(failureOf(0, failed)), {
    kind: "not_found",
    message,
    hint: "Look elsewhere.",
    failures,
  });
  const others = { kind: "partial", message: "1 of 3 failed, 1 not tried", failures };
  assertEquals<object>(factsOf(failureOf(1, failed)), { ...others, hint: EXITS.partial.next });
  assertEquals<object>(factsOf(failureOf(1, failed, "Wait.")), { ...others, hint: "Wait." });
});
