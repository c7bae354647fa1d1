import { once } from "node:events";
import { openSync } from "node:fs";
import { realpath } from "node:fs/promises";
import process from "node:process";
import { ReadStream } from "node:tty";
import { EXITS, Failure } from "../errors.ts";
import { bytewise } from "./bytewise.ts";
import type { Host, Input } from "./host.ts";
import { openPager } from "./pager.ts";
import { proxiedFetch } from "./proxy.ts";
import { race } from "./race.ts";
import { forgiving, output } from "./stream_output.ts";

const STDIN = 0;

const GRACE_MS = 900;

const SIGNALS = { SIGINT: "interrupted", SIGTERM: "terminated", SIGHUP: "hung_up" } as const;

/** `ending`: the exit code of a signal if the command doesn't end in time; `settled`: when protected work is done. */
export function processHost(): { host: Host; ending: Promise<number>; settled: () => Promise<void> } {
  const controller = new AbortController();
  const stop = (reason: Error) => controller.abort(reason);
  let graceMs: number | undefined = GRACE_MS;
  const protectedWork = new Set<Promise<unknown>>();
  const host: Host = {
    stdout: output(process.stdout, stop),
    stderr: forgiving(output(process.stderr, () => {})),
    stdin: { ...input(process.stdin, controller.signal), bytewise: bytewise(STDIN, controller.signal) },
    keyboard: () => process.stdin.isTTY ? host.stdin : openKeyboard(controller.signal),
    // The players are in the same group, and fall silent with it.
    ...(process.platform === "win32" ? {} : { suspend: () => void process.kill(0, "SIGTSTP") }),
    openPager: (command) => openPager(command, process.env),
    env: process.env,
    fetch: proxiedFetch(process.env),
    signal: controller.signal,
    now: Date.now,
    executable: () => realpath(process.execPath),
    isProcess: true,
    protect(work) {
      protectedWork.add(work);
      const forget = () => protectedWork.delete(work);
      work.then(forget, forget);
      return work;
    },
    endsItself: () => graceMs = undefined,
  };
  // A stopped program isn't told that its terminal has another size.
  if (process.platform !== "win32") process.on("SIGCONT", () => void process.kill(process.pid, "SIGWINCH"));
  const settled = async () => void await Promise.allSettled(protectedWork);
  return { host, ending: endingBySignal(stop, () => graceMs), settled };
}

function openKeyboard(signal: AbortSignal): Input | undefined {
  try {
    return input(new ReadStream(openSync("/dev/tty", "r")), signal);
  } catch {
    return undefined;
  }
}

/** Handles signals: the first one lets the command end by itself; a second one, or a timeout, ends it. */
function endingBySignal(stop: (reason: Error) => void, graceMs: () => number | undefined): Promise<number> {
  return new Promise((resolve) => {
    let received = false;
    for (const [signal, kind] of Object.entries(SIGNALS)) {
      process.on(signal, () => {
        if (received) return resolve(EXITS[kind].code);
        received = true;
        stop(new Failure(kind, "Interrupted"));
        if (graceMs() !== undefined) setTimeout(resolve, graceMs(), EXITS[kind].code);
      });
    }
  });
}

function input(stream: NodeJS.ReadStream, signal: AbortSignal): Input {
  return {
    isTTY: stream.isTTY === true,
    setRawMode: (raw) => void stream.setRawMode?.(raw),
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const chunk: Uint8Array | string | null = stream.read();
        if (typeof chunk === "string") yield new TextEncoder().encode(chunk);
        else if (chunk) yield chunk;
        else if (stream.readableEnded || stream.destroyed) return;
        else await readable(stream, signal);
      }
    },
  };
}

/** Resolves when there is data or the stream has ended. (Leaving a `for await` loop over a stream would close it.) */
async function readable(stream: NodeJS.ReadStream, signal: AbortSignal): Promise<void> {
  await race(signal, (done) => ["readable", "end", "close"].map((event) => once(stream, event, { signal: done })));
}
