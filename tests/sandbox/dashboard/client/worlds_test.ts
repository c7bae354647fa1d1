import { assert, assertEquals } from "@std/assert";
import { assertOutline, callApi, control, fill, find, messages, onPage, press, show, visited } from "../page.ts";
import { WorldsView } from "../../../../sandbox/dashboard/client/worlds.ts";

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
