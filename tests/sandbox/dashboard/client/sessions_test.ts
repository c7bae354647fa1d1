import { assert, assertEquals } from "@std/assert";
import { assertOutline, control, copied, fill, find, messages, onPage, press, show } from "../page.ts";
import { ClockPanel } from "../../../../sandbox/dashboard/client/clock.ts";
import { SessionsView } from "../../../../sandbox/dashboard/client/sessions.ts";

Deno.test(onPage("dashboard: the sessions are issued, shown once and ended", async () => {
  await new ClockPanel().refresh();
  const view = new SessionsView();
  const element = show(view.element);
  await view.refresh();
  await assertOutline(element, "sessions, none");
  await fill(element, "User, by id or permalink", "2");
  await press(element, "Issue tokens");
  await press(element, "Copy access token");
  const token = copied.at(-1)!;
  assertEquals(messages(), { notice: "Copied the access token", problem: "" });
  await press(element, "Copy refresh token");
  assert(copied.at(-1) !== token);
  const made = find(element, "ul", "New tokens");
  assert(made.querySelector("code")?.textContent === `…${token.slice(-8)}`);
  assertEquals([...made.querySelectorAll(".soft")].map(({ textContent }) => textContent), [
    "access token",
    "refresh token",
  ]);
  await control("clock", { advance: 20 * 60_000 });
  await new ClockPanel().refresh();
  await view.refresh();
  await assertOutline(find(element, "ul", "Sessions, newest first"), "sessions, one, after 20 minutes");
  await control("config", { refreshTtlSeconds: 7200 }, "PATCH");
  await control("clock", { advance: 50 * 60_000 });
  await new ClockPanel().refresh();
  await fill(element, "User, by id or permalink", "");
  await press(element, "Issue tokens");
  await assertOutline(find(element, "ul", "Sessions, newest first"), "sessions, expired and new");
  await press(element, "End session 1");
  assertEquals(messages().notice, "Ended session 1");
  await assertOutline(find(element, "ul", "Sessions, newest first"), "sessions, ended");
  await fill(element, "User, by id or permalink", "nobody");
  await press(element, "Issue tokens");
  assertEquals(messages(), { notice: "", problem: "There is no user nobody" });
}));
