import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { control, fill, find, messages, onPage, page, press, settle, show } from "../page.ts";
import { attempt, copy, say } from "../../../../sandbox/dashboard/client/api.ts";
import { ClockPanel } from "../../../../sandbox/dashboard/client/clock.ts";
import { FaultsView } from "../../../../sandbox/dashboard/client/faults.ts";
import { FidelityView } from "../../../../sandbox/dashboard/client/fidelity.ts";
import { LimitsView } from "../../../../sandbox/dashboard/client/limits.ts";
import { RequestsView } from "../../../../sandbox/dashboard/client/requests.ts";
import { SessionsView } from "../../../../sandbox/dashboard/client/sessions.ts";
import { WorldsView } from "../../../../sandbox/dashboard/client/worlds.ts";

for (
  const { isBad, place, ms } of [{ isBad: false, place: "notice", ms: 4000 }, {
    isBad: true,
    place: "problem",
    ms: 12_000,
  }]
) {
  Deno.test(`say() shows a ${place} for ${ms / 1000} seconds`, () => {
    using time = new FakeTime();
    say("It is so", isBad);
    const shown = page.getElementById(place)!;
    assertEquals([...shown.children].map(({ localName, textContent }) => [localName, textContent]), [
      ["span", "It is so"],
    ]);
    time.tick(ms - 1);
    assertEquals(shown.textContent, "It is so");
    time.tick(1);
    assertEquals(shown.textContent, "");
  });
}

Deno.test("say() replaces the message before, which then doesn't end the new one", () => {
  using time = new FakeTime();
  say("A problem", true);
  time.tick(11_000);
  say("A notice");
  assertEquals(messages(), { notice: "A notice", problem: "" });
  say("Another problem", true);
  time.tick(5000);
  assertEquals(messages(), { notice: "", problem: "Another problem" });
});

Deno.test(onPage("attempt() shows what a function throws, and keeps the browser from its own action", async () => {
  const event = new Event("submit", { cancelable: true });
  attempt(() => {
    throw new Error("It failed");
  })(event);
  await settle();
  assertEquals({ isPrevented: event.defaultPrevented, ...messages() }, {
    isPrevented: true,
    notice: "",
    problem: "It failed",
  });
}));

Deno.test(onPage("copy() says that it has copied once it has", async () => {
  const { clipboard } = navigator;
  const refused = { writeText: () => Promise.reject(new Error("The browser refused")) };
  say("before");
  Object.assign(navigator, { clipboard: refused });
  try {
    attempt(() => copy("text", "the text"))(new Event("click"));
    await settle();
    assertEquals(messages(), { notice: "", problem: "The browser refused" });
  } finally {
    Object.assign(navigator, { clipboard });
  }
}));

/** What users do on each page, and whether it changes something first. */
const ACTIONS: Readonly<Record<string, () => { refresh(): Promise<void>; readonly element: HTMLElement }>> = {
  "+1 min": () => new ClockPanel(),
  "Issue tokens": () => new SessionsView(),
  "End session 1": () => new SessionsView(),
  "Reset the counts": () => new LimitsView(),
  "envoy_503": () => new FaultsView(),
  "Switch off rule 1": () => new FaultsView(),
  "Switch all off": () => new FaultsView(),
  "Take a snapshot": () => new WorldsView(),
  "Restore kept": () => new WorldsView(),
  "Remove snapshot kept": () => new WorldsView(),
  "Start over": () => new FidelityView(),
  "Clear": () => new RequestsView(),
};

/** Answers requests with an error while a function runs. */
async function refusing(which: (method: string) => boolean, work: () => Promise<void>): Promise<void> {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    which(init?.method ?? "GET")
      ? Promise.resolve(Response.json({ error: "The disk is full" }, { status: 507 }))
      : fetch(input, init);
  try {
    await work();
  } finally {
    globalThis.fetch = fetch;
  }
}

/** Opens a page of a world with a session, a fault and a snapshot. */
async function open(make: typeof ACTIONS[string]): Promise<HTMLElement> {
  await control("tokens", {});
  await control("faults", { status: 418 });
  await control("snapshots", { name: "kept" });
  const view = make();
  await view.refresh();
  say("");
  return show(view.element);
}

for (const [label, make] of Object.entries(ACTIONS)) {
  Deno.test(onPage(`dashboard: a refusal of "${label}" is shown`, async () => {
    const element = await open(make);
    await refusing((method) => method !== "GET", () => press(element, label));
    assertEquals(messages(), { notice: "", problem: "The disk is full" });
  }));
}

for (
  const label of [
    "Issue tokens",
    "End session 1",
    "Reset the counts",
    "envoy_503",
    "Switch off rule 1",
    "Take a snapshot",
  ]
) {
  Deno.test(onPage(`dashboard: a failure to read what "${label}" has done is shown`, async () => {
    const element = await open(ACTIONS[label]!);
    await refusing((method) => method === "GET", () => press(element, label));
    assertEquals(messages(), { notice: "", problem: "The disk is full" });
  }));
}

Deno.test(onPage("dashboard: a refusal of a limit is shown", async () => {
  const element = await open(() => new LimitsView());
  await fill(element, "Plays of an app, in a day", "-1");
  const { notice, problem } = messages();
  assert(notice === "" && problem?.includes("playsLimit"), problem);
}));

Deno.test(onPage("dashboard: a token expires at its end, not a moment before", async () => {
  await control("tokens", {});
  const { sessions } = await control<{ sessions: { expiresAt: string }[] }>("sessions");
  const end = Date.parse(sessions[0]!.expiresAt);
  const lifetime = async (now: number) => {
    await control("clock", { set: new Date(now).toISOString() });
    await new ClockPanel().refresh();
    const view = new SessionsView();
    await view.refresh();
    const lifetime = find(view.element, "ul", "Sessions, newest first").querySelector(".lifetime")!;
    const part = lifetime.querySelector<HTMLElement>(".bar")!.style.getPropertyValue("--part");
    const [name, , words] = [...lifetime.children].map(({ textContent }) => textContent);
    return { name, isEmpty: part === "0%", words };
  };
  assertEquals(await lifetime(end - 1000), { name: "Access", isEmpty: false, words: "1 s left" });
  assertEquals((await lifetime(end - 1)).isEmpty, false);
  assert((await lifetime(end - 1)).words?.endsWith(" left"));
  assertEquals(await lifetime(end), { name: "Access", isEmpty: true, words: "expired" });
}));
