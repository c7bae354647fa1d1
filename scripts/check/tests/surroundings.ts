/**
 * What surrounds a run of tests: a time zone with half an hour, a home and a temporary folder of its own. Whatever a
 * run leaves behind is a problem: files, and processes that outlive it.
 */
import { setTimeout as delay } from "node:timers/promises";

/** Marks the processes of a run: they inherit it. */
const MARK = "TONEARM_TEST_RUN";
/** Requests to it go through no proxy. */
const THIS_MACHINE = "127.0.0.1,localhost,::1,[::1]";
/** How long a process may take to end after the run, in milliseconds. */
const GRACE_MS = 3000;
/** How many of the files that were left behind are named. */
const SHOWN = 10;
/** What browsers and runtimes keep in the temporary folder: not the project's to remove. */
const LITTER = /^(?:pulse-|\.org\.chromium|\.com\.google|node-compile-cache|v8-compile-cache)/;
/** Caches that programs of others keep in the home of a user: not the project's to remove. */
const CACHES =
  /^(?:\.cache|\.npm|\.bun|\.config|\.local\/share\/(?:pki|applications|vitest)|\.pki|go|\.deno|\.local\/share\/fish)(?:\/|$)/;

/** The surroundings of a run, until they are disposed. */
export interface Surroundings extends AsyncDisposable {
  /** Environment variables of the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns what the run left behind, and ends processes that outlive it. */
  problems(): Promise<string[]>;
}

/** Creates the surroundings of a run. */
export async function surroundings(): Promise<Surroundings> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-test-" });
  // What refuses to run as root, or is tested as another user, needs a way to its own folder below.
  await Deno.chmod(folder, 0o711);
  const [home, temporary] = [`${folder}/home`, `${folder}/tmp`];
  await Promise.all([home, temporary].map((one) => Deno.mkdir(one)));
  const mark = crypto.randomUUID();
  return {
    env: {
      ...await cacheFolders(),
      TZ: "Asia/Kolkata",
      NO_PROXY: THIS_MACHINE,
      no_proxy: THIS_MACHINE,
      HOME: home,
      TMPDIR: temporary,
      [MARK]: mark,
      LESSHISTFILE: "-",
    },
    async problems() {
      const survivors = await endSurvivors(`${MARK}=${mark}`);
      const [inTemporary, atHome] = [await leftIn(temporary), await leftIn(home)];
      const files = [
        ...inTemporary.filter((name) => !LITTER.test(name)),
        ...atHome.filter((name) => !CACHES.test(name)),
      ];
      return [
        ...survivors.map((command) => `outlived the run: ${command}`),
        ...files.slice(0, SHOWN).map((name) => `left behind in the temporary folder or at home: ${name}`),
        ...(files.length > SHOWN ? [`left behind: ${files.length - SHOWN} more files`] : []),
      ];
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** The folders in which Deno, npm and Go keep downloads, which otherwise depend on `HOME`. */
async function cacheFolders(): Promise<Record<string, string>> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", "--no-config"] }).output();
  const { denoDir }: { denoDir: string } = JSON.parse(new TextDecoder().decode(stdout));
  const home = Deno.env.get("HOME") ?? "";
  const npm = Deno.env.get("npm_config_cache") ?? `${home}/.npm`;
  return { DENO_DIR: denoDir, npm_config_cache: npm, GOCACHE: Deno.env.get("GOCACHE") ?? `${home}/.cache/go-build` };
}

/** Every file and every empty folder below a folder. */
async function leftIn(folder: string, prefix = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${prefix}`)) {
    const inside = isDirectory ? await leftIn(folder, `${prefix}${name}/`) : [];
    found.push(...(inside.length > 0 ? inside : [`${prefix}${name}`]));
  }
  return found.sort();
}

/** Ends the processes with an environment variable, and returns their commands; on Linux, where there is a shell. */
async function endSurvivors(variable: string): Promise<string[]> {
  const until = Date.now() + GRACE_MS;
  let left = await processesWith(variable);
  while (left.length > 0 && Date.now() < until) {
    await delay(100);
    left = await processesWith(variable);
  }
  for (const { pid } of left) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
  return left.map(({ command }) => command);
}

/** Deno gives no access to `/proc` without every permission, so a shell reads it. */
const FIND = 'grep -lsxzF "$0" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do ' +
  'echo "$pid $(tr "\\0" " " 2>/dev/null <"/proc/$pid/cmdline" | cut -c1-300)"; done';

async function processesWith(variable: string): Promise<{ pid: number; command: string }[]> {
  if (Deno.build.os !== "linux") return [];
  const shell = new Deno.Command("sh", { args: ["-c", FIND, variable], stderr: "null" });
  const printed = async () => new TextDecoder().decode((await shell.output()).stdout);
  const lines = (await printed().catch(() => "")).split("\n").filter(Boolean);
  return lines.map((line) => {
    const [pid = "", ...words] = line.trim().split(" ");
    return { pid: Number(pid), command: words.join(" ") || `process ${pid}` };
  });
}
