/**
 * Whether the owner of a lock is alive.
 *
 * A process id means nothing across containers, and a clock says nothing about a paused process. So the owner of a lock
 * listens on a socket beside it: the kernel takes connections for a process that is paused, too, and refuses them once
 * it's gone. Nothing is sent. Only Deno has `flock`; this works wherever the lock file is visible.
 *
 * @module
 */
import { rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A socket that shows that its process is alive. */
export interface Sign {
  /** Closes the socket. */
  end(): Promise<void>;
}

/** What is known about a lock's owner. */
export type Liveness = "alive" | "gone" | "unknown";

/** The longest socket path that every system accepts, in bytes. */
const LONGEST_ADDRESS = 100;
/** Time limit of an answer, in milliseconds. */
const ANSWER_MS = 1000;

/**
 * Listens on a socket.
 *
 * @param path Path of the socket.
 * @returns The socket; `undefined` if there can't be one: the path is too long, the file system has no sockets, or the
 * program may not listen.
 */
export async function giveSign(path: string): Promise<Sign | undefined> {
  if (new TextEncoder().encode(path).length > LONGEST_ADDRESS) return undefined;
  try {
    const server = await listen(path);
    return {
      async end() {
        await new Promise<void>((resolve) => server.close(() => resolve()));
        await rm(path, { force: true });
      },
    };
  } catch {
    // Then only the heartbeat shows that the owner is alive.
    return undefined;
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on("error", () => {}).destroy());
    server.once("error", reject);
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

/**
 * Checks whether the owner is alive.
 *
 * @param path Path of the owner's socket.
 * @returns `alive` also for a paused process; `gone` when nobody listens on this machine.
 */
export function findSign(path: string): Promise<Liveness> {
  return new Promise((resolve) => {
    const socket = open(path);
    if (!socket) return resolve("unknown");
    const end = (liveness: Liveness) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(liveness);
    };
    const timer = setTimeout(() => end("unknown"), ANSWER_MS);
    socket.once("connect", () => end("alive"));
    socket.on("error", ({ code = "" }: NodeJS.ErrnoException) => end(livenessOf(code)));
  });
}

/** Deno requires `--allow-net` for this; without it the owner's state is unknown. */
function open(path: string): Socket | undefined {
  try {
    return connect(path);
  } catch {
    return undefined;
  }
}

function livenessOf(code: string): Liveness {
  // A full queue means that the socket is still open.
  if (code === "EAGAIN") return "alive";
  return /^(ECONNREFUSED|ENOENT|ENOTSOCK)$/.test(code) ? "gone" : "unknown";
}
