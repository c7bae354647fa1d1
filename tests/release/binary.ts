/**
 * The compiled program: what it may weigh, how fast it starts, and that it passes the command line's whole test suite by itself.
 *
 * It compiles first, so it has a task of its own: `deno task test:binary`.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { chmod, copyFile, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PERMISSIONS } from "../../scripts/compile.ts";
import { ROOT, run } from "./toolbox.ts";

const BINARY = `${ROOT}dist/tonearm-linux-x64`;
const config = Deno.env.get("TONEARM_DENO_CONFIG") ?? `${ROOT}deno.json`;
const compileScript = `${ROOT}scripts/compile.ts`;
await run([Deno.execPath(), "run", "-q", "--config", config, "-P=build", compileScript, "--target", "linux-x64"], ROOT);

/** Folder with every program of PATH but those that could run JavaScript. */
async function pathWithoutRuntimes(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tonearm-path-"));
  for (const from of (Deno.env.get("PATH") ?? "").split(":")) {
    for (const name of await readdir(from).catch(() => [])) {
      if (/^(deno|node|nodejs|bun|bunx|npm|npx|corepack)$/.test(name)) continue;
      await symlink(join(from, name), join(folder, name)).catch(() => {});
    }
  }
  return folder;
}

Deno.test("the file and its compressed form are as small as promised", async () => {
  const { size } = await Deno.stat(BINARY);
  assert(size <= 120e6, `${size} bytes`);
  const { stdout } = await run(["sh", "-c", `gzip -9 -c ${BINARY} | wc -c`], ROOT);
  assert(Number(stdout) <= 58e6, `${stdout} bytes compressed`);
});

Deno.test("the archive has the checksum beside it, and holds the program with its licences", async () => {
  const { stdout } = await run(["sha256sum", "--check", "--ignore-missing", "SHA256SUMS"], `${ROOT}dist`);
  assertMatch(stdout, /linux-x64\.tar\.gz: OK/);
  const list = await run(["tar", "-tzf", "tonearm-linux-x64.tar.gz"], `${ROOT}dist`);
  assertEquals(list.stdout.split("\n").filter(Boolean).toSorted(), ["./", "./LICENSE", "./NOTICES.md", "./tonearm"]);
});

Deno.test("it starts within 40 milliseconds", async () => {
  // The fastest run is what the program takes; the others are what else this machine does.
  let fastest = Infinity;
  for (let i = 0; i < 100 && fastest > 40; i += 1) {
    const start = performance.now();
    assertMatch((await run([BINARY, "--version"], ROOT)).stdout, /^tonearm \d+\.\d+\.\d+\n$/);
    fastest = Math.min(fastest, performance.now() - start);
  }
  assert(fastest <= 40, `${fastest.toFixed(1)} ms`);
});

Deno.test("it reads neither .env nor bunfig.toml of the folder it is started in", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tonearm-env-"));
  await writeFile(join(folder, ".env"), "TONEARM_TOKEN=from-dot-env\nTONEARM_PROFILE=from-dot-env\n");
  await writeFile(join(folder, "bunfig.toml"), 'preload = ["./preload.js"]\n');
  await writeFile(join(folder, "preload.js"), 'console.log("preloaded");\n');
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder };
  const { stdout, stderr } = await run([BINARY, "auth", "status", "--json"], folder, env).catch((error) => ({
    stdout: "",
    stderr: String(error),
  }));
  assertEquals(/from-dot-env|preloaded/.exec(stdout + stderr)?.[0], undefined);
  await rm(folder, { recursive: true });
});

/** Runs the command line's test suite with a program; gives what it printed. */
async function runSuite(program: string, env: Record<string, string> = {}): Promise<string> {
  const args = ["test", "-q", "--parallel", "--config", config, "-P=test", "tests/cli/"];
  return (await run([Deno.execPath(), ...args], ROOT, { TONEARM_BIN: program, ...env })).stdout;
}

Deno.test("it passes the command line's test suite, with no other runtime on its PATH", async () => {
  const path = await pathWithoutRuntimes();
  const folder = await mkdtemp(join(tmpdir(), "tonearm-bin-"));
  const binary = join(folder, "tonearm");
  await copyFile(BINARY, binary);
  await chmod(binary, 0o755);
  assertMatch(await runSuite(binary, { PATH: path }), /\| 0 failed/);
  await Promise.all([path, folder].map((made) => rm(made, { recursive: true })));
});

Deno.test("the permissions that deno compile puts into a file are enough for the same suite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tonearm-permissions-"));
  const program = join(folder, "tonearm");
  const words = [Deno.execPath(), "run", "-q", "--no-lock", "--no-check", "--config", config, ...PERMISSIONS];
  await writeFile(program, `#!/bin/sh\nexec '${[...words, `${ROOT}cli/main.ts`].join("' '")}' "$@"\n`, { mode: 0o755 });
  assertMatch(await runSuite(program), /\| 0 failed/);
  await rm(folder, { recursive: true });
});
