// Archives of single files with their licences. They are reproducible.
import { zipSync } from "fflate";
import { writeManPages } from "../../docs/reference/man.ts";
import { run } from "./compilers.ts";

/** The files of every archive besides the program. */
const BESIDE: Readonly<Record<string, string>> = {
  LICENSE: "LICENSE",
  "LGPL-2.0.txt": "scripts/build/notices/LGPL-2.0.txt",
  "LGPL-2.1.txt": "scripts/build/notices/LGPL-2.1.txt",
};
/** The earliest time that zip can express, in the local time zone. */
const FIXED = new Date(1980, 0, 1);

/** The name of a platform's archive. Windows can unpack zip, and its package managers expect it. */
function archiveName(target: string): string {
  return `tonearm-${target}.${target.startsWith("windows") ? "zip" : "tar.gz"}`;
}

/**
 * Packs a program.
 *
 * @param target The platform.
 * @param program Path of the program.
 * @param notices Path of its notices.
 * @param out Folder of the archive.
 * @returns Its name.
 */
export async function pack(target: string, program: string, notices: string, out: string): Promise<string> {
  const isZip = target.startsWith("windows");
  // Windows has no `man`.
  const pages = isZip ? {} : await manual(`${out}/man`);
  const files = { [isZip ? "tonearm.exe" : "tonearm"]: program, "NOTICES.md": notices, ...BESIDE, ...pages };
  const name = archiveName(target);
  await (isZip ? zip : tar)(files, `${out}/${name}`);
  return name;
}

/** The manual pages by their paths in an archive. */
async function manual(folder: string): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await writeManPages(folder)).map((page) => [`man/${page}`, `${folder}/${page}`]));
}

async function zip(files: Readonly<Record<string, string>>, path: string): Promise<void> {
  const names = Object.keys(files).toSorted();
  const contents = await Promise.all(names.map((name) => Deno.readFile(files[name]!)));
  const entries = Object.fromEntries(names.map((name, index) => [name, contents[index]!]));
  await Deno.writeFile(path, zipSync(entries, { level: 9, mtime: FIXED }));
}

async function tar(files: Readonly<Record<string, string>>, path: string): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-archive-" });
  try {
    await Deno.mkdir(`${folder}/man`);
    for (const [name, from] of Object.entries(files)) await Deno.copyFile(from, `${folder}/${name}`);
    await packFolder(folder, Object.keys(files).toSorted(), path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Packs files and folders of a folder, reproducibly.
 *
 * @param folder The folder.
 * @param names The files and folders to pack.
 * @param path The archive to write.
 */
export async function packFolder(folder: string, names: readonly string[], path: string): Promise<void> {
  const fixed = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"];
  await run("tar", ["-c", "-f", path, "--use-compress-program", "gzip -n9", ...fixed, "-C", folder, ...names]);
}
