/**
 * Runs a `deno` command with the JSR packages where they can be had, and elsewhere with their stand-ins of `offline/`.
 *
 * `deno run -P=choose scripts/deno.ts test -P=test` is `deno test -P=test`, given a configuration that works here: a
 * git-ignored copy of `deno.json` that, where need be, links the packages of `offline/`.
 * `TONEARM_REGISTRY=jsr`, as releases set it, refuses the stand-ins and any package that isn't in the lock file.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

const ROOT = new URL("../", import.meta.url);
const REAL = new URL("deno.jsr.json", ROOT);
const LINKED = new URL("deno.linked.json", ROOT);
/** The lock file of JSR's packages, which releases hold to. */
export const REAL_LOCK = "deno.jsr.lock";
/** Names the configuration that was chosen, so that nested commands need not choose again. */
const CHOSEN = "TONEARM_DENO_CONFIG";
/** `jsr` where only the real packages will do. */
const ONLY = "TONEARM_REGISTRY";
const DEFAULT_REGISTRY = "https://jsr.io/";
/** How long a registry may take to answer before the stand-ins are used. */
const PROBE_MS = 3000;
/** For how long a registry that did not answer is not asked again. */
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

/** Every `jsr:` module that the project imports, told from the sub-paths that the stand-ins cover. */
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

/** Whether the registry was found out of reach a short while ago: the linked configuration says which, and when. */
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

/** Writes a configuration whole or not at all, since other commands may be reading it. */
async function write(target: URL, text: string): Promise<void> {
  const draft = new URL(`deno.${crypto.randomUUID()}.json`, ROOT);
  await Deno.writeTextFile(draft, text);
  await Deno.rename(draft, target);
}

/**
 * The text of `deno.json` with other settings. No task begins with this one, so that `imports` may name packages of npm: they are
 * found by programs outside the project's folder, too.
 */
async function configWith(settings: Record<string, unknown>): Promise<string> {
  const config = await readJson<Manifest & Record<string, unknown>>(new URL("deno.json", ROOT));
  const imports = { ...config.imports, ...config.scopes?.["./"] };
  return JSON.stringify({ ...config, imports, ...settings }, null, 2) + "\n";
}

/** Like `deno.json` itself, with a lock file of this clone unless told of another. */
async function useReal(settings: Record<string, unknown> = {}): Promise<string> {
  const text = await configWith(settings);
  if (await textOf(REAL) !== text) await write(REAL, text);
  return fileURLToPath(REAL);
}

/**
 * Keeps the time of a configuration that is right already when its registry was not asked again. Its lock is frozen, lest
 * a changed range of deno.json rewrite it unseen; `deno task lock` does so.
 */
async function useLinked(registry: string, wasAsked: boolean): Promise<string> {
  const links = (await standIns()).map(({ folder }) => folder);
  const { exclude: excluded = [] } = await readJson<Manifest>(new URL("deno.json", ROOT));
  const exclude = excluded.filter((folder) => folder !== "offline/");
  const settings = { exclude, lock: { path: "deno.lock", frozen: true }, links };
  const text = `${headline(registry)}\n${await configWith(settings)}`;
  if (wasAsked || await textOf(LINKED) !== text) await write(LINKED, text);
  console.error(`${registry} does not answer: using the stand-ins of offline/ for its packages.`);
  return fileURLToPath(LINKED);
}

async function textOf(url: URL): Promise<string | undefined> {
  return await Deno.readTextFile(url).catch(() => undefined);
}

/** Whether only the real packages will do, each as the lock file has it. */
export function isRelease(): boolean {
  const wanted = Deno.env.get(ONLY) ?? "";
  if (wanted !== "" && wanted !== "jsr") throw new Error(`Cannot choose packages: ${ONLY} is jsr or nothing`);
  return wanted === "jsr";
}

/** The real packages, locked; `deno install`, which writes the lock file, is free to. */
async function useLocked(registry: string, command: string | undefined): Promise<string> {
  if (!await answers(registry)) throw new Error(`Cannot use JSR: ${registry} does not answer, and ${ONLY} is jsr`);
  const frozen = command !== "install";
  if (frozen && await textOf(new URL(REAL_LOCK, ROOT)) === undefined) {
    throw new Error(`Cannot build a release: there is no ${REAL_LOCK} (RELEASING.md says where it comes from)`);
  }
  return await useReal({ lock: { path: REAL_LOCK, frozen } });
}

/**
 * Chooses the configuration that works on this machine.
 *
 * @param command The command of `deno` that it is for.
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

/** Whether a configuration that was chosen is that of the stand-ins. */
export function isLinked(config: string): boolean {
  return config.endsWith("deno.linked.json");
}

/** What the commands that a script starts say of the lock: a release holds every one to it. */
export function lockOption(): string {
  return isRelease() ? "--frozen" : "--no-lock";
}

/** Runs `deno` with these arguments under the chosen configuration, and tells its exit code. */
async function runDeno([command, ...args]: string[]): Promise<number> {
  const config = await chooseConfig(command);
  const child = new Deno.Command(Deno.execPath(), {
    args: [command ?? "help", "--config", config, ...args],
    // Behind a proxy with a certificate of its own, npm trusts what the system trusts; so should its packages' fetch.
    env: { [CHOSEN]: config, DENO_TLS_CA_STORE: Deno.env.get("DENO_TLS_CA_STORE") ?? "mozilla,system" },
  }).spawn();
  // A terminal sends Ctrl-C to both processes; this one waits until the other ends.
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
