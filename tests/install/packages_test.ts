import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { temporaryFolder, writeFiles } from "../support/folder.ts";
import { ran, without, writeProgram } from "../support/programs.ts";

const ROOT = new URL("../../", import.meta.url);
const { version } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));

async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, output } = await ran(command, args, { env });
  assertEquals(code, 0, `${command} ${args.join(" ")}: ${output}`);
  return stdout;
}

/** A folder with the two archives for Linux, whose program says its version. */
async function archives(below = ""): Promise<{ folder: string } & AsyncDisposable> {
  const place = await temporaryFolder();
  const folder = `${place.path}${below}`;
  const files = `${folder}/files`;
  const others = ["LICENSE", "NOTICES.md", "LGPL-2.0.txt", "LGPL-2.1.txt", "man/tonearm.1"];
  await writeFiles(files, Object.fromEntries(others.map((name) => [name, `${name}\n`])));
  await writeProgram(`${files}/tonearm`, `#!/bin/sh\necho "tonearm ${version}"\n`);
  for (const processor of ["x64", "arm64"]) {
    await run("tar", ["-czf", `${folder}/tonearm-linux-${processor}.tar.gz`, "-C", files, "tonearm", ...others]);
  }
  for (const path of [place.path, folder]) await Deno.chmod(path, 0o777);
  return { folder, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

/** Builds the packages, and returns their paths by name. */
async function build(folder: string, env: Record<string, string> = {}, ...before: string[]): Promise<string[]> {
  const script = fileURLToPath(new URL("scripts/release/packages.ts", ROOT));
  const deno = [Deno.execPath(), "run", "-q", "--no-check", "--no-config", "-A", script, folder];
  const [command = "", ...args] = [...before, ...deno];
  return (await run(command, args, env)).trim().split("\n");
}

async function sums(paths: readonly string[]): Promise<Record<string, string>> {
  const found = paths.map(async (path) => {
    const [sum = ""] = (await run("sha256sum", [path])).split(" ");
    return [path.replace(/.*\//, ""), sum];
  });
  return Object.fromEntries(await Promise.all(found));
}

const ignore = without("dpkg-deb", "rpmbuild", "tar", "setpriv");

Deno.test({
  name: "release packages: .deb and .rpm are the same bytes from another folder, user, time, umask, zone and language",
  ignore,
  async fn() {
    await using first = await archives();
    await using second = await archives("/second ünï");
    const names = [`tonearm_${version}_amd64.deb`, `tonearm-${version}.x86_64.rpm`];
    const before = await sums(await build(first.folder));
    assertEquals(Object.keys(before).slice(0, 2), names);
    for (const name of ["x64", "arm64"]) {
      const archive = `tonearm-linux-${name}.tar.gz`;
      await Deno.copyFile(`${first.folder}/${archive}`, `${second.folder}/${archive}`);
    }
    // Root builds once more as nobody, who may enter the folders of root that Deno and the checkout can be in.
    const reads = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"];
    const nobody = Deno.uid() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", ...reads] : [];
    const own = { HOME: second.folder, DENO_DIR: `${second.folder}/deno`, TMPDIR: second.folder, PATH: PATHS };
    const elsewhere = {
      ...own,
      TZ: "Pacific/Auckland",
      LANG: "tr_TR.UTF-8",
      LC_ALL: "",
      HOSTNAME: "other",
      USER: "other",
    };
    const script = 'umask 077; "$0" "$@"';
    assertEquals(await sums(await build(second.folder, elsewhere, ...nobody, "sh", "-c", script)), before);
  },
});

Deno.test({
  name: "release packages: the packages install into a root of their own, with the program, notices and manual",
  ignore,
  async fn() {
    await using made = await archives();
    const [deb = "", rpm = ""] = await build(made.folder);
    const roots = [`${made.folder}/debian`, `${made.folder}/fedora`];
    await writeFiles(`${roots[0]}/var/lib/dpkg`, { status: "", "updates/.keep": "", "info/.keep": "" });
    await run("dpkg", ["--root", roots[0]!, "--force-not-root", "--force-depends", "--install", deb], { PATH: PATHS });
    await Deno.mkdir(roots[1]!);
    await run("rpm", ["--root", roots[1]!, "--nodeps", "--ignorearch", "--install", rpm]);
    for (const root of roots) {
      assertEquals(await run(`${root}/usr/bin/tonearm`, ["--version"]), `tonearm ${version}\n`);
      assertEquals(await Deno.readTextFile(`${root}/usr/share/doc/tonearm/NOTICES.md`), "NOTICES.md\n");
      assertEquals(await run("zcat", [`${root}/usr/share/man/man1/tonearm.1.gz`]), "man/tonearm.1\n");
    }
    assertMatch(await run("dpkg-deb", ["--field", deb]), /^Depends: libc6, libgcc-s1$/m);
    const query = ["-qp", "--dbpath", `${made.folder}/database`];
    assertMatch(await run("rpm", [...query, "--requires", rpm]), /^libgcc$/m);
    const owners = await run("rpm", [...query, "--queryformat", "[%{FILEUSERNAME} ]", rpm]);
    assertMatch(owners, /^(root )+$/);
  },
});

/** With the system's folders: `dpkg` needs the administrator's, and a build as nobody can't enter all of PATH. */
const PATHS = `${Deno.env.get("PATH")}:/usr/sbin:/usr/bin:/sbin:/bin`;
