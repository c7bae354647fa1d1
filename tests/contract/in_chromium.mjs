/**
 * Runs the portable cases in a page of headless Chromium. `node in_chromium.mjs <bundle> <chromium>`, in the toolbox.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import process from "node:process";

const { chromium } = createRequire(`${process.cwd()}/`)("playwright-core");
const [, , bundle = "", executablePath] = process.argv;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  // The dashboard's own policy allows no script but its own.
  const page = await browser.newPage({ bypassCSP: true });
  const settings = JSON.parse(process.env.TONEARM_CONTRACT ?? "{}");
  // A page of the service's own: others may not ask it to fail, nor use cryptography without a secure address.
  await page.goto(settings.baseUrl);
  await page.addScriptTag({ type: "module", content: await readFile(bundle, "utf8") });
  // The tag is there before its module has run.
  await page.waitForFunction(() => "contract" in globalThis);
  console.log(JSON.stringify(await page.evaluate((settings) => globalThis.contract(settings), settings)));
} finally {
  await browser.close();
}
