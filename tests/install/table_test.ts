import { assert, assertEquals } from "@std/assert";
import { REPOSITORY } from "../../scripts/project.ts";
import { recipes } from "../../scripts/release/recipes.ts";
import { readRelease } from "../../scripts/release/recipes/release.ts";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => Deno.readTextFile(new URL(path, ROOT));

/** The lines of the table of ways to install. */
async function rows(path: string): Promise<readonly string[]> {
  const lines = (await read(path)).split("\n");
  const start = lines.findIndex((line) => /^\| With +\| Install or run/.test(line));
  assert(start >= 0, path);
  return lines.slice(start, lines.findIndex((line, index) => index > start && !line.startsWith("|")));
}

Deno.test("README.md and docs/installing.md have the same table of ways to install", async () => {
  const table = await rows("README.md");
  assertEquals(await rows("docs/installing.md"), table);
  const ways = table.slice(2).map((line) => line.split("|")[1]?.trim());
  const all = ["Linux, macOS", "Windows", "Homebrew", "Scoop", "winget", "Arch Linux", "npm", "Bun", "Deno", "Docker"];
  assertEquals(ways, all);
});

Deno.test("README.md: the table names scripts of the project's releases, and existing recipes", async () => {
  const table = (await rows("README.md")).join("\n");
  for (const script of ["install.sh", "install.ps1"]) {
    assert(table.includes(`${REPOSITORY}/releases/latest/download/${script}`), script);
    assert((await Deno.stat(new URL(`install/${script}`, ROOT))).isFile);
  }
  const sums = ["linux-x64.tar.gz", "linux-arm64.tar.gz", "macos-x64.tar.gz", "macos-arm64.tar.gz", "windows-x64.zip"];
  const release = readRelease("1.2.3", sums.map((name) => `${"a".repeat(64)}  tonearm-${name}\n`).join(""));
  const written = Object.keys(recipes(release)).join("\n");
  for (const recipe of ["tonearm.rb", "tonearm.json", "winget", "PKGBUILD"]) {
    assert(table.includes(recipe) && written.includes(recipe), recipe);
  }
});

Deno.test("README.md's badges link to the packages, and to existing workflows", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", ROOT));
  const badges = [...readme.matchAll(/^\[!\[[^\]]+\]\((\S+)\)\]\((\S+)\)$/gm)].map(([, , target = ""]) => target);
  const { name } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const place = REPOSITORY.replace("https://", "");
  assertEquals(badges, [
    `https://jsr.io/${name}`,
    `https://www.npmjs.com/package/${name}`,
    `${REPOSITORY}/actions/workflows/test.yml`,
    `https://scorecard.dev/viewer/?uri=${place}`,
  ]);
  for (const workflow of ["test", "scorecard"]) {
    assert((await Deno.stat(new URL(`.github/workflows/${workflow}.yml`, ROOT))).isFile);
  }
});
