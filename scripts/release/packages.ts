/**
 * Builds the packages for Debian and Fedora, `dist/*.deb` and `dist/*.rpm`, from the archives for Linux, with the tools of
 * the two systems. The bytes depend only on the archives and the version.
 *
 * `deno task release packages [folder of the archives]`
 */
import { fileURLToPath } from "node:url";
import { currentVersion, REPOSITORY } from "../project.ts";
import { ran } from "../ran.ts";
import { SUMMARY } from "./recipes/release.ts";

/** The archives' processors, as the two systems name them. */
const PROCESSORS = { x64: ["amd64", "x86_64"], arm64: ["arm64", "aarch64"] } as const;
type Processor = keyof typeof PROCESSORS;
const MAINTAINER = `the maintainers of tonearm <${REPOSITORY}/issues>`;
const ABOUT = "tonearm is a program for the terminal. SoundCloud neither makes nor endorses it.";
/** No time of the build, no name of the machine, no language, no rights of the user's: the same bytes for everyone. */
const FIXED = { SOURCE_DATE_EPOCH: "0", TZ: "UTC", LC_ALL: "C", LANG: "C" };

async function run(command: string, ...args: string[]): Promise<void> {
  const { success, stdout, stderr } = await ran(command, args, { env: FIXED });
  if (!success) throw new Error(`${command} failed: ${stdout}${stderr}`);
}

/** Unpacks an archive, and places its files where a system has them. */
async function place(archive: string, root: string): Promise<void> {
  const files = `${root}/unpacked`;
  await Deno.mkdir(files, { recursive: true });
  await run("tar", "-xzf", archive, "-C", files);
  const tree = `${root}/tree`;
  await run("install", "-Dm755", `${files}/tonearm`, `${tree}/usr/bin/tonearm`);
  const [documents, pages] = [`${tree}/usr/share/doc/tonearm`, `${tree}/usr/share/man/man1`];
  await run("install", "-Dm644", `${files}/LICENSE`, `${documents}/copyright`);
  for (const name of ["NOTICES.md", "LGPL-2.0.txt", "LGPL-2.1.txt"]) {
    await run("install", "-Dm644", `${files}/${name}`, `${documents}/${name}`);
  }
  for await (const { name } of Deno.readDir(`${files}/man`)) {
    await run("install", "-Dm644", `${files}/man/${name}`, `${pages}/${name}`);
    await run("gzip", "-n9", `${pages}/${name}`);
  }
  await run("find", tree, "-exec", "touch", "-h", "-d", "@0", "{}", "+");
  await run("find", tree, "-type", "d", "-exec", "chmod", "755", "{}", "+");
}

/** A version as both systems sort it: a prerelease comes before its release. */
function sorted(version: string): string {
  return version.replace("-", "~");
}

async function debian(version: string, processor: Processor, root: string, out: string): Promise<string> {
  const [arch] = PROCESSORS[processor];
  const control = `Package: tonearm
Version: ${sorted(version)}
Architecture: ${arch}
Maintainer: ${MAINTAINER}
Depends: libc6, libgcc-s1
Suggests: mpv
Section: sound
Priority: optional
Homepage: ${REPOSITORY}
Description: ${SUMMARY}
 ${ABOUT}
`;
  await Deno.mkdir(`${root}/tree/DEBIAN`);
  await Deno.writeTextFile(`${root}/tree/DEBIAN/control`, control);
  await run("chmod", "755", `${root}/tree/DEBIAN`);
  await run("chmod", "644", `${root}/tree/DEBIAN/control`);
  const name = `tonearm_${version}_${arch}.deb`;
  await run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", `${root}/tree`, `${out}/${name}`);
  await Deno.remove(`${root}/tree/DEBIAN`, { recursive: true });
  return name;
}

/** The settings of `rpmbuild`. */
function macros(root: string): Readonly<Record<string, string>> {
  return {
    _topdir: `${root}/rpm`,
    _rpmdir: `${root}/rpm/made`,
    _dbpath: `${root}/database`,
    _buildhost: "localhost",
    use_source_date_epoch_as_buildtime: "1",
    clamp_mtime_to_source_date_epoch: "1",
    // What was compiled stands behind the runtime, where strip would cut it off.
    __os_install_post: "%{nil}",
    debug_package: "%{nil}",
    _build_id_links: "none",
    _binary_payload: "w19.xzdio",
  };
}

async function fedora(version: string, processor: Processor, root: string, out: string): Promise<string> {
  const [, arch] = PROCESSORS[processor];
  const found = await Array.fromAsync(Deno.readDir(`${root}/tree/usr/share/man/man1`));
  const pages = found.map(({ name }) => `/usr/share/man/man1/${name}`).sort();
  const spec = `Name: tonearm
Version: ${sorted(version)}
Release: 1
Summary: ${SUMMARY}
License: MIT AND LGPL-2.0-or-later AND LGPL-2.1-only
URL: ${REPOSITORY}
Requires: glibc, libgcc
Suggests: mpv
AutoReqProv: no
%description
${ABOUT}
%install
cp -a "${root}/tree/." "%{buildroot}/"
%files
%defattr(-, root, root, -)
%attr(755, root, root) /usr/bin/tonearm
/usr/share/doc/tonearm
${pages.join("\n")}
`;
  await Deno.writeTextFile(`${root}/tonearm.spec`, spec);
  const defined = Object.entries(macros(root)).flatMap(([name, value]) => ["--define", `${name} ${value}`]);
  await run("rpmbuild", "-bb", "--quiet", "--target", `${arch}-linux`, ...defined, `${root}/tonearm.spec`);
  const name = `tonearm-${version}.${arch}.rpm`;
  await Deno.copyFile(`${root}/rpm/made/${arch}/tonearm-${sorted(version)}-1.${arch}.rpm`, `${out}/${name}`);
  return name;
}

/**
 * Builds the packages of a version.
 *
 * @param version The version.
 * @param archives Folder of the archives, to which the packages are written.
 * @returns Their names.
 */
export async function packages(version: string, archives: string): Promise<string[]> {
  const names: string[] = [];
  for (const processor of Object.keys(PROCESSORS) as Processor[]) {
    const root = await Deno.makeTempDir({ prefix: "tonearm-package-" });
    try {
      await place(`${archives}/tonearm-linux-${processor}.tar.gz`, root);
      names.push(await debian(version, processor, root, archives), await fedora(version, processor, root, archives));
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  }
  return names;
}

if (import.meta.main) {
  const folder = Deno.args[0] ?? fileURLToPath(new URL("../../dist", import.meta.url));
  for (const name of await packages(await currentVersion(), folder)) console.log(`${folder}/${name}`);
}
