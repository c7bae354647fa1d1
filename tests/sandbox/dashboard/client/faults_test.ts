import { assertEquals } from "@std/assert";
import { assertOutline, callApi, control, fill, find, onPage, press, show } from "../page.ts";
import { FaultsView } from "../../../../sandbox/dashboard/client/faults.ts";

Deno.test(
  onPage("dashboard: the faults are found, switched on as the fields say, and switched off", async (sandbox) => {
    const view = new FaultsView();
    const element = show(view.element);
    await view.refresh();
    await assertOutline(element, "faults, all off");
    await fill(element, "Find a fault", "ENVOY");
    await fill(element, "Times", "2");
    await fill(element, "Path", "/me");
    await press(element, "envoy_503");
    await (await callApi(sandbox, "GET /me")).body?.cancel();
    await (await callApi(sandbox, "GET /users/1")).body?.cancel();
    await control("faults", { status: 418, match: { path: "/tracks/1" } });
    await view.refresh();
    await assertOutline(element, "faults, one on and a rule");
    await fill(element, "Find a fault", "no such word");
    const shown = () => find(element, "ul", "Faults").querySelectorAll("li.on:not([hidden])").length;
    assertEquals(shown(), 1, "a fault that is on");
    await press(element, "Switch off rule 2");
    await press(element, "envoy_503");
    await assertOutline(find(element, "ul", "Faults"), "faults, none found");
    await fill(element, "Find a fault", "");
    assertEquals(find(element, "ul", "Faults").querySelectorAll(".empty").length, 0);
    for (const field of ["Times", "Path"]) await fill(element, field, "");
    await press(element, "envoy_504");
    const { active } = await control<{ active: { name: string; rule: { times?: number; match?: object } }[] }>(
      "faults",
    );
    assertEquals(active.map(({ name, rule: { times, match } }) => ({ name, times, match })), [
      { name: "envoy_504", times: undefined, match: {} },
    ]);
    await press(element, "Switch all off");
    assertEquals((await control<{ active: unknown[] }>("faults")).active, []);
    await fill(element, "Times", "1");
    await press(element, "envoy_503");
    await (await callApi(sandbox, "GET /me")).body?.cancel();
    await view.refresh();
    const row = [...element.querySelectorAll("li")].find(({ textContent }) => textContent.includes("envoy_503"))!;
    assertEquals(row.querySelector(".tag")?.textContent, "1 hit, over");
  }),
);
