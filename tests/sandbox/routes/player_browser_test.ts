import { assert, assertEquals } from "@std/assert";
import { chromium } from "playwright-core";
import { getWidgetUrl } from "../../../src/formats/widget.ts";
import { without } from "../../support/programs.ts";
import { serveSandbox } from "../../support/served.ts";

Deno.test({
  name: "GET /player/: the player of /oembed and getWidgetUrl() plays in an embedding page, in Chromium",
  ignore: without("chromium"),
  async fn() {
    await using served = await serveSandbox();
    const tracks = await served.getJson<{ id: number; access: string; permalink_url: string }[]>("/tracks?limit=50");
    const track = tracks.find(({ access }) => access === "playable");
    assert(track);
    const { html } = await (await served.request(`/oembed?url=${encodeURIComponent(track.permalink_url)}`)).json();
    const widget = new URL(getWidgetUrl(track.id));
    const own = html.replace(/src="[^"]+"/, `src="${served.url}${widget.pathname}${widget.search}"`);
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    try {
      for (const code of [html, own]) {
        const page = await browser.newPage();
        const complaints: string[] = [];
        page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
        await page.setContent(code);
        const player = page.frameLocator("iframe");
        await player.getByRole("button", { name: "Play" }).click();
        await player.getByRole("button", { name: "Pause" }).waitFor();
        const [, frame] = page.frames();
        assert(frame);
        await player.locator("#clock", { hasText: /0:0[1-9]/ }).waitFor();
        assert(await frame.evaluate<number>("document.querySelector('audio').currentTime") >= 1);
        assertEquals(complaints, []);
        await page.close();
      }
    } finally {
      await browser.close();
    }
  },
});
