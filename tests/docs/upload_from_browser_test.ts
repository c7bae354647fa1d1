import { assert, assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { chooseConfig } from "../../scripts/deno.ts";
import { bundle } from "../../scripts/build/npm/bundle.ts";
import { exampleFixture } from "../support/docs/examples.ts";
import { temporaryFolder } from "../support/folder.ts";
import { inBrowser, serveFolder } from "../support/sandbox/in_browser.ts";

const TONE = fileURLToPath(new URL("../../examples/tone.wav", import.meta.url));

async function titlesOf(page: Page, title: string): Promise<void> {
  await page.locator("output", { hasText: title }).waitFor();
}

Deno.test(inBrowser(
  "upload_form.ts passes a file of a browser on, and says what the service refuses",
  {},
  async (_served, { page, errors }) => {
    await using here = await exampleFixture();
    const server = here.launch("upload_form.ts", [], { PORT: "0" });
    try {
      await page.goto((await server.printed(/\n/)).trim());
      await page.locator("input").setInputFiles(TONE);
      await titlesOf(page, "tone is there");
      assertEquals(await page.locator("progress").getAttribute("value"), "1");
      const [track] = (await here.client.me.getTracks(1)).collection;
      assertEquals(track?.title, "tone");
      assertEquals(track?.duration, 1000);
      assertEquals(track?.sharing, "private");

      await page.locator("input").setInputFiles({
        name: "no.wav",
        mimeType: "audio/wav",
        buffer: Buffer.from("no sound"),
      });
      await titlesOf(page, "unable to process provided asset_data");
      assertEquals(errors.filter((complaint) => !complaint.includes("422")), []);
    } finally {
      server.signal("SIGTERM");
      assertEquals((await server.outcome).stderr, "");
    }
  },
));

/** Uploads the chosen file from the page itself; gives the title, or the code of the error. */
const DIRECT = `async ({ baseUrl, token }) => {
  const { ServiceClient } = await import("/client.js");
  const client = new ServiceClient({ clientId: "page", baseUrl });
  client.setToken(token);
  const [file] = document.querySelector("input").files;
  return await client.tracks.upload({ title: "From a page", asset_data: file }).then(
    ({ title }) => title,
    ({ code, status }) => code + " " + status,
  );
}`;

Deno.test(inBrowser(
  "client.tracks.upload() sends a file from a page of another origin where the service sends CORS headers",
  {},
  async ({ sandbox, url, token }, { page }) => {
    await using folder = await temporaryFolder({ "index.html": '<title>App</title><input type="file">' });
    const output = `${folder.path}/client.js`;
    await bundle(await chooseConfig(), "--platform", "browser", "--output", output, "mod.ts");
    await using site = serveFolder(new URL(`file://${folder.path}/`));
    await page.goto(`${site.url}/`);
    await page.locator("input").setInputFiles(TONE);
    const upload = () => page.evaluate<string>(`(${DIRECT})(${JSON.stringify({ baseUrl: url, token })})`);
    assertEquals(await upload(), "From a page");
    assert((await sandbox.control.requests()).some(({ method }) => method === "OPTIONS"), "a preflight was sent");
    sandbox.faults.add("cors_missing");
    assertEquals(await upload(), "network 0");
  },
));
