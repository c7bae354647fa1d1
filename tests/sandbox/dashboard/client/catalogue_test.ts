import { assert, assertEquals } from "@std/assert";
import { assertOutline, callApi, fill, find, onPage, press, settle, show, visibility } from "../page.ts";
import { CatalogueView } from "../../../../sandbox/dashboard/client/catalogue.ts";
import { Player } from "../../../../sandbox/dashboard/client/player.ts";

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
