import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Keychain } from "../../../cli/auth/keychain.ts";

/** The programs that it requires. */
export const KEYRING_PROGRAMS = ["dbus-daemon", "gnome-keyring-daemon", "secret-tool"] as const;

/** A running keyring. */
export interface Keyring extends AsyncDisposable {
  /** The environment variables that point to it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a bus and unlocks the keyring, unless it should stay locked. */
export async function startKeyring({ locked = false }: { locked?: boolean } = {}): Promise<Keyring> {
  const folder = await mkdtemp(join(tmpdir(), "tonearm-keyring-"));
  const base = { HOME: folder, XDG_RUNTIME_DIR: folder, PATH: Deno.env.get("PATH") ?? "" };
  const bus = start("dbus-daemon", ["--session", "--nofork", "--print-address"], base);
  const address = await firstLine(bus.stdout);
  const env = { ...base, DBUS_SESSION_BUS_ADDRESS: address };
  const daemon = locked ? undefined : start("gnome-keyring-daemon", ["--unlock", "--foreground"], env);
  const writer = daemon?.stdin.getWriter();
  await writer?.write(new TextEncoder().encode("password"));
  await writer?.close();
  // The daemon prints the path of its control socket once it listens.
  if (daemon) await firstLine(daemon.stdout);
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: address },
    async [Symbol.asyncDispose]() {
      for (const child of [daemon, bus]) {
        if (!child) continue;
        child.kill("SIGTERM");
        await Promise.all([child.status, child.stdout.cancel()]);
      }
      await bus.stdin.close().catch(() => {});
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function start(program: string, args: string[], env: Record<string, string>): Deno.ChildProcess {
  const options = { args, env, clearEnv: true, stdin: "piped", stdout: "piped", stderr: "null" } as const;
  return new Deno.Command(program, options).spawn();
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`ended after ${JSON.stringify(text)}`);
    text += decoder.decode(value, { stream: true });
  }
  reader.releaseLock();
  return text.split("\n")[0] ?? "";
}

/** A keychain in memory, which may refuse. */
export class MemoryKeychain implements Keychain {
  readonly name: string = "test keychain";
  readonly keys: Map<string, string> = new Map();
  isLocked = false;
  reads = 0;

  get(id: string): Promise<string | undefined> {
    this.reads++;
    return Promise.resolve(this.isLocked ? undefined : this.keys.get(id));
  }

  set(id: string, key: string): Promise<boolean> {
    if (!this.isLocked) this.keys.set(id, key);
    return Promise.resolve(!this.isLocked);
  }

  remove(id: string): Promise<void> {
    this.keys.delete(id);
    return Promise.resolve();
  }
}
