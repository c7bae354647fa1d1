import axe, { type RunOptions } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { SandboxOptions } from "@tonearm/sandbox";
import { CHROMIUM, pathOf, without } from "../programs.ts";
import { type Served, serveSandbox } from "./requests.ts";

/** Starts a browser, which ends with its scope. */
export async function launch(...args: readonly string[]): Promise<Browser> {
  return await chromium.launch({ executablePath: pathOf(CHROMIUM) ?? CHROMIUM, args: ["--no-sandbox", ...args] });
}

/** An open page and its problems. */
export interface OpenPage {
  readonly page: Page;
  /** Console messages and uncaught errors. */
  readonly errors: string[];
}

/**
 * Defines a test in a page of a new browser: `Deno.test(inBrowser("shows …", {}, async (served, { page }) => { … }))`.
 */
export function inBrowser(
  name: string,
  options: BrowserContextOptions,
  test: (served: Served, open: OpenPage) => Promise<void>,
  world: SandboxOptions = {},
): Deno.TestDefinition {
  return {
    name,
    ignore: without(CHROMIUM),
    async fn() {
      await using served = await serveSandbox(world);
      await using browser = await launch();
      const page = await (await browser.newContext(options)).newPage();
      page.setDefaultTimeout(15_000);
      const errors: string[] = [];
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(error.message));
      await test(served, { page, errors });
    },
  };
}

/** A complaint of axe-core, with the places that it is about. */
export interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe-core complains of in a part of a page. What passes isn't described, which would take most of the time. */
export async function violations(page: Page, within = "html", options: RunOptions = {}): Promise<Violation[]> {
  if (!await page.evaluate<boolean>('"axe" in window')) await page.evaluate(axe.source);
  const given = JSON.stringify({ resultTypes: ["violations"], ...options });
  return (await page.evaluate<{ violations: Violation[] }>(`axe.run("${within}", ${given})`)).violations;
}

/** Opens the dashboard, of a namespace if a prefix is given, and waits until it follows the sandbox. */
export async function openDashboard(served: Served, page: Page, prefix = ""): Promise<void> {
  await page.goto(`${served.url}${prefix}/_sandbox`);
  await page.getByText("connected", { exact: true }).waitFor();
}

/** Opens one of the dashboard's pages. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Sends typical requests: reads, writes, an invalid one, a fault, a stream. */
export async function sendTypicalRequests(served: Served): Promise<void> {
  const json = { "content-type": "application/json" };
  served.sandbox.faults.add("envoy_503", { times: 1 });
  const calls: readonly (readonly [path: string, init?: RequestInit])[] = [
    ["/me"],
    ["/me"],
    ["/me/feed?limit=10"],
    ["/tracks?q=lofi&limit=20"],
    ["/tracks/1078/streams"],
    ["/tracks/1078/preview", { redirect: "manual" }],
    ["/likes/tracks/1143", { method: "POST" }],
    ["/tracks/99999"],
    ["/track/7"],
    ["/users/2/tracks?limit=50"],
    ["/playlists", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ playlist: { title: "Night drive", tracks: [{ urn: "soundcloud:tracks:1078" }] } }),
    }],
    ["/tracks/1078/comments", {
      method: "POST",
      headers: json,
      body: '{"comment":{"body":"Lovely","timestamp":1500}}',
    }],
  ];
  for (const [path, init] of calls) await (await served.call(path, init)).body?.cancel();
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  png: "image/png",
  woff2: "font/woff2",
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** A served site. */
export interface StaticSite extends AsyncDisposable {
  /** The URL of the site, without a trailing slash. */
  readonly url: string;
}

/** Serves the files of a folder on a free port. */
export function serveFolder(folder: URL): StaticSite {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    for (const path of [`.${pathname}`, `.${pathname}.html`, `.${pathname}index.html`]) {
      const body = await Deno.readFile(new URL(path, folder)).catch(() => undefined);
      if (!body) continue;
      return new Response(body, { headers: { "content-type": TYPES[path.split(".").at(-1) ?? ""] ?? "text/plain" } });
    }
    return new Response("not found", { status: 404 });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** The size of a response's body as web hosts send it. */
export async function zippedSize(bytes: Uint8Array): Promise<number> {
  const zipped = new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(zipped).arrayBuffer()).byteLength;
}
