import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { unzipSync } from "fflate";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack, packFolder } from "../../../scripts/build/compile/archive.ts";
import { chooseCompiler, PERMISSIONS, run, TARGETS } from "../../../scripts/build/compile/compilers.ts";
import { ranModule, without, writeProgram } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/folder.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const LICENSES = ["LGPL-2.0.txt", "LGPL-2.1.txt", "LICENSE", "NOTICES.md"];

/** Gives a test a folder of its own, with a program and its notices. */
async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder({ program: "a program", notices: "its notices" });
  await body(folder.path);
}

function packed(target: string, folder: string): Promise<string> {
  return pack(target, `${folder}/program`, `${folder}/notices`, folder);
}

Deno.test("pack() packs a program for Windows as a zip with its licences, the same bytes each time", () =>
  inFolder(async (folder) => {
    assertEquals(await packed("windows-x64", folder), "tonearm-windows-x64.zip");
    const bytes = await Deno.readFile(`${folder}/tonearm-windows-x64.zip`);
    const files = unzipSync(bytes);
    assertEquals(Object.keys(files), [...LICENSES, "tonearm.exe"].toSorted());
    const text = (name: string) => new TextDecoder().decode(files[name]);
    assertEquals([text("tonearm.exe"), text("NOTICES.md")], ["a program", "its notices"]);
    assertEquals(text("LICENSE"), await Deno.readTextFile(`${ROOT}LICENSE`));
    assertMatch(text("LGPL-2.0.txt"), /LIBRARY GENERAL PUBLIC LICENSE\s+Version 2,/);
    assertMatch(text("LGPL-2.1.txt"), /LESSER GENERAL PUBLIC LICENSE\s+Version 2.1,/);
    await packed("windows-x64", folder);
    assertEquals(await Deno.readFile(`${folder}/tonearm-windows-x64.zip`), bytes);
  }));

Deno.test({
  name: "pack() packs a program for other systems as a tar with its licences and manual, the same bytes each time",
  ignore: without("tar", "gzip"),
  fn: () =>
    inFolder(async (folder) => {
      assertEquals(await packed("linux-arm64", folder), "tonearm-linux-arm64.tar.gz");
      const path = `${folder}/tonearm-linux-arm64.tar.gz`;
      const bytes = await Deno.readFile(path);
      const names = (await run("tar", ["-t", "-f", path])).trimEnd().split("\n");
      const pages = names.filter((name) => name.startsWith("man/"));
      assertEquals(names, [...LICENSES, ...pages, "tonearm"]);
      assert(pages.includes("man/tonearm-playlist-add.1"), pages.join());
      assertEquals(await run("tar", ["-x", "-O", "-f", path, "tonearm", "NOTICES.md"]), "its noticesa program");
      await packed("linux-arm64", folder);
      assertEquals(await Deno.readFile(path), bytes);
    }),
});

Deno.test({
  name: "packFolder() forgets who owns files, when they were changed, and in which order they came",
  ignore: without("tar", "gzip"),
  fn: () =>
    inFolder(async (folder) => {
      const packAs = async (name: string, mode: number, time: Date) => {
        await Deno.chmod(`${folder}/program`, mode);
        await Deno.utime(`${folder}/program`, time, time);
        await packFolder(folder, ["notices", "program"], `${folder}/${name}`);
        return await Deno.readFile(`${folder}/${name}`);
      };
      assertEquals(await packAs("one.tar.gz", 0o600, new Date(1)), await packAs("two.tar.gz", 0o644, new Date(2e12)));
      assertMatch(await run("tar", ["-t", "-v", "-f", `${folder}/one.tar.gz`]), /^-rw-r--r-- 0\/0 +9 1970-01-01/m);
    }),
});

Deno.test("run() gives what a command prints, and fails with what a command says that fails", async () => {
  assertEquals(await run(Deno.execPath(), ["eval", "console.log(1)"]), "1\n");
  const failing = ["eval", "console.log('out'); console.error('err'); Deno.exit(1)"];
  const error = await assertRejects(() => run(Deno.execPath(), failing), Error);
  assertEquals(error.message, "out\nerr\n");
});

Deno.test("TARGETS: Deno compiles all but those with musl; on x64, Bun for processors of any age", () => {
  const names = Object.keys(TARGETS);
  assertEquals(names.filter((name) => TARGETS[name]?.deno === undefined), ["linux-x64-musl", "linux-arm64-musl"]);
  for (const name of names) {
    const { deno = "", bun } = TARGETS[name]!;
    const [system = "", processor = ""] = name.split("-");
    assertMatch(bun, new RegExp(`^bun-${system.replace("macos", "darwin")}-${processor}`), name);
    assertEquals(bun.endsWith("-baseline"), processor === "x64" && system !== "macos", name);
    assertEquals(bun.includes("-musl"), name.endsWith("-musl"), name);
    if (deno) assertStringIncludes(deno, { x64: "x86_64", arm64: "aarch64" }[processor] ?? "?", name);
    if (deno) assertStringIncludes(deno, system.replace("macos", "apple"), name);
  }
});

Deno.test("chooseCompiler() takes Deno where it's asked for, which says what it has no runtime for", async () => {
  const compiler = await chooseCompiler("deno", "deno.json");
  assertEquals(compiler.name, "deno");
  assertEquals(compiler.version, Deno.version.deno);
  await assertRejects(
    () => compiler.compile(TARGETS["linux-x64-musl"]!, "a.js", "a"),
    Error,
    "Deno has no runtime for this platform: compile it --with bun",
  );
});

Deno.test("PERMISSIONS hold a file to those of the project, and let it ask for no more", () => {
  assertEquals(PERMISSIONS, ["-P=binary", "--no-prompt"]);
});

/** Runs a program that chooses a compiler, where `bun` is a script that prints its arguments. */
async function choose(program: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const from = new URL("../../../scripts/build/compile/compilers.ts", import.meta.url).href;
  await using folder = await temporaryFolder({
    "main.ts": `import { chooseCompiler, TARGETS } from "${from}";\n` +
      `try {\n${program}\n} catch (error) { console.log(error.message); }\n`,
  });
  await writeProgram(`${folder.path}/bun`, `#!/bin/sh\necho "$@" >> ${folder.path}/calls\necho " 9.9.9 "\n`);
  const path = `${folder.path}:${Deno.env.get("PATH")}`;
  const { stdout } = await ranModule(join(folder.path, "main.ts"), [], { env: { ...env, PATH: path } });
  return stdout + await Deno.readTextFile(`${folder.path}/calls`).catch(() => "");
}

const WITH_BUN = 'const compiler = await chooseCompiler("bun", "");\nconsole.log(compiler.name, compiler.version);\n';

Deno.test({
  name: "chooseCompiler() has Bun read no settings of the folder that a file is started in, and start fast",
  ignore: without("sh"),
  async fn() {
    const output = await choose(`${WITH_BUN}await compiler.compile(TARGETS["linux-arm64"], "in.js", "out");`);
    const [version, ...calls] = output.trimEnd().split("\n");
    assertEquals(version, "bun 9.9.9");
    assertEquals(
      calls.at(-1),
      "build --compile --minify --format=esm --bytecode --no-compile-autoload-dotenv --no-compile-autoload-bunfig " +
        "--target=bun-linux-arm64 in.js --outfile out",
    );
  },
});

Deno.test({
  name: "chooseCompiler() spares the file for Windows, which is the largest, what makes Bun's files start fast",
  ignore: without("sh"),
  async fn() {
    const output = await choose(`${WITH_BUN}await compiler.compile(TARGETS["windows-x64"], "in.js", "out");`);
    assertMatch(output, /--target=bun-windows-x64-baseline in\.js/);
    assert(!output.includes("--bytecode"), output);
  },
});

Deno.test("chooseCompiler() rejects Bun for a release, and chooses Deno by default", async () => {
  const release = { TONEARM_REGISTRY: "jsr" };
  assertEquals(await choose(WITH_BUN, release), "Cannot compile a release with Bun: its files know no permissions\n");
  const output = await choose('console.log((await chooseCompiler(undefined, "")).name);', release);
  assertEquals(output, "deno\n");
});
