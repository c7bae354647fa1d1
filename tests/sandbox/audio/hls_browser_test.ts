import { assertAlmostEquals, assertEquals } from "@std/assert";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { CHROMIUM, without } from "../../support/programs.ts";
import { launch } from "../../support/sandbox/in_browser.ts";
import { type Served, serveSandbox } from "../../support/sandbox/requests.ts";

const HLS_JS = createRequire(import.meta.url).resolve("hls.js/dist/hls.min.js");

/**
 * The page's script: plays from the middle of a playlist, then its last second, and returns its duration and position.
 */
const PLAY = `async (url) => {
  const audio = document.body.appendChild(document.createElement("audio"));
  audio.muted = true;
  const hls = new Hls();
  const failed = new Promise((_, reject) =>
    hls.on(Hls.Events.ERROR, (_, data) => data.fatal && reject(new Error(data.details))));
  const happened = (name) =>
    Promise.race([failed, new Promise((resolve) => audio.addEventListener(name, resolve, { once: true }))]);
  hls.loadSource(url);
  hls.attachMedia(audio);
  await happened("canplay");
  const length = audio.duration;
  const seeked = happened("seeked");
  audio.currentTime = length / 2;
  await Promise.race([failed, audio.play()]);
  await seeked;
  while (audio.currentTime < length / 2 + 0.2) await happened("timeupdate");
  audio.pause();
  const ended = happened("ended");
  audio.currentTime = length - 1;
  await Promise.race([failed, audio.play()]);
  await ended;
  const end = audio.currentTime;
  hls.destroy();
  return { length, end };
}`;

async function play(served: Served, page: Page, link: string): Promise<{ length: number; end: number }> {
  const { location } = await (await served.call(new URL(link).pathname)).json();
  return await page.evaluate(`(${PLAY})(${JSON.stringify(location)})`);
}

Deno.test({
  name: "hls.js plays the AAC and the MP3 of a track from the middle to the end, in Chromium",
  ignore: without(CHROMIUM),
  async fn() {
    await using served = await serveSandbox();
    const tracks = await served.getJson<{ id: number; access: string; duration: number }[]>("/tracks?limit=50");
    await using browser = await launch();
    const page = await browser.newPage();
    await page.evaluate(await readFile(HLS_JS, "utf8"));
    const played: string[] = [];
    for (const { id, access, duration } of tracks) {
      if (access !== "playable" || played.length === 2) continue;
      const streams = await served.getJson<Record<string, string>>(`/tracks/${id}/streams`);
      if (!streams.hls_aac_160_url) continue;
      for (const name of ["hls_aac_160_url", "hls_mp3_128_url"]) {
        const { length, end } = await play(served, page, streams[name] ?? "");
        assertAlmostEquals(length, duration / 1000, 0.2, name);
        assertAlmostEquals(end, length, 0.2, name);
        played.push(name);
      }
    }
    assertEquals(played, ["hls_aac_160_url", "hls_mp3_128_url"]);
  },
});
