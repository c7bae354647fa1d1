// The system's keychain, which stores the keys of encrypted profiles. Each program gets the key through its stdin,
// never in its arguments, which every user of the machine can read.
import { execFile, type ExecFileOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { inherited } from "../host/child_env.ts";
import type { Environment } from "../host/host.ts";
import { programPath } from "../host/programs.ts";

export interface Keychain {
  readonly name: string;
  /** The key of an id; undefined if it's missing or the keychain stays locked. */
  get(id: string): Promise<string | undefined>;
  set(id: string, key: string): Promise<boolean>;
  remove(id: string): Promise<void>;
}

export type FoundKeychain = Keychain | { readonly missing: string };

interface Caller {
  readonly name: string;
  readonly program: string;
  readonly calls: Readonly<Record<"get" | "set" | "remove", (id: string, key: string) => readonly [string[], string?]>>;
}

const SERVICE = "tonearm";
/** Time limit of a keychain that asks for a password on a screen, in milliseconds. */
const ASKING_MS = 60_000;
const SILENT_MS = 5_000;

const SECRET_SERVICE: Caller = {
  name: "Secret Service",
  program: "secret-tool",
  calls: {
    get: (id) => [["lookup", "service", SERVICE, "account", id]],
    set: (id, key) => [["store", `--label=tonearm (${id})`, "service", SERVICE, "account", id], key],
    remove: (id) => [["clear", "service", SERVICE, "account", id]],
  },
};

const MACOS: Caller = {
  name: "macOS keychain",
  program: "security",
  calls: {
    get: (id) => [["find-generic-password", "-s", SERVICE, "-a", id, "-w"]],
    // `-i` reads commands from stdin; an argument of `-w` would be visible to every user of the machine.
    set: (id, key) => [["-i"], `add-generic-password -U -s ${SERVICE} -a ${id} -w ${key}\n`],
    remove: (id) => [["delete-generic-password", "-s", SERVICE, "-a", id]],
  },
};

const VAULT =
  "[void][Windows.Security.Credentials.PasswordVault,Windows.Security.Credentials,ContentType=WindowsRuntime];" +
  "$vault = New-Object Windows.Security.Credentials.PasswordVault;";

const WINDOWS: Caller = {
  name: "Windows Credential Manager",
  program: "powershell.exe",
  calls: {
    get: (id) => [script(`$vault.Retrieve('${SERVICE}', '${id}').Password`)],
    set: (id, key) => [
      script(
        "$key = [Console]::In.ReadLine();" +
          `$vault.Add((New-Object Windows.Security.Credentials.PasswordCredential('${SERVICE}', '${id}', $key)))`,
      ),
      `${key}\n`,
    ],
    remove: (id) => [script(`$vault.Remove($vault.Retrieve('${SERVICE}', '${id}'))`)],
  },
};

function script(text: string): string[] {
  return ["-NoProfile", "-NonInteractive", "-Command", `$ErrorActionPreference = 'Stop'; ${VAULT}${text}`];
}

/** Finds the system's keychain without calling it. `TONEARM_KEYCHAIN=off` disables it. */
export function findKeychain(env: Environment, platform: string = process.platform): FoundKeychain {
  if (["0", "off", "no", "false"].includes((env.TONEARM_KEYCHAIN ?? "").toLowerCase())) {
    return { missing: "TONEARM_KEYCHAIN turns the keychain off" };
  }
  if (platform === "linux" && !hasSessionBus(env)) return { missing: "there is no session bus" };
  const caller = callerFor(platform);
  const path = programPath(caller.program, env);
  return path === undefined ? { missing: `${caller.program} is not installed` } : keychainOf(caller, path, env);
}

function callerFor(platform: string): Caller {
  if (platform === "darwin") return MACOS;
  return platform === "win32" ? WINDOWS : SECRET_SERVICE;
}

function hasSessionBus({ DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder }: Environment): boolean {
  return !!address || !!folder && existsSync(join(folder, "bus"));
}

function keychainOf({ name, calls }: Caller, path: string, env: Environment): Keychain {
  const hasScreen = process.platform !== "linux" || !!env.DISPLAY || !!env.WAYLAND_DISPLAY;
  const call = ([args, input = ""]: readonly [string[], string?]) =>
    answerOf(path, args, input, { env: inherited(env), timeout: hasScreen ? ASKING_MS : SILENT_MS });
  return {
    name,
    get: async (id) => (await call(calls.get(id, "")))?.trim() || undefined,
    async set(id, key) {
      await call(calls.set(id, key));
      // The returned value is more reliable than the exit code.
      return (await call(calls.get(id, "")))?.trim() === key;
    },
    remove: async (id) => void await call(calls.remove(id, "")),
  };
}

function answerOf(path: string, args: string[], input: string, given: ExecFileOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { ...given, encoding: "utf8", windowsHide: true } as const;
    const child = execFile(path, args, options, (error, stdout) => resolve(error ? undefined : stdout));
    // A program that ends without reading closes the pipe.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}
