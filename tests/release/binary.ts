/**
 * Tests the compiled program: its size, its start time, and with it the command line's tests that start a process.
 *
 * It compiles the program first, so it has its own task: `deno task release binary`.
 */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { chmod, copyFile, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileName } from "../../scripts/build/compile.ts";
import { chooseCompiler, PERMISSIONS, TARGETS } from "../../scripts/build/compile/compilers.ts";
import { startsNothing, testFiles } from "../../scripts/check/tests/tiers.ts";
import { packagesIn } from "../../scripts/build/notices/inside.ts";
import { Releases } from "../support/cli/releases.ts";
import { temporaryFolder } from "../support/folder.ts";
import { ROOT, run } from "./toolbox.ts";

const BINARY = `${ROOT}dist/tonearm-linux-x64`;
const config = Deno.env.get("TONEARM_DENO_CONFIG") ?? `${ROOT}deno.json`;
const compileScript = `${ROOT}scripts/build/compile.ts`;
await run([Deno.execPath(), "run", "-q", "--config", config, "-P=build", compileScript, "--target", "linux-x64"], ROOT);

/** Returns a folder with every program of PATH except JavaScript runtimes. */
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

/** The compiler of the file. */
const { stdout: about } = await run([BINARY, "--version", "--verbose"], ROOT);
const isFallback = about.includes("by Bun");

/** Returns the compressed size of a file, in bytes. */
async function compressed(path: string): Promise<number> {
  return Number((await run(["sh", "-c", `gzip -9 -c '${path}' | wc -c`], ROOT)).stdout);
}

Deno.test("dist/tonearm: the bundled program takes less than 2 MB compressed; the rest of the file is its runtime", async () => {
  const size = await compressed(`${ROOT}dist/tonearm.js`);
  assert(size < 2e6, `${size} bytes compressed`);
});

// Bun's compiled program takes 51 MB without any code, and isn't part of a release.
if (!isFallback) {
  Deno.test("dist/tonearm: the file takes no more than 40 MB, compressed", async () => {
    const size = await compressed(BINARY);
    assert(size <= 40e6, `${size} bytes compressed`);
  });
}

/** The whole Deno of each platform, as npm has it, and how its files begin. */
const DENOS: Readonly<Record<string, readonly [name: string, magic: readonly number[]]>> = {
  "linux-x64": ["linux-x64-glibc", [0x7f, 0x45, 0x4c, 0x46]],
  "linux-arm64": ["linux-arm64-glibc", [0x7f, 0x45, 0x4c, 0x46]],
  "macos-x64": ["darwin-x64", [0xcf, 0xfa, 0xed, 0xfe]],
  "macos-arm64": ["darwin-arm64", [0xcf, 0xfa, 0xed, 0xfe]],
  "windows-x64": ["win32-x64", [0x4d, 0x5a]],
};

// Deno itself replaces its runtime, which is smaller and has no tools: such a file can be packed, but doesn't start.
for (const [name, [platform, magic]] of Object.entries(DENOS)) {
  Deno.test(`deno compile packs the program for ${name}, the same bytes from another folder and day`, async () => {
    await using place = await temporaryFolder();
    const folder = place.path;
    const before = Deno.env.get("DENORT_BIN");
    await run(["npm", "pack", "--silent", "--prefer-offline", `@deno/${platform}@${Deno.version.deno}`], folder);
    await run(["sh", "-c", "tar -xzf *.tgz && rm *.tgz"], folder);
    const runtime = join(folder, `package/deno${name.startsWith("windows") ? ".exe" : ""}`);
    Deno.env.set("DENORT_BIN", runtime);
    const files: string[] = [];
    try {
      for (const place of ["one", "an other ünï"]) {
        await Deno.mkdir(join(folder, place));
        for (const part of ["tonearm.js", "deno.json"]) {
          await copyFile(`${ROOT}dist/${part}`, join(folder, place, part));
        }
        const file = join(folder, place, fileName(name));
        const compiler = await chooseCompiler("deno", join(folder, place, "deno.json"));
        await compiler.compile(TARGETS[name]!, join(folder, place, "tonearm.js"), file);
        files.push(file);
      }
    } finally {
      if (before === undefined) Deno.env.delete("DENORT_BIN");
      else Deno.env.set("DENORT_BIN", before);
    }
    const [file = "", other = ""] = files;
    await run(["cmp", file, other], folder);
    const bytes = await Deno.readFile(file);
    assertEquals([...bytes.subarray(0, magic.length)], magic);
    const added = bytes.length - (await Deno.stat(runtime)).size;
    assert(added > 4e6 && added < 10e6, `${added} bytes`);
  });
}

Deno.test("--version --verbose shows the compiler and the runtime", () => {
  const compiler = isFallback ? "by Bun instead of deno compile" : "by deno compile";
  assertMatch(about, new RegExp(`^tonearm [\\d.]+\\nbuilt +as one file, ${compiler}.*\\nruntime +\\w+ [\\d.]+, `));
});

if (isFallback) {
  Deno.test("dist/tonearm: a file compiled by Bun obeys BUN_BE_BUN and BUN_OPTIONS, so releases don't use it", async () => {
    assertMatch((await run([BINARY, "--version"], ROOT, { BUN_BE_BUN: "1" })).stdout, /^\d+\.\d+\.\d+\n$/);
    await using place = await temporaryFolder();
    const folder = place.path;
    await writeFile(join(folder, "preload.js"), 'console.log("preloaded");\n');
    const preloaded = await run([BINARY, "--version"], folder, { BUN_OPTIONS: "--preload ./preload.js" });
    assertMatch(preloaded.stdout, /^preloaded\n/);
    const command = [Deno.execPath(), "run", "-q", "--config", config, "-P=build", compileScript, "--with", "bun"];
    const release = () => run(command, ROOT, { TONEARM_REGISTRY: "jsr", TONEARM_DENO_CONFIG: config });
    await assertRejects(release, Error, "Cannot compile a release with Bun");
  });
}

Deno.test("dist/tonearm: the archive has a checksum, and contains the program with every licence", async () => {
  const { stdout } = await run(["sha256sum", "--check", "--ignore-missing", "SHA256SUMS"], `${ROOT}dist`);
  assertMatch(stdout, /linux-x64\.tar\.gz: OK/);
  const list = await run(["tar", "-tzf", "tonearm-linux-x64.tar.gz"], `${ROOT}dist`);
  const expected = ["LGPL-2.0.txt", "LGPL-2.1.txt", "LICENSE", "NOTICES.md", "tonearm"];
  const names = list.stdout.split("\n").filter(Boolean).toSorted();
  assertEquals(names.filter((name) => !name.startsWith("man/")), expected);
  assert(names.includes("man/tonearm-playlist-add.1"));
  const notices = await Deno.readTextFile(`${ROOT}dist/NOTICES.md`);
  for (const { name, version } of packagesIn(await Deno.readTextFile(`${ROOT}dist/cli.js`))) {
    assert(
      notices.includes(
        `\n## ${
          name.startsWith("@std/") || name.startsWith("@cliffy/") ? `${name.split("/")[0]} (JSR)` : `${name}@${version}`
        }\n`,
      ),
      name,
    );
  }
  for (const words of ["# Works under the LGPL", "/lgpl-sources.tar.gz", isFallback ? "JavaScriptCore" : "V8"]) {
    assert(notices.includes(words), words);
  }
});

Deno.test("dist/tonearm: the bill of materials lists the content of the bundle, with only permitted licences", async () => {
  const { components } = JSON.parse(await Deno.readTextFile(`${ROOT}dist/tonearm.cdx.json`));
  const inside = packagesIn(await Deno.readTextFile(`${ROOT}dist/cli.js`));
  assertEquals(components.length, inside.length + 1);
  for (const { name, licenses } of components) assert(licenses?.length > 0, name);
});

Deno.test("dist/tonearm starts in at most 1.2 times the time in which Deno starts a module without code", async () => {
  const timeOf = async (...command: string[]) => {
    const start = performance.now();
    const { stdout } = await run(command, ROOT);
    return [performance.now() - start, stdout] as const;
  };
  // The fastest run of each shows its own time; the others include other work of the machine.
  let [own, empty] = [Infinity, Infinity];
  for (let i = 0; i < 100 && !(own <= 1.2 * empty && i > 5); i += 1) {
    empty = Math.min(empty, (await timeOf(Deno.execPath(), "eval", "--no-config", ""))[0]);
    const [time, stdout] = await timeOf(BINARY, "--version");
    assertMatch(stdout, /^tonearm \d+\.\d+\.\d+\n$/);
    own = Math.min(own, time);
  }
  assert(own <= 1.2 * empty, `${own.toFixed(1)} ms, and ${empty.toFixed(1)} ms`);
});

Deno.test("dist/tonearm reads neither .env nor bunfig.toml of the current folder", async () => {
  await using place = await temporaryFolder();
  const folder = place.path;
  await writeFile(join(folder, ".env"), "TONEARM_TOKEN=from-dot-env\nTONEARM_PROFILE=from-dot-env\n");
  await writeFile(join(folder, "bunfig.toml"), 'preload = ["./preload.js"]\n');
  await writeFile(join(folder, "preload.js"), 'console.log("preloaded");\n');
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder };
  const { stdout, stderr } = await run([BINARY, "auth", "status", "--json"], folder, env).catch((error) => ({
    stdout: "",
    stderr: String(error),
  }));
  assertEquals(/from-dot-env|preloaded/.exec(stdout + stderr)?.[0], undefined);
});

Deno.test("tonearm upgrade replaces itself by a release with the right checksum", async () => {
  await using releases = await new Releases().publish("99.0.0", "f".repeat(64));
  const program = join(releases.folder, "bin/tonearm");
  await Deno.mkdir(join(releases.folder, "bin"));
  await copyFile(BINARY, program);
  await chmod(program, 0o755);
  const env = { HOME: releases.folder, TONEARM_RELEASES: releases.address, PATH: "/usr/bin:/bin" };
  await assertRejects(() => run([program, "upgrade"], releases.folder, env), Error, "The checksum of");
  assertMatch(
    (await run([program, "upgrade", "--check"], releases.folder, env)).stdout,
    /99\.0\.0 is available .*: tonearm upgrade\n$/,
  );
  await releases.publish("99.0.0");
  assertMatch(
    (await run([program, "upgrade"], releases.folder, env)).stdout,
    /^Upgraded tonearm from .* to 99\.0\.0$/m,
  );
  assertEquals((await run([program, "--version"], releases.folder)).stdout, "tonearm 99.0.0\n");
});

/** Every example of the help, each in a shell. */
const EXAMPLES = ["tests/cli/commands/help/examples_test.ts"];
/** What is the same in every form of the program: sessions on every store, and a hook's environment. */
const ALIKE = ["tests/cli/commands/doctor/stores_test.ts", "tests/cli/watch/documented_test.ts"];
/** Hundreds of wrong inputs, whose answers are those of the modules. */
const USAGE = ["tests/cli/commands/usage_test.ts"];
/** One or a few processes for each thing that an installation may break. */
const CHECKS = ["tests/cli/commands/doctor/checks_test.ts"];
/**
 * The files that start the program as a process. The others call its modules, which differ in no way from those of a
 * single file.
 */
const SUITE = [
  ...new Set([...ALIKE, ...USAGE, ...(await testFiles("tests/cli")).filter((file) => !startsNothing(file))]),
];

/** Runs tests of the command line with a program; returns their output. */
async function runSuite(program: string, files: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const args = ["test", "-q", "--no-check", "--parallel", "--config", config, "-P=test", ...files];
  // The tiers have listed what is skipped.
  const own = { TONEARM_BIN: program, TONEARM_SKIPS: "", ...env };
  return (await run([Deno.execPath(), ...args], ROOT, own)).stdout;
}

// A file of Bun isn't part of a release, and knows no permissions.
const ownFiles = isFallback ? [...EXAMPLES, ...ALIKE, ...USAGE] : SUITE;
Deno.test(`dist/tonearm passes ${ownFiles.length} files of tests without another runtime on its PATH`, async () => {
  const path = await pathWithoutRuntimes();
  const folder = await mkdtemp(join(tmpdir(), "tonearm-bin-"));
  const binary = join(folder, "tonearm");
  await copyFile(BINARY, binary);
  await chmod(binary, 0o755);
  assertMatch(await runSuite(binary, ownFiles, { PATH: path }), /\| 0 failed/);
  await Promise.all([path, folder].map((made) => rm(made, { recursive: true })));
});

Deno.test("deno compile gives the program the permissions with which its tests start it from source", async () => {
  const { permissions } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  assertEquals(permissions.binary, permissions.cli);
  assertEquals(PERMISSIONS, ["-P=binary", "--no-prompt"]);
});

// Deno's own file has passed above. Every example of the help passes from source with the same permissions, and the same
// code has given the answers to wrong inputs above, in Bun's file, and in Deno, from its modules.
if (isFallback) {
  const files = [...CHECKS, ...ALIKE];
  Deno.test(`dist/tonearm.js passes ${files.length} files of tests on Deno, with the permissions of deno compile`, async () => {
    await using place = await temporaryFolder();
    const folder = place.path;
    const program = join(folder, "tonearm");
    const words = [Deno.execPath(), "run", "-q", "--no-lock", "--no-check", "--config", config, ...PERMISSIONS];
    await writeFile(program, `#!/bin/sh\nexec '${[...words, `${ROOT}dist/tonearm.js`].join("' '")}' "$@"\n`, {
      mode: 0o755,
    });
    assertMatch(await runSuite(program, files), /\| 0 failed/);
  });
}
