import { assertEquals } from "@std/assert";
import { assertOutline, callApi, control, fill, find, onPage, press, show } from "../page.ts";
import { FidelityView } from "../../../../sandbox/dashboard/client/fidelity.ts";

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
