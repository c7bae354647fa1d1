import { assert, assertEquals } from "@std/assert";
import { assertOutline, control, fill, find, onPage, press, show } from "../page.ts";
import { ClockPanel } from "../../../../sandbox/dashboard/client/clock.ts";

Deno.test(onPage("dashboard: the clock is shown, frozen, advanced and set", async () => {
  let changes = 0;
  addEventListener("sandbox-changed", () => changes++, { once: true });
  const panel = new ClockPanel();
  const element = show(panel.element);
  await panel.refresh();
  await assertOutline(element, "clock, frozen");
  const time = () => find(element, "output", "The sandbox's time").textContent;
  for (const [label, shown] of [["+1 min", "12:01:00"], ["+1 h", "13:01:00"]]) {
    await press(element, label!);
    assertEquals(time(), `2026-10-01 ${shown} UTC, frozen`);
  }
  assertEquals(changes, 1, "the pages are told");
  await press(element, "+1 day");
  assertEquals(time(), "2026-10-02 13:01:00 UTC, frozen");
  await fill(element, "Set to (UTC)", "2030-05-06T07:08:09");
  await press(element, "Set");
  assertEquals(time(), "2030-05-06 07:08:09 UTC, frozen");
  await press(element, "Let it run");
  assertEquals((await control<{ frozen: boolean }>("clock")).frozen, false);
  await assertOutline(element.children[1]!, "clock, running");
  assert(!element.classList.contains("frozen"));
}));
