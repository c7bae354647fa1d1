import { assertEquals } from "@std/assert";
import { address, control, find, onPage, show } from "./page.ts";

address.pathname = "/_sandbox/";
const { WorldsView } = await import("../../../sandbox/dashboard/client/worlds.ts");

Deno.test(
  onPage("dashboard: the main world names itself, and has namespaces only once one is used", async (sandbox) => {
    const view = new WorldsView();
    const element = show(view.element);
    await view.refresh();
    assertEquals(element.querySelector(".soft")?.textContent.split(":")[0], "The main world");
    const list = find(element, "ul", "Namespaces");
    assertEquals([...list.querySelector(".empty")!.children].map(({ textContent }) => textContent), [
      "No namespace is in use",
      "A path that starts with /~name/ selects a separate world, such as one for each test.",
    ]);
    await (await sandbox.fetch("https://api.sandbox.test/~other/_sandbox/state")).body?.cancel();
    await view.refresh();
    assertEquals(list.querySelector("a")?.getAttribute("href"), "/~other/_sandbox/");
    find(list, "button", "End namespace other");
    assertEquals((await control<{ namespaces: string[] }>("state")).namespaces, ["other"]);
  }),
);
