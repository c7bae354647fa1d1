/// <reference lib="dom" />
/**
 * What runs in a page with a sandbox of its own: the function that the page's address names. The page reports its result,
 * and goes where the test sends it next.
 *
 * @module
 */
import { ServiceClient } from "@tonearm/client";
import { loadSandbox, type Sandbox } from "@tonearm/sandbox/web";
import type { Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from "hls.js";
import { REPEATABLE } from "../../support/sandbox/many_calls.ts";

const wasm = () => fetch("/sqlite3.wasm");

async function make(): Promise<Sandbox> {
  const createSandbox = await loadSandbox({ wasm: wasm() });
  return createSandbox(REPEATABLE);
}

function clientOf(sandbox: Sandbox): ServiceClient {
  const client = new ServiceClient(sandbox.clientConfig);
  client.setToken(sandbox.issueTokens().access_token);
  return client;
}

/** The first reply, and the milliseconds from the start of the page to it. */
async function first(): Promise<{ name: string; milliseconds: number }> {
  const { username } = await clientOf(await make()).me.getMe();
  return { name: username, milliseconds: performance.now() };
}

async function refusals(): Promise<string[]> {
  const sandbox = await make();
  return await Promise.all([sandbox.serve(), sandbox.proxy()].map((one) => one.then(() => "", String)));
}

/** Plays a track with hls.js, whose files come from the sandbox; returns the position once it moves. */
async function play(): Promise<{ at: number; duration: number }> {
  const { default: Hls } = await import("hls.js");
  const sandbox = await make();
  const client = clientOf(sandbox);
  class OfSandbox extends Hls.DefaultConfig.loader implements Loader<LoaderContext> {
    override load(
      context: LoaderContext,
      _: LoaderConfiguration,
      { onSuccess, onError }: LoaderCallbacks<LoaderContext>,
    ) {
      sandbox.fetch(context.url).then(async (reply) => {
        const data = context.responseType === "arraybuffer" ? await reply.arrayBuffer() : await reply.text();
        onSuccess({ url: reply.url, data, code: reply.status }, this.stats, context, reply);
      }, (error) => onError({ code: 0, text: String(error) }, context, null, this.stats));
    }
  }
  const { collection: [track] } = await client.search.tracks("lofi");
  const playlist = await client.tracks.getStreamUrl(track?.urn ?? "");
  const audio = document.body.appendChild(document.createElement("audio"));
  audio.muted = true;
  const hls = new Hls({ loader: OfSandbox, enableWorker: false });
  const failed = new Promise<never>((_, fail) => hls.on(Hls.Events.ERROR, (_, { error }) => fail(error)));
  hls.loadSource(playlist);
  hls.attachMedia(audio);
  await Promise.race([failed, audio.play()]);
  while (audio.currentTime < 0.2) await Promise.race([failed, new Promise((go) => setTimeout(go, 20))]);
  const { currentTime: at, duration } = audio;
  hls.destroy();
  return { at, duration };
}

const STATE = "sandbox.tar";

/** Writes the world to the page's own file system. */
async function keep(): Promise<void> {
  const sandbox = await make();
  await clientOf(sandbox).me.follow(2);
  const { body } = await sandbox.fetch("https://api.sandbox.test/_sandbox/export");
  const file = await (await navigator.storage.getDirectory()).getFileHandle(STATE, { create: true });
  await body?.pipeTo(await file.createWritable());
}

/** Opens the world that `keep()` has written. */
async function reopen(): Promise<string[]> {
  const sandbox = await make();
  const file = await (await (await navigator.storage.getDirectory()).getFileHandle(STATE)).getFile();
  await sandbox.fetch("https://api.sandbox.test/_sandbox/import", { method: "POST", body: await file.arrayBuffer() });
  const { collection } = await clientOf(sandbox).me.getFollowings();
  return collection.map(({ urn }) => urn);
}

const RUNS: {
  readonly first: typeof first;
  readonly refusals: typeof refusals;
  readonly play: typeof play;
  readonly keep: typeof keep;
  readonly reopen: typeof reopen;
} = { first, refusals, play, keep, reopen };

/** The functions, which a test calls by their names. */
export type InPage = typeof RUNS;

const run = RUNS[location.search.slice(1) as keyof InPage];
const report = await run().then((value) => ({ value }), (error) => ({ error: `${error}\n${error.stack}` }));
await fetch("/report", { method: "POST", body: JSON.stringify(report) });
location.href = await (await fetch("/next")).text();
