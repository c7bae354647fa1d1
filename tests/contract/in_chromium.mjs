/**
 * Runs the portable cases in headless Chromium, and prints the outcome:
 * `node in_chromium.mjs <bundle> <chromium> "a page"|"a service worker"`, in the toolbox.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { createRequire } from "node:module";
import process from "node:process";

const { chromium } = createRequire(`${process.cwd()}/`)("playwright-core");
const [, , bundle = "", executablePath, form] = process.argv;
const settings = JSON.parse(process.env.TONEARM_CONTRACT ?? "{}");
const code = await readFile(bundle);

/** The service, and a page with its script: the service lets no other page ask it to fail. */
const server = createServer((incoming, answer) => {
  const { method, url, headers } = incoming;
  if (url === "/page") return answer.setHeader("content-type", "text/html").end("<title>Page</title>");
  if (url === "/script.mjs") return answer.setHeader("content-type", "text/javascript").end(code);
  const target = new URL(url ?? "/", settings.baseUrl);
  const outgoing = request(target, { method, headers: { ...headers, host: target.host } }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  outgoing.on("error", () => answer.destroy());
  // A request that the page gives up would keep this process alive.
  answer.on("close", () => outgoing.destroy());
  incoming.pipe(outgoing);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
const own = JSON.parse(
  JSON.stringify(settings).replaceAll(settings.baseUrl, origin).replaceAll(settings.authUrl, origin),
);

/** Runs in the page. @param {unknown} settings */
async function inPage(settings) {
  await import("/script.mjs");
  return await globalThis.contract(settings);
}

/** Runs in the page, and asks the service worker. @param {unknown} settings */
async function inServiceWorker(settings) {
  await navigator.serviceWorker.register("/script.mjs", { type: "module" });
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return await new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    active.postMessage(settings, [port2]);
  });
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  await page.goto(`${origin}/page`);
  const outcome = await page.evaluate(form === "a page" ? inPage : inServiceWorker, own);
  console.log(JSON.stringify(outcome));
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}
