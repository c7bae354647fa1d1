/**
 * Runs the sandbox in a page of Chromium and of Firefox, from a bundle, under a content security policy that allows
 * WebAssembly. Nothing drives the browser: each page reports its result, and goes where the test sends it next.
 */
import { assert, assertEquals, assertLess } from "@std/assert";
import { bundle } from "../../../scripts/build/npm/bundle.ts";
import { chooseConfig } from "../../../scripts/deno.ts";
import type { InPage } from "./page_program.ts";
import { BROWSERS, show } from "../../support/sandbox/show_page.ts";
import { CHROMIUM, without } from "../../support/programs.ts";

const ROOT = new URL("../../../", import.meta.url);
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' data:; " +
  "media-src 'self' blob:; worker-src 'self' blob:";
const page = (script: string) => `<!doctype html><title>Page</title><script type="module" src="${script}"></script>`;
const PAGES: Readonly<Record<string, string>> = {
  "/": page("/page_program.js"),
  "/docs": page("/docs/page.js"),
  "/start": page("/start.js"),
};
const NEXT = "location.href = await (await fetch('/next')).text();";
const REPORT = "const report = (result) => fetch('/report', { method: 'POST', body: JSON.stringify(result) });";
/** The most that a page loads until its first reply: the client, the sandbox and SQLite, compressed. */
const MOST_BYTES = 620_000;

/** Joins the programs of the page of documentation, with what they take for granted, but its service worker. */
async function programOfDocs(): Promise<[program: string, worker: string]> {
  const text = await Deno.readTextFile(new URL("docs/testing/sandbox-in-a-page.md", ROOT));
  const programs = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
  const [first = "", play = "", worker = "", listen = "", keep = "", ...more] = programs;
  assertEquals(more, []);
  const program = `import Hls from "${import.meta.resolve("hls.js")}";
${REPORT}
addEventListener("error", ({ message }) => report({ error: message }));
addEventListener("unhandledrejection", ({ reason }) => report({ error: String(reason) }));
${first.replace("loadSandbox()", 'loadSandbox({ wasm: fetch("/sqlite3.wasm") })').replace("sandbox.close();", "")}
const { collection: [track] } = await client.search.tracks("lofi");
const audio = document.body.appendChild(document.createElement("audio"));
audio.muted = true;
${play}
await new Promise((resolve, reject) => {
  hls.on(Hls.Events.FRAG_BUFFERED, resolve);
  hls.on(Hls.Events.ERROR, (_, { error }) => reject(error));
});
hls.destroy();
${listen}
const plays = async () => {
  player.load();
  await player.play();
  while (player.currentTime < 0.2) await new Promise((go) => setTimeout(go, 20));
};
await plays();
if (top !== self) await new Promise(() => parent.postMessage("plays"));
// Another page has the same worker.
const other = Object.assign(document.createElement("iframe"), { src: location });
await new Promise((go) => (onmessage = go, document.body.append(other)));
other.remove();
await plays();
${keep}
await report({ value: kept.byteLength });
${NEXT}
`;
  return [program, worker];
}

async function bundled(program: string, folder: string): Promise<void> {
  const options = ["--platform", "browser", "--code-splitting", "--minify", "--outdir", folder];
  await bundle(await chooseConfig(), ...options, program);
}

async function bundlePages(folder: string): Promise<void> {
  await bundled("tests/sandbox/web/page_program.ts", folder);
  const program = `${folder}/page.js`;
  const [text, worker] = await programOfDocs();
  await Deno.writeTextFile(program, text);
  await Deno.writeTextFile(`${folder}/sandbox_worker.js`, worker);
  await bundled(program, `${folder}/docs`);
  const wasm = import.meta.resolve("@sqlite.org/sqlite-wasm").replace(/[^/]*$/, "sqlite3.wasm");
  await Deno.copyFile(new URL(wasm), `${folder}/sqlite3.wasm`);
}

const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", wasm: "application/wasm" };

/** The pages, as a test sees them. */
interface Pages extends AsyncDisposable {
  readonly start: string;
  /** Sends the browser to a page, and returns what the page reports. */
  visit(path: string): Promise<unknown>;
  /** The compressed bytes that the server has sent since the last visit. */
  bytes(): number;
}

/** Serves the pages and a folder, compressed; `sent` is told of each part of a body. */
async function serveFile(folder: string, pathname: string, sent: (bytes: number) => void): Promise<Response> {
  const html = PAGES[pathname];
  const body = html === undefined
    ? await Deno.open(folder + pathname).then(({ readable }) => readable, () => undefined)
    : new Blob([html]).stream();
  if (body === undefined) return new Response(null, { status: 404 });
  const type = html === undefined ? TYPES[pathname.split(".").at(-1) ?? ""] ?? "text/plain" : "text/html";
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      sent(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const headers = { "content-security-policy": POLICY, "content-encoding": "gzip", "content-type": type };
  return new Response(body.pipeThrough(new CompressionStream("gzip")).pipeThrough(counted), { headers });
}

/** Serves a folder, and passes on what the pages report. */
function servePages(folder: string): Pages {
  let bytes = 0;
  let next = Promise.withResolvers<string>();
  let report = Promise.withResolvers<{ value?: unknown; error?: string }>();
  const routes: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    "/next": async () => new Response(await next.promise),
    "/start.js": () => Promise.resolve(new Response(NEXT, { headers: { "content-type": TYPES.js! } })),
    "/report": async (request) => {
      report.resolve(await request.json());
      next = Promise.withResolvers();
      return new Response();
    },
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    return await (routes[pathname]?.(request) ?? serveFile(folder, pathname, (count) => bytes += count));
  });
  return {
    start: `http://127.0.0.1:${server.addr.port}/start`,
    async visit(path) {
      bytes = 0;
      report = Promise.withResolvers();
      next.resolve(path);
      const { value, error } = await report.promise;
      assertEquals(error, undefined);
      return value;
    },
    bytes: () => bytes,
    async [Symbol.asyncDispose]() {
      next.resolve("about:blank");
      await server.shutdown();
    },
  };
}

/** Runs a function of the page's program. */
async function call<Name extends keyof InPage>(pages: Pages, name: Name): Promise<Awaited<ReturnType<InPage[Name]>>> {
  return await pages.visit(`/?${name}`) as Awaited<ReturnType<InPage[Name]>>;
}

async function checkFirst(pages: Pages): Promise<void> {
  const { name, milliseconds } = await call(pages, "first");
  assert(name.length > 0);
  assert(pages.bytes() > 400_000, "the measure saw SQLite");
  assertLess(pages.bytes(), MOST_BYTES);
  console.log(`${pages.bytes()} bytes, ${Math.round(milliseconds)} ms from the start of the page to the first reply`);
}

async function checkRefusals(pages: Pages): Promise<void> {
  const say = (action: string) => `TypeError: Cannot ${action}: this runtime has no sockets`;
  assertEquals(await call(pages, "refusals"), [say("serve"), say("start a proxy")]);
}

async function checkSound(pages: Pages): Promise<void> {
  const { at, duration } = await call(pages, "play");
  assert(at >= 0.2 && duration > 10, `at ${at} s of ${duration} s`);
}

async function checkKept(pages: Pages): Promise<void> {
  await call(pages, "keep");
  assert((await call(pages, "reopen")).includes("soundcloud:users:2"));
}

async function checkDocs(pages: Pages): Promise<void> {
  assert(await pages.visit("/docs") as number > 10_000);
}

const STEPS = {
  "has its first reply after at most 620 kB, compressed": checkFirst,
  "says that it has no sockets": checkRefusals,
  "plays a track with hls.js": checkSound,
  "keeps its world in the page's own files": checkKept,
  "runs the programs of docs/testing/sandbox-in-a-page.md": checkDocs,
};

const folder = await Deno.makeTempDir({ prefix: "tonearm-pages-" });
const isMissing = without(CHROMIUM) && without("firefox-esr");

Deno.test.beforeAll(async () => {
  if (!isMissing) await bundlePages(folder);
});

for (const browser of Object.keys(BROWSERS)) {
  Deno.test({ name: `@tonearm/sandbox/web in a page of ${browser}`, ignore: without(browser) }, async (t) => {
    await using pages = servePages(folder);
    await using _ = await show(browser, pages.start);
    for (const [name, check] of Object.entries(STEPS)) await t.step(name, async () => await check(pages));
  });
}

globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
