import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { parse } from "yaml";
import { fileURLToPath } from "node:url";
import { readRelease } from "../../scripts/release/recipes/release.ts";
import { recipes } from "../../scripts/release/recipes.ts";
import { pkgbuild } from "../../scripts/release/recipes/arch.ts";
import { REPOSITORY } from "../../scripts/project.ts";
import { temporaryFolder, writeFiles } from "../support/folder.ts";
import { pathOf, ran, without, writeProgram } from "../support/programs.ts";

const ROOT = new URL("../../", import.meta.url);
const ARCHIVES = [
  "linux-x64.tar.gz",
  "linux-arm64.tar.gz",
  "macos-x64.tar.gz",
  "macos-arm64.tar.gz",
  "windows-x64.zip",
];
/** A checksum of its own for each archive. */
const SUMS = Object.fromEntries(ARCHIVES.map((name, index) => [`tonearm-${name}`, `${index}a`.repeat(32)]));
const TEXT = Object.entries(SUMS).map(([name, sum]) => `${sum}  ${name}\n`).join("");
const RELEASE = readRelease("1.2.3", TEXT);
const written = recipes(RELEASE);

async function run(command: string, args: string[], cwd?: string): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout: out, stderr: err } = await ran(
    command,
    args,
    cwd === undefined ? {} : { cwd, env: { HOME: cwd } },
  );
  return { code, out, err };
}

/** Writes a recipe into a folder of its own, which anybody may read. */
async function onDisk(path: string): Promise<{ folder: string; file: string } & AsyncDisposable> {
  const name = path.replace(/.*\//, "");
  const place = await temporaryFolder({ [name]: written[path] ?? "" });
  const folder = place.path;
  await Deno.chmod(folder, 0o777);
  return { folder, file: `${folder}/${name}`, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

Deno.test("readRelease() rejects an archive that the checksums don't list", () => {
  assertThrows(() => recipes(readRelease("1.2.3", TEXT.replace(/.*zip\n/, ""))), Error, "no tonearm-windows-x64.zip");
});

Deno.test("recipes() names every archive once, with its checksum", () => {
  const everything = Object.values(written).filter((text) => !text.startsWith("pkgbase")).join("\n");
  for (const [name, sum] of Object.entries(SUMS)) {
    assertMatch(everything, new RegExp(`${REPOSITORY}/releases/download/v1\\.2\\.3/${name}[^]{0,80}${sum}`, "i"));
  }
});

Deno.test({
  name: "Ruby can read the formula for Homebrew",
  ignore: without("ruby"),
  async fn() {
    await using recipe = await onDisk("homebrew-tap/Formula/tonearm.rb");
    assertEquals((await run("ruby", ["-wc", recipe.file])).out, "Syntax OK\n");
  },
});

Deno.test("Scoop's manifest matches Scoop's schema, without unknown fields", () => {
  const manifest = JSON.parse(written["scoop-bucket/bucket/tonearm.json"] ?? "");
  const fields = ["version", "description", "homepage", "license", "architecture", "bin", "checkver", "autoupdate"];
  assertEquals(Object.keys(manifest), fields);
  assertEquals(Object.keys(manifest.architecture["64bit"]), ["url", "hash"]);
  assertMatch(manifest.architecture["64bit"].hash, /^[0-9a-f]{64}$/);
  assertMatch(manifest.autoupdate.architecture["64bit"].url, /\/v\$version\/tonearm-windows-x64\.zip$/);
});

Deno.test("recipes(): winget's files are valid YAML, consistent, and match its schemas", () => {
  const files = Object.entries(written).filter(([path]) => path.startsWith("winget/"));
  const manifests = new Map(files.map(([, text]) => parse(text)).map((manifest) => [manifest.ManifestType, manifest]));
  assertEquals([...manifests.keys()].toSorted(), ["defaultLocale", "installer", "version"]);
  for (const { PackageIdentifier, PackageVersion, ManifestVersion } of manifests.values()) {
    assertEquals(PackageIdentifier, "tonearm.tonearm");
    assertEquals(PackageVersion, "1.2.3");
    assertEquals(ManifestVersion, "1.6.0");
  }
  const [installer] = manifests.get("installer").Installers;
  assertMatch(installer.InstallerSha256, /^[0-9A-F]{64}$/);
  assertEquals(manifests.get("version").DefaultLocale, manifests.get("defaultLocale").PackageLocale);
  for (const field of ["Publisher", "PackageName", "License", "ShortDescription"]) {
    assertMatch(manifests.get("defaultLocale")[field], /^.{2,256}$/, field);
  }
});

Deno.test({
  name: "recipes(): the PKGBUILD and install.sh pass bash and shellcheck",
  ignore: without("bash", "shellcheck"),
  async fn() {
    await using recipe = await onDisk("aur/PKGBUILD");
    assertEquals(await run("bash", ["-n", recipe.file]), { code: 0, out: "", err: "" });
    assertEquals(await run("shellcheck", [recipe.file]), { code: 0, out: "", err: "" });
    assertEquals(await run("shellcheck", [fileURLToPath(new URL("install/install.sh", ROOT))]), {
      code: 0,
      out: "",
      err: "",
    });
  },
});

/** Runs makepkg, which doesn't work for root. The folders of root's PATH may be for root alone. */
function makepkg(folder: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const drop = Deno.uid() === 0 && pathOf("setpriv")
    ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    : [];
  const [command = "", ...rest] = [...drop, "env", "PATH=/usr/bin:/bin", "makepkg", ...args];
  return run(command, rest, folder);
}

Deno.test({
  name: ".SRCINFO is what makepkg generates from the PKGBUILD",
  ignore: without("makepkg", "pacman"),
  async fn() {
    await using recipe = await onDisk("aur/PKGBUILD");
    const { code, out, err } = await makepkg(recipe.folder, "--printsrcinfo");
    assertEquals(code, 0);
    assertEquals(err, "");
    assertEquals(out.trimEnd(), (written["aur/.SRCINFO"] ?? "").trimEnd());
  },
});

Deno.test({
  name: "release recipes: makepkg builds the package from the PKGBUILD, and refuses an archive with another checksum",
  ignore: without("makepkg", "pacman", "bsdtar", "fakeroot", "tar"),
  async fn() {
    await using recipe = await onDisk("aur/PKGBUILD");
    const { folder } = recipe;
    const names = ["LICENSE", "NOTICES.md", "LGPL-2.0.txt", "LGPL-2.1.txt", "man/tonearm.1"];
    await writeFiles(`${folder}/files`, Object.fromEntries(names.map((name) => [name, `${name}\n`])));
    await writeProgram(`${folder}/files/tonearm`, "#!/bin/sh\necho tonearm 1.2.3\n");
    // Downloads that are there already are not made again.
    const archive = "tonearm-1.2.3-x86_64.tar.gz";
    await run("tar", ["-czf", `${folder}/${archive}`, "-C", `${folder}/files`, "tonearm", ...names]);
    const options = ["--nodeps", "--nosign", "--noconfirm"];
    const machine = { env: `CARCH=x86_64\nPKGEXT=.pkg.tar.gz\nPACKAGER=nobody\n` };
    await Deno.writeTextFile(`${folder}/makepkg.conf`, `source /etc/makepkg.conf\n${machine.env}`);
    const build = () => makepkg(folder, "--config", `${folder}/makepkg.conf`, ...options);
    const wrong = await build();
    assertMatch(wrong.out + wrong.err, /did not pass the validity check/);
    const [sum = ""] = (await run("sha256sum", [`${folder}/${archive}`])).out.split(" ");
    await Deno.writeTextFile(
      recipe.file,
      pkgbuild(readRelease("1.2.3", TEXT.replace(SUMS["tonearm-linux-x64.tar.gz"]!, sum))),
    );
    const { code, out, err } = await build();
    assertEquals(code, 0, out + err);
    const built = `${folder}/tonearm-bin-1.2.3-1-x86_64.pkg.tar.gz`;
    const files = (await run("tar", ["-tzf", built])).out.split("\n");
    for (
      const path of ["usr/bin/tonearm", "usr/share/licenses/tonearm-bin/NOTICES.md", "usr/share/man/man1/tonearm.1.gz"]
    ) {
      assertEquals(files.includes(path), true, path);
    }
    assertEquals((await run("pacman", ["-Qip", built])).out.includes("MIT"), true);
  },
});
