import { assert, assertEquals } from "@std/assert";
import {
  assertOutline,
  callApi,
  control,
  copied,
  fill,
  find,
  input,
  messages,
  onPage,
  press,
  settle,
  show,
  visibility,
  visited,
} from "./page.ts";
import { CatalogueView } from "../../../sandbox/dashboard/client/catalogue.ts";
import { ClockPanel } from "../../../sandbox/dashboard/client/clock.ts";
import { FaultsView } from "../../../sandbox/dashboard/client/faults.ts";
import { FidelityView } from "../../../sandbox/dashboard/client/fidelity.ts";
import { LimitsView } from "../../../sandbox/dashboard/client/limits.ts";
import { Player } from "../../../sandbox/dashboard/client/player.ts";
import { SessionsView } from "../../../sandbox/dashboard/client/sessions.ts";
import { WorldsView } from "../../../sandbox/dashboard/client/worlds.ts";

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

Deno.test(
  onPage(
    "dashboard: the catalogue shows tracks, users and playlists, in pages, and what a search finds",
    async (sandbox) => {
      const body = JSON.stringify({ playlist: { title: "Quiet", sharing: "private" } });
      await (await callApi(sandbox, "POST /playlists", { body })).body?.cancel();
      const view = new CatalogueView(new Player());
      const element = show(view.element);
      await view.refresh();
      await settle();
      await assertOutline(element, "catalogue, tracks");
      visibility.isOpen = false;
      await press(element, "More");
      await assertOutline(element, "catalogue, second page");
      const second = element.querySelector(".cover-button")?.getAttribute("aria-label");
      visibility.isOpen = true;
      await press(element, "Users");
      await assertOutline(element, "catalogue, users");
      assert(find(element, "button", "More").disabled, "there are no more users");
      await press(element, "Tracks");
      for (let more = 0; more < 2; more++) await press(element, "More");
      await press(element, "Back");
      assertEquals(element.querySelector(".cover-button")?.getAttribute("aria-label"), second);
      await fill(element, "Search", "no such title");
      await assertOutline(element, "catalogue, nothing found");
      await fill(element, "Search", "Quiet");
      await press(element, "Playlists");
      await assertOutline(element, "catalogue, playlists");
    },
  ),
);

Deno.test(onPage("dashboard: the catalogue has its edge cases behind a switch, and opens a record", async () => {
  const view = new CatalogueView(new Player());
  const element = show(view.element);
  await view.refresh();
  await settle();
  const titles = () => [...element.querySelectorAll(".cover-button")].map((one) => one.getAttribute("aria-label"));
  const lastPage = async () => {
    while (!find(element, "button", "More").disabled) await press(element, "More");
    return titles();
  };
  const isHostile = (title: string | null) => /script>|passwd/.test(title ?? "");
  const seen = [...titles(), ...await lastPage()];
  assertEquals(seen.filter(isHostile), []);
  await press(element, "Edge cases");
  const all = titles();
  for (let page = 0; page < 10; page++) await press(element, "More").then(() => all.push(...titles()), () => {});
  assert(all.some(isHostile), "they are behind a switch");
  await press(element, "Edge cases");
  const [title] = titles();
  const label = title!.replace("Play", "Open");
  const open = [...element.querySelectorAll("button")].find((one) => one.getAttribute("aria-label")?.startsWith(label));
  open!.click();
  await settle();
  await assertOutline(element.querySelector("dialog")!, "catalogue, a record");
  await press(element, "Close");
  assert(!element.querySelector("dialog")!.open);
}));

Deno.test(onPage("dashboard: the catalogue loads a waveform that comes into sight, and no other", async (sandbox) => {
  visibility.isOpen = false;
  const view = new CatalogueView(new Player());
  await view.refresh();
  await settle();
  assertEquals(view.element.querySelectorAll("svg.wave").length, 0);
  visibility.isOpen = true;
  assertEquals(sandbox.clock.frozen, false, "the main world's clock is its own");
}));

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
  assertEquals(find(element, "ul", "Limits in use").querySelectorAll(".limit").length, 0);
}));

Deno.test(onPage("dashboard: a limit is tight over four fifths of it, and full at its end", async (sandbox) => {
  for (let play = 0; play < 8; play++) await (await callApi(sandbox, "GET /tracks/1078/preview")).body?.cancel();
  await new ClockPanel().refresh();
  const view = new LimitsView();
  const bar = async (playsLimit: number) => {
    await control("config", { playsLimit }, "PATCH");
    await view.refresh();
    const element = view.element.querySelector<HTMLElement>(`[role="meter"]`)!;
    const filled = element.children[0]!.getAttribute("class") === "";
    return { look: element.getAttribute("class"), part: element.style.getPropertyValue("--part"), filled };
  };
  assertEquals(await bar(10), { look: "bar tall", part: "80%", filled: true });
  assertEquals(await bar(9), { look: "bar tall tight", part: `${800 / 9}%`, filled: true });
  assertEquals(await bar(8), { look: "bar tall full", part: "100%", filled: true });
  assertEquals(await bar(4), { look: "bar tall full", part: "100%", filled: true });
}));

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

Deno.test(
  onPage(
    "dashboard: the worlds are snapshots to take, restore and remove, and namespaces to visit and end",
    async (sandbox) => {
      await (await sandbox.fetch("https://api.sandbox.test/~other/_sandbox/state")).body?.cancel();
      const view = new WorldsView();
      const element = show(view.element);
      await view.refresh();
      await assertOutline(element, "worlds, no snapshot");
      const body = JSON.stringify({ playlist: { title: "x".repeat(50_000) } });
      await (await callApi(sandbox, "POST /playlists", { body })).body?.cancel();
      await fill(element, "Name", "before");
      let changes = 0;
      const onChange = () => changes++;
      addEventListener("sandbox-changed", onChange);
      await press(element, "Take a snapshot");
      removeEventListener("sandbox-changed", onChange);
      assertEquals({ changes, ...messages() }, { changes: 1, notice: "Done", problem: "" });
      const bytes = (await control<{ snapshots: { bytes: number }[] }>("snapshots")).snapshots[0]!.bytes;
      const [taken] = find(element, "ul", "Snapshots").children;
      assertEquals(taken?.querySelector(".name")?.textContent, "before");
      assertEquals([...taken!.querySelectorAll("button")].map(({ textContent }) => textContent), ["Restore", "Remove"]);
      const size = Math.ceil(bytes / 1024).toLocaleString("en");
      const facts = find(element, "ul", "Snapshots").querySelector(".facts")!;
      assertEquals(facts.textContent, `2026-10-01 12:00:00 UTC · ${size} KiB`);
      await control("clock", { advance: 3_600_000 });
      await press(element, "Restore before");
      assertEquals((await control<{ now: string }>("clock")).now, "2026-10-01T12:00:00.000Z");
      await press(element, "Remove snapshot before");
      assertEquals(await control("snapshots"), { snapshots: [] });
      await fill(element, "Name", "");
      await press(element, "Take a snapshot");
      assertEquals((await control<{ snapshots: unknown[] }>("snapshots")).snapshots.length, 1);
      await fill(element, "Open or create", "third");
      await press(element, "Open");
      assertEquals(visited.at(-1), "/~third/_sandbox/");
      await press(element, "End namespace other");
      assertEquals(find(element, "ul", "Namespaces").children.length, 1);
    },
  ),
);

Deno.test(onPage("dashboard: it resets a world once somebody said yes", async () => {
  const view = new WorldsView();
  const element = show(view.element);
  await view.refresh();
  await control("config", { playsLimit: 3 }, "PATCH");
  const dialog = find(element, "dialog", element.querySelector("dialog")!.textContent);
  await press(element, "Reset to the seed");
  assert(dialog.open);
  await press(dialog, "Keep");
  assert(!dialog.open);
  assertEquals((await control<{ playsLimit: number }>("config")).playsLimit, 3);
  await press(element, "Reset to the seed");
  let resets = 0;
  addEventListener("sandbox-reset", () => resets++, { once: true });
  await press(dialog, "Reset");
  assertEquals({ open: dialog.open, resets }, { open: false, resets: 1 });
  assertEquals((await control<{ playsLimit: number }>("config")).playsLimit, 15_000);
}));

Deno.test(
  onPage(
    "dashboard: the fidelity page counts operations, and names what isn't documented and the sources",
    async (sandbox) => {
      const view = new FidelityView();
      const element = show(view.element);
      await view.refresh();
      await assertOutline(element, "fidelity, nothing called");
      await control("faults", { name: "missing_fields", match: { path: "/users/3" } });
      for (const path of ["/me", "/me", "/users/99999", "/track/7", "/track/7", "/tracks?q=lofi&gnre=x", "/users/3"]) {
        await (await callApi(sandbox, `GET ${path}`)).body?.cancel();
      }
      await view.refresh();
      await assertOutline(element.children[1]!, "fidelity, figures");
      await assertOutline(element.children[2]!, "fidelity, findings");
      await fill(element, "Name or source", "STATION");
      await assertOutline(find(element, "ul", "Sources of the replies"), "fidelity, sources of stations");
      await fill(element, "Name or source", "no such word");
      await assertOutline(find(element, "ul", "Sources of the replies"), "fidelity, no source");
      await press(element, "Start over");
      assertEquals(element.children[2]?.textContent.startsWith("No operation has been called yet"), true);
    },
  ),
);

Deno.test(onPage("dashboard: the fidelity page names each reply that is not as documented", async (sandbox) => {
  const report = await control<object>("conformance");
  const violation = { operation: "GET /me", status: 200, at: "$.urn", problem: "is missing" };
  const changed = { ...report, violations: [violation, violation], violationCount: 2 };
  const { fetch } = sandbox;
  Object.assign(sandbox, {
    fetch: (url: URL, init?: RequestInit) =>
      url.pathname.endsWith("/conformance") ? Promise.resolve(Response.json(changed)) : fetch(url, init),
  });
  const view = new FidelityView();
  const element = show(view.element);
  await view.refresh();
  await assertOutline(element.children[1]!, "fidelity, figures of violations");
  await assertOutline(element.children[2]!, "fidelity, violations");
}));
