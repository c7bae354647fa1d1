/**
 * Runs a `deno` command with the JSR packages if they are available, otherwise with their stand-ins in `offline/`.
 *
 * `deno run -P=choose scripts/deno.ts test -P=test` is `deno test -P=test`, with a suitable configuration: a
 * git-ignored copy of `deno.json` that links the packages of `offline/` if needed. `TONEARM_REGISTRY=jsr`, as in
 * releases, refuses the stand-ins and any package that isn't in the lock file.
 */
import { fileURLToPath } from "node:url";

const ROOT = new URL("../", import.meta.url);
const REAL = new URL("deno.jsr.json", ROOT);
const LINKED = new URL("deno.linked.json", ROOT);
/** The lock file of JSR's packages, which releases use. */
export const REAL_LOCK = "deno.jsr.lock";
/** With this option of the task `tonearm`, a command loads only its own modules, and starts in two thirds of the time. */
export const LAZY_IMPORTS = "--unstable-lazy-dynamic-imports";
/** Names the chosen configuration, so that nested commands don't choose again. */
const CHOSEN = "TONEARM_DENO_CONFIG";
/** `jsr` if only the real packages are accepted. */
const ONLY = "TONEARM_REGISTRY";
const DEFAULT_REGISTRY = "https://jsr.io/";
/** How long a registry may take to answer before the stand-ins are used. */
const PROBE_MS = 3000;
/** How long a registry that didn't answer isn't tried again, in milliseconds. */
const MEMORY_MS = 10 * 60_000;

type Manifest = {
  name: string;
  exports: Record<string, string>;
  imports?: Record<string, string>;
  scopes?: Record<string, Record<string, string>>;
  workspace?: string[];
  exclude?: string[];
};

async function readJson<T>(url: URL): Promise<T> {
  return JSON.parse(await Deno.readTextFile(url));
}

/** Reads a configuration, without the line that says who wrote it. */
export async function readConfig<T>(path: string): Promise<T> {
  const text = await Deno.readTextFile(path);
  return JSON.parse(text.slice(text.indexOf("{")));
}

/** The packages of `offline/`, by folder. */
async function standIns(): Promise<{ folder: string; manifest: Manifest }[]> {
  const found = [];
  for await (const { name } of Deno.readDir(new URL("offline/", ROOT))) {
    found.push({
      folder: `./offline/${name}`,
      manifest: await readJson<Manifest>(new URL(`offline/${name}/deno.json`, ROOT)),
    });
  }
  return found.sort((a, b) => a.folder.localeCompare(b.folder));
}

/** Every `jsr:` module that the project imports, derived from the sub-paths of the stand-ins. */
async function jsrModules(): Promise<string[]> {
  const root = await readJson<Manifest>(new URL("deno.json", ROOT));
  const members = (root.workspace ?? []).map((member) => readJson<Manifest>(new URL(`${member}/deno.json`, ROOT)));
  const ranges = Object.assign({}, root.imports, ...(await Promise.all(members)).map(({ imports }) => imports));
  return (await standIns()).flatMap(({ manifest }) =>
    Object.keys(manifest.exports).map((subPath) => `${ranges[manifest.name]}${subPath.slice(1)}`)
  );
}

async function isCached(): Promise<boolean> {
  const args = ["cache", "-q", "--cached-only", "--no-config", "--no-lock", ...await jsrModules()];
  const { success } = await new Deno.Command(Deno.execPath(), { args, stdout: "null", stderr: "null" }).output();
  return success;
}

async function answers(registry: string): Promise<boolean> {
  try {
    const response = await fetch(new URL("@std/assert/meta.json", registry), { signal: AbortSignal.timeout(PROBE_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Whether the registry was recently unreachable: the linked configuration has its name and the time. */
async function isKnownSilent(registry: string): Promise<boolean> {
  try {
    const { mtime } = await Deno.stat(LINKED);
    const [firstLine] = (await Deno.readTextFile(LINKED)).split("\n");
    return firstLine === headline(registry) && Date.now() - (mtime?.getTime() ?? 0) < MEMORY_MS;
  } catch {
    return false;
  }
}

function headline(registry: string): string {
  return `// Written by scripts/deno.ts: deno.json and links, for ${registry} does not answer.`;
}

/**
 * Writes a file atomically, because other commands may be reading it.
 *
 * @throws {Error} When the checkout can't be written to.
 */
export async function writeWhole(target: URL, text: string): Promise<void> {
  const draft = new URL(`deno.${crypto.randomUUID()}.json`, ROOT);
  await Deno.writeTextFile(draft, text).catch((cause) => {
    throw new Error(`Cannot write into ${fileURLToPath(ROOT)}: copy the project to a folder that is yours`, { cause });
  });
  await Deno.rename(draft, target);
}

/**
 * Returns the text of `deno.json` with other settings. No task starts with it, so its `imports` may name npm packages,
 * which programs outside the project's folder also find.
 */
async function configWith(settings: Record<string, unknown>): Promise<string> {
  const config = await readJson<Manifest & Record<string, unknown>>(new URL("deno.json", ROOT));
  const imports = { ...config.imports, ...config.scopes?.["./"] };
  return JSON.stringify({ ...config, imports, ...settings }, null, 2) + "\n";
}

/** Writes a copy of `deno.json`, with a lock file of this clone by default. */
async function useReal(settings: Record<string, unknown> = {}): Promise<string> {
  const text = await configWith(settings);
  if (await textOf(REAL) !== text) await writeWhole(REAL, text);
  return fileURLToPath(REAL);
}

/**
 * Keeps the time of a correct configuration if the registry wasn't tried again. Its lock is frozen, so that a changed
 * range of deno.json doesn't rewrite it unnoticed; `deno task lock` updates it.
 */
async function useLinked(registry: string, wasAsked: boolean): Promise<string> {
  const links = (await standIns()).map(({ folder }) => folder);
  const { exclude: excluded = [] } = await readJson<Manifest>(new URL("deno.json", ROOT));
  const exclude = excluded.filter((folder) => folder !== "offline/");
  const settings = { exclude, lock: { path: "deno.lock", frozen: true }, links };
  const text = `${headline(registry)}\n${await configWith(settings)}`;
  if (wasAsked || await textOf(LINKED) !== text) await writeWhole(LINKED, text);
  console.error(`${registry} does not answer: using the stand-ins of offline/ for its packages.`);
  return fileURLToPath(LINKED);
}

async function textOf(url: URL): Promise<string | undefined> {
  return await Deno.readTextFile(url).catch(() => undefined);
}

/** Whether only the real packages in their locked versions are accepted. */
export function isRelease(): boolean {
  const wanted = Deno.env.get(ONLY) ?? "";
  if (wanted !== "" && wanted !== "jsr") throw new Error(`Cannot choose packages: ${ONLY} is jsr or nothing`);
  return wanted === "jsr";
}

/** Uses the real packages with a frozen lock file, except for `deno install`, which writes it. */
async function useLocked(registry: string, command: string | undefined): Promise<string> {
  if (!await answers(registry)) throw new Error(`Cannot use JSR: ${registry} does not answer, and ${ONLY} is jsr`);
  const frozen = command !== "install";
  if (frozen && await textOf(new URL(REAL_LOCK, ROOT)) === undefined) {
    throw new Error(`Cannot build a release: there is no ${REAL_LOCK} (.github/RELEASING.md says where it comes from)`);
  }
  return await useReal({ lock: { path: REAL_LOCK, frozen } });
}

/**
 * Chooses the configuration that works on this machine.
 *
 * @param command The command of `deno`.
 * @returns its path, for `deno <command> --config <path>`
 */
export async function chooseConfig(command?: string): Promise<string> {
  const chosen = Deno.env.get(CHOSEN);
  if (chosen) return chosen;
  const registry = new URL(Deno.env.get("JSR_URL") ?? DEFAULT_REGISTRY).href;
  if (isRelease()) return await useLocked(registry, command);
  if (await isKnownSilent(registry)) return await useLinked(registry, false);
  if (!await isCached() && !await answers(registry)) return await useLinked(registry, true);
  console.error(`Using the packages of ${registry}.`);
  return await useReal();
}

/** Whether the chosen configuration is that of the stand-ins. */
export function isLinked(config: string): boolean {
  return config.endsWith("deno.linked.json");
}

/** Returns the lock option for a script's commands: a release freezes the lock file. */
export function lockOption(): string {
  return isRelease() ? "--frozen" : "--no-lock";
}

/** Runs `deno` with these arguments and the chosen configuration, and returns its exit code. */
async function runDeno([command, ...args]: string[]): Promise<number> {
  const config = await chooseConfig(command);
  const child = new Deno.Command(Deno.execPath(), {
    args: [command ?? "help", "--config", config, ...args],
    // Behind a proxy with its own certificate, npm trusts the system's certificates, and so should fetches of its
    // packages.
    env: { [CHOSEN]: config, DENO_TLS_CA_STORE: Deno.env.get("DENO_TLS_CA_STORE") ?? "mozilla,system" },
  }).spawn();
  // A terminal sends Ctrl-C to both processes; this one waits for the other to end.
  Deno.addSignalListener("SIGINT", () => {});
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", () => child.kill("SIGTERM"));
  return (await child.status).code;
}

if (import.meta.main) {
  const code = await runDeno(Deno.args).catch((error: Error) => {
    console.error(error.message);
    return 1;
  });
  Deno.exit(code);
}
