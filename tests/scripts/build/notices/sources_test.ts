import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { fileURLToPath } from "node:url";
import { copyTree } from "../../../../scripts/check/check_packages.ts";
import { packSources, requireSources, type Source, SOURCES } from "../../../../scripts/build/notices/sources.ts";
import { ran, without } from "../../../support/programs.ts";
import { temporaryFolder } from "../../../support/folder.ts";

const ROOT = new URL("../../../../", import.meta.url);

async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  const identity = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@a.test", GIT_COMMITTER_NAME: "a" };
  const env = { ...identity, GIT_COMMITTER_EMAIL: "a@a.test", TONEARM_DENO_CONFIG: "" };
  const { code, stdout, output } = await ran(command, args, { cwd: folder, env });
  assertEquals(code, 0, output);
  return stdout.trim();
}

/** Makes a repository with these files, and a submodule where one is named; gives its commit. */
async function repository(
  folder: string,
  files: Record<string, string>,
  submodule?: [string, string],
): Promise<string> {
  const git = (...args: string[]) => run(folder, "git", ...args);
  await Deno.mkdir(`${folder}/kept`, { recursive: true });
  await git("init", "-q");
  // What GitHub allows.
  await git("config", "uploadpack.allowFilter", "true");
  await git("config", "uploadpack.allowAnySHA1InWant", "true");
  for (const [path, text] of Object.entries(files)) await Deno.writeTextFile(`${folder}/${path}`, text);
  await git("add", ".");
  if (submodule) await git("update-index", "--add", "--cacheinfo", `160000,${submodule[1]},${submodule[0]}`);
  await git("commit", "-q", "-m", "first");
  return await git("rev-parse", "HEAD");
}

/** A package and the work in it; each has a second commit that isn't the one wanted. */
async function published(folder: string): Promise<Source> {
  const [outer, inner] = [`${folder}/outer`, `${folder}/inner`];
  const inside = await repository(inner, { "work.c": "right" });
  const commit = await repository(outer, { "Makefile": "all:", "kept/a.js": "a", "large.zip": "z" }, ["work", inside]);
  for (const [place, file] of [[inner, "work.c"], [outer, "Makefile"]] as const) {
    await Deno.writeTextFile(`${place}/${file}`, "newer");
    await run(place, "git", "commit", "-qam", "second");
  }
  const paths = [".", ":(exclude)*.zip"];
  return {
    package: "lame@1.0.0",
    repository: `file://${outer}`,
    commit,
    paths,
    work: { path: "work", repository: `file://${inner}` },
  };
}

Deno.test({
  name: "packSources() packs the commit of a package and of the work that it was built with",
  ignore: without("git"),
  async fn() {
    await using place = await temporaryFolder();
    const source = await published(place.path);
    await packSources(`${place.path}/a.tar.gz`, "1.2.3", [source]);
    await run(place.path, "tar", "-xzf", "a.tar.gz");
    const paths = await run(place.path, "tar", "-tzf", "a.tar.gz");
    assertEquals(paths.split("\n").filter((path) => !path.endsWith("/")), [
      "README.md",
      "LGPL-2.0.txt",
      "LGPL-2.1.txt",
      "lame@1.0.0/Makefile",
      "lame@1.0.0/kept/a.js",
      "lame@1.0.0/work/work.c",
    ]);
    const read = (path: string) => Deno.readTextFile(`${place.path}/${path}`);
    assertEquals([await read("lame@1.0.0/Makefile"), await read("lame@1.0.0/work/work.c")], ["all:", "right"]);
    assertMatch(await read("README.md"), new RegExp(`v1\\.2\\.3/lgpl-sources[^]*outer at ${source.commit}`));
    await packSources(`${place.path}/b.tar.gz`, "1.2.3", [source]);
    assertEquals(await Deno.readFile(`${place.path}/b.tar.gz`), await Deno.readFile(`${place.path}/a.tar.gz`));
  },
});

Deno.test({
  name: "packSources() fails if a repository lacks the commit",
  ignore: without("git"),
  async fn() {
    await using place = await temporaryFolder();
    const source = await published(place.path);
    const other = { ...source, commit: "0".repeat(39) + "1" };
    await assertRejects(() => packSources(`${place.path}/a.tar.gz`, "1.2.3", [other]), Error, "not our ref");
  },
});

Deno.test("requireSources() rejects a version without a known source", () => {
  requireSources(SOURCES.map((source) => source.package));
  assertThrows(() => requireSources(["mpg123-decoder@9.9.9"]), Error, "Cannot give out mpg123-decoder@9.9.9");
});

for (const lock of ["deno.lock", "deno.jsr.lock"]) {
  Deno.test(`${lock} has LGPL versions with known sources`, async () => {
    const { npm } = JSON.parse(await Deno.readTextFile(new URL(lock, ROOT)));
    assertEquals(SOURCES.filter((source) => !(source.package in npm)), []);
  });
}

Deno.test("release.yml: a release builds and uploads the archive of sources with the programs", async () => {
  const text = await Deno.readTextFile(new URL(".github/workflows/release.yml", ROOT));
  assertMatch(
    text,
    /run: deno task release sources\n[^]*path: "[^"]*dist\/\*\.tar\.gz[^]*gh release upload .* \.\/\*\.tar\.gz/,
  );
});

/** Where a package of npm is kept. */
async function packageFolder(name: string): Promise<string> {
  const { npmPackages } = JSON.parse(
    await run(fileURLToPath(ROOT), Deno.execPath(), "info", "--json", "--no-config", `npm:${name}`),
  );
  return npmPackages[name].localPath;
}

/** The steps that `scripts/build/notices/relinking.ts` describes. */
Deno.test({
  name: "release.yml: a changed libmpg123 can be built into the program by the steps of its notices",
  ignore: without("git"),
  async fn() {
    await using place = await temporaryFolder();
    const folder = place.path;
    await copyTree(folder);
    await run(folder, "git", "init", "-q");
    await run(folder, "cp", "-rL", await packageFolder("mpg123-decoder@1.0.2"), "built");
    await Deno.writeTextFile(`${folder}/built/src/MPEGDecoder.js`, "\nglobalThis.relinked = 'relinked';\n", {
      append: true,
    });
    const config = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
    for (const scope of Object.values<Record<string, string>>(config.scopes)) {
      if (scope["mpg123-decoder"]) scope["mpg123-decoder"] = "./built/index.js";
    }
    const { dependencies } = JSON.parse(await Deno.readTextFile(`${folder}/built/package.json`));
    for (const [name, version] of Object.entries(dependencies)) config.imports[name] = `npm:${name}@${version}`;
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
    const deno = (...args: string[]) => run(folder, Deno.execPath(), "task", "-q", ...args);
    await deno("lock");
    await deno("with", "bundle", "-q", "--platform", "deno", "-o", "program.js", "cli/main.ts");
    assertMatch(await Deno.readTextFile(`${folder}/program.js`), /globalThis\.relinked = "relinked"/);
  },
});
