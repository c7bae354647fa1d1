/**
 * The complete sources of the works under the LGPL that single files hold. Each release has them as an archive, so that
 * the sources are available in the same place as the files (LGPL 2.1, 6d; LGPL 2.0, 6c), without a written offer.
 *
 * `deno task release sources` writes `dist/lgpl-sources.tar.gz` from the commits that the packages were built from. Git
 * verifies every object, so a commit's name is a checksum of its content.
 */
import { packFolder } from "../compile/archive.ts";
import { run } from "../compile/compilers.ts";
import { currentVersion } from "../../project.ts";
import { relinking, SOURCES_ARCHIVE } from "./relinking.ts";

/** The licences of the works, beside this module. */
const LICENCES: readonly string[] = ["LGPL-2.0.txt", "LGPL-2.1.txt"];

/** A package that contains a work under the LGPL, and its source. */
export interface Source {
  /** The package, with the version that was built from this source. */
  readonly package: string;
  readonly repository: string;
  readonly commit: string;
  /** The files of the repository that build the package, as git patterns. */
  readonly paths: readonly string[];
  /** The work itself, a submodule of the repository. */
  readonly work: { readonly path: string; readonly repository: string };
}

/** Every package under the LGPL in the single files. */
export const SOURCES: readonly Source[] = [
  {
    // Its `gitHead` on npm.
    package: "wasm-media-encoders@0.7.0",
    repository: "https://github.com/arseneyr/wasm-media-encoders.git",
    commit: "4a45333baadbab312d1cc0911151dfad23157c51",
    paths: [".", ...[".vscode", ".yarn/cache", ".yarn/sdks", "src/__tests__"].map((path) => `:(exclude)${path}`)],
    work: { path: "src/wasm/lame/lame-src", repository: "https://github.com/arseneyr/lame.git" },
  },
  {
    // The tag mpg123-decoder/1.0.2. The files in `dist/` and `src/` are those of the package on npm, byte for byte.
    package: "mpg123-decoder@1.0.2",
    repository: "https://github.com/eshaz/wasm-audio-decoders.git",
    commit: "061507ead28c8929147949908c087718f4611232",
    paths: ["README.md", "Makefile", ":(glob)*.js*", "decoder-npm-install.sh", "src/common", "src/mpg123-decoder"],
    work: { path: "modules/mpg123", repository: "https://github.com/madebr/mpg123.git" },
  },
];

/**
 * Refuses packages under the LGPL whose source is unknown.
 *
 * @param packages The packages, as `name@version`.
 * @param sources The known sources.
 */
export function requireSources(packages: readonly string[], sources: readonly Source[] = SOURCES): void {
  const missing = packages.filter((name) => !sources.some((source) => source.package === name));
  if (missing.length > 0) {
    throw new Error(
      `Cannot give out ${missing.join(", ")}: scripts/build/notices/sources.ts has no source of this version`,
    );
  }
}

/**
 * Packs the sources, reproducibly.
 *
 * @param path The archive to write.
 * @param release The version of the release that it belongs to.
 * @param sources What to pack.
 */
export async function packSources(path: string, release: string, sources: readonly Source[] = SOURCES): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-sources-" });
  try {
    for (const source of sources) await unpack(source, `${folder}/${source.package}`);
    await Deno.writeTextFile(`${folder}/README.md`, `${relinking(release)}\n${table(sources)}`);
    for (const name of LICENCES) await Deno.copyFile(new URL(name, import.meta.url), `${folder}/${name}`);
    await packFolder(folder, ["README.md", ...LICENCES, ...sources.map((source) => source.package)], path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Describes the folders. */
function table(sources: readonly Source[]): string {
  const rows = sources.map(({ package: name, repository, commit, work }) =>
    `| ${name} | ${repository} at ${commit} | ${work.path}, from ${work.repository} |\n`
  );
  return `| package, and folder | built from | the work |\n| --- | --- | --- |\n${rows.join("")}`;
}

async function unpack({ repository, commit, paths, work }: Source, folder: string): Promise<void> {
  await using outer = await history(repository, commit);
  await outer.write(paths, folder);
  await using inner = await history(work.repository, await outer.commitOf(work.path));
  await inner.write(["."], `${folder}/${work.path}`);
}

/** A fetched commit, until it's disposed. */
interface History extends AsyncDisposable {
  /** Writes its files. */
  write(paths: readonly string[], folder: string): Promise<void>;
  /** The commit of a submodule. */
  commitOf(path: string): Promise<string>;
}

async function history(repository: string, commit: string): Promise<History> {
  const place = await Deno.makeTempDir({ prefix: "tonearm-history-" });
  const git = (...args: readonly string[]) => run("git", ["-C", place, ...args]);
  const remove = () => Deno.remove(place, { recursive: true });
  try {
    await git("init", "-q");
    await git("remote", "add", "origin", repository);
    // Fetches only the files that are checked out.
    await git("fetch", "-q", "--depth=1", "--filter=blob:none", "origin", commit);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    async write(paths, folder) {
      await Deno.mkdir(folder, { recursive: true });
      await git(`--work-tree=${folder}`, "checkout", "-q", commit, "--", ...paths);
    },
    commitOf: async (path) => (await git("rev-parse", `${commit}:${path}`)).trim(),
    [Symbol.asyncDispose]: remove,
  };
}

if (import.meta.main) {
  Deno.chdir(new URL("../../../", import.meta.url));
  await Deno.mkdir("dist", { recursive: true });
  await packSources(`dist/${SOURCES_ARCHIVE}`, await currentVersion());
}
