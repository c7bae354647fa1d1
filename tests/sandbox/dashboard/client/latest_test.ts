import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { page } from "../page.ts";
import { showLatest } from "../../../../sandbox/dashboard/client/latest.ts";

/** A view that records what it draws. */
class Drawn {
  readonly values: string[] = [];

  show(reply: Promise<string>): Promise<void> {
    return showLatest(this, reply, (value) => void this.values.push(value));
  }
}

function point(name: "pointerdown" | "pointerup" | "pointercancel"): void {
  dispatchEvent(new Event(name));
}

Deno.test("showLatest() draws the reply to the newest query, whichever comes last", async () => {
  const drawn = new Drawn();
  const late = Promise.withResolvers<string>();
  const first = drawn.show(late.promise);
  await drawn.show(Promise.resolve("new"));
  late.resolve("old");
  await first;
  assertEquals(drawn.values, ["new"]);
});

Deno.test("showLatest(): two views wait for their own replies only", async () => {
  const [one, other] = [new Drawn(), new Drawn()];
  const shown = one.show(Promise.resolve("one"));
  await other.show(Promise.resolve("other"));
  await shown;
  assertEquals([one.values, other.values], [["one"], ["other"]]);
});

for (const end of ["pointerup", "pointercancel"] as const) {
  Deno.test(`showLatest() draws nothing during a press, and draws after the click of its ${end}`, async () => {
    using time = new FakeTime();
    const drawn = new Drawn();
    point("pointerdown");
    const shown = drawn.show(Promise.resolve("new"));
    await time.tickAsync(500);
    assertEquals(drawn.values, [], "during the press");
    point(end);
    await time.runMicrotasks();
    assertEquals(drawn.values, [], "before the click");
    await time.tickAsync();
    await shown;
    assertEquals(drawn.values, ["new"]);
  });
}

Deno.test("showLatest() draws a second after the start of a press that ends elsewhere", async () => {
  using time = new FakeTime();
  const drawn = new Drawn();
  point("pointerdown");
  const shown = drawn.show(Promise.resolve("new"));
  await time.tickAsync(999);
  await time.runMicrotasks();
  assertEquals(drawn.values, []);
  await time.tickAsync(1);
  await shown;
  assertEquals(drawn.values, ["new"]);
});

Deno.test("showLatest() waits for a second press, not for the one before", async () => {
  using time = new FakeTime();
  const drawn = new Drawn();
  for (const name of ["pointerdown", "pointerup", "pointerdown"] as const) point(name);
  const shown = drawn.show(Promise.resolve("new"));
  await time.tickAsync(10);
  await time.runMicrotasks();
  assertEquals(drawn.values, []);
  point("pointerup");
  await time.tickAsync();
  await shown;
  assertEquals(drawn.values, ["new"]);
});

/** Puts buttons into the page's main part, instead of those that are there. */
function putButtons(...labels: string[]): HTMLElement[] {
  const buttons = labels.map(() => page.createElement("button"));
  for (const [i, button] of buttons.entries()) button.setAttribute("aria-label", labels[i]!);
  page.querySelector("main")!.replaceChildren(...buttons);
  return buttons;
}

Deno.test("showLatest(): a button that is drawn anew keeps the focus", async () => {
  putButtons("End session 1", "End session 2")[1]!.focus();
  let fresh: HTMLElement[] = [];
  await showLatest({}, Promise.resolve(), () => fresh = putButtons("End session 1", "End session 2"));
  assert(page.activeElement === fresh[1]!);
});

Deno.test("showLatest() leaves the focus where a drawing has put it, and on the page if its button is gone", async () => {
  putButtons("End session 1")[0]!.focus();
  let fresh: HTMLElement[] = [];
  await showLatest({}, Promise.resolve(), () => {
    fresh = putButtons("End session 1", "Issue tokens");
    fresh[1]!.focus();
  });
  assert(page.activeElement === fresh[1]!);
  await showLatest({}, Promise.resolve(), () => putButtons("End session 1"));
  assert(page.activeElement === page.body);
});
