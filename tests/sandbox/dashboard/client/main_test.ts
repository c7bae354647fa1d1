import { assertEquals } from "@std/assert";
import { address, assertOutline, callApi, control, find, onPage, page, settle } from "../page.ts";

/** Every page has the clock and the player, and shows what has changed elsewhere. */
async function showsChangesFromElsewhere(): Promise<void> {
  assertEquals([...page.getElementById("clock")!.children].map(({ localName }) => localName), ["details"]);
  assertEquals([...page.body.children].at(-1)?.getAttribute("aria-label"), "Player");
  address.hash = "#/worlds";
  dispatchEvent(new Event("hashchange", { cancelable: true }));
  await settle();
  await control("snapshots", { name: "elsewhere" });
  dispatchEvent(new Event("sandbox-changed", { cancelable: true }));
  await settle();
  find(page.querySelector("main")!, "button", "Restore elsewhere");
}

Deno.test(
  onPage(
    "dashboard: it turns to the page that the address names, by digits and a slash, too, and shows changes from elsewhere",
    async (sandbox) => {
      address.hash = "#/limits";
      page.querySelector("main")!.replaceChildren();
      await import("../../../../sandbox/dashboard/client/main.ts");
      await settle();
      const main = page.querySelector("main")!;
      const shown = () =>
        [...main.querySelectorAll(":scope > section:not([hidden])")].map((one) => one.getAttribute("aria-label"));
      assertEquals({ title: page.title, shown: shown() }, { title: "Limits · Sandbox ~mine", shown: ["Limits"] });
      await assertOutline(page.getElementById("nav")!, "navigation");
      await assertOutline(page.getElementById("connection")!, "connection");
      address.hash = "#/nothing";
      dispatchEvent(new Event("hashchange", { cancelable: true }));
      await settle();
      assertEquals(shown(), ["Requests"], "an unknown page is the first one");
      const links = page.getElementById("nav")!.children;
      links[1]!.addEventListener("click", () => {
        address.hash = "#/catalogue";
        dispatchEvent(new Event("hashchange", { cancelable: true }));
      });
      const key = (name: string, more = {}) =>
        dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key: name, ...more }));
      for (const modifier of ["ctrlKey", "metaKey", "altKey"]) key("2", { [modifier]: true });
      await settle();
      assertEquals(shown(), ["Requests"]);
      key("2");
      await settle();
      assertEquals(shown(), ["Catalogue"]);
      assertEquals(page.activeElement?.textContent, "Catalogue");
      key("/");
      assertEquals(page.activeElement?.getAttribute("type"), "search");
      await (await callApi(sandbox, "GET /users/5")).body?.cancel();
      assertEquals(page.getElementById("connection")?.textContent, "connected");
      await showsChangesFromElsewhere();
    },
  ),
);
