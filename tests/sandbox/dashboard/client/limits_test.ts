import { assert, assertEquals } from "@std/assert";
import { assertOutline, callApi, control, fill, find, input, messages, onPage, press, show } from "../page.ts";
import { ClockPanel } from "../../../../sandbox/dashboard/client/clock.ts";
import { LimitsView } from "../../../../sandbox/dashboard/client/limits.ts";

Deno.test(onPage("dashboard: the limits are bars that fill up, and fields that change them", async (sandbox) => {
  await control("config", { gatewayBurst: 100 }, "PATCH");
  await new ClockPanel().refresh();
  const view = new LimitsView();
  const element = show(view.element);
  await view.refresh();
  await assertOutline(element, "limits, none in use");
  for (let play = 0; play < 9; play++) {
    await (await callApi(sandbox, "GET /tracks/1078/preview")).body?.cancel();
  }
  await (await callApi(sandbox, "PUT /me/followings/9")).body?.cancel();
  await fill(element, "Plays of an app, in a day", "10");
  assertEquals(messages().notice, "Plays of an app, in a day: 10");
  await fill(element, "Calls of an app, in 10 seconds", "");
  assertEquals(messages().notice, "Calls of an app, in 10 seconds: no limit");
  await view.refresh();
  await assertOutline(element, "limits, nearly used up");
  await fill(element, "Plays of an app, in a day", "9");
  await view.refresh();
  await assertOutline(find(element, "ul", "Limits in use"), "limits, used up");
  input(element, "Plays of an app, in a day").focus();
  const typed = input(element, "Plays of an app, in a day");
  await view.refresh();
  assert(input(element, "Plays of an app, in a day") === typed, "a field that somebody types in stays");
  await control("clock", { advance: 25 * 3_600_000 });
  await new ClockPanel().refresh();
  await view.refresh();
  await assertOutline(find(element, "ul", "Limits in use"), "limits, windows over");
  await press(element, "Reset the counts");
  assertEquals(messages().notice, "All counts are reset");
  assertEquals(find(element, "ul", "Limits in use").querySelectorAll("[role=meter]").length, 0);
}));

Deno.test(onPage("dashboard: a limit is tight over four fifths of it, and full at its end", async (sandbox) => {
  for (let play = 0; play < 8; play++) await (await callApi(sandbox, "GET /tracks/1078/preview")).body?.cancel();
  await new ClockPanel().refresh();
  const view = new LimitsView();
  const bar = async (playsLimit: number) => {
    await control("config", { playsLimit }, "PATCH");
    await view.refresh();
    const element = view.element.querySelector<HTMLElement>(`[role="meter"]`)!;
    return { look: element.getAttribute("class"), part: element.style.getPropertyValue("--part") };
  };
  assertEquals(await bar(10), { look: "bar tall", part: "80%" });
  assertEquals(await bar(9), { look: "bar tall tight", part: `${800 / 9}%` });
  assertEquals(await bar(8), { look: "bar tall full", part: "100%" });
  assertEquals(await bar(4), { look: "bar tall full", part: "100%" });
}));
