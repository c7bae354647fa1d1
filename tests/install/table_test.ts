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

Deno.test("docs/command-line/installing.md: the table has every way to install", async () => {
  const ways = (await rows("docs/command-line/installing.md")).slice(2).map((line) => line.split("|")[1]?.trim());
  const all = [
    "Linux, macOS",
    "Windows",
    "Homebrew",
    "Scoop",
    "winget",
    "Debian, Ubuntu",
    "Fedora, openSUSE",
    "Arch Linux",
    "npm",
    "Bun",
    "Deno",
    "Docker",
  ];
  assertEquals(ways, all);
});

Deno.test("docs/command-line/installing.md: the table names scripts of the project's releases, and existing recipes", async () => {
  const table = (await rows("docs/command-line/installing.md")).join("\n");
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
