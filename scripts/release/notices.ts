/**
 * The bundled packages of the npm package and the single files, with their licences.
 *
 * `deno task notices` writes `NOTICES.md`; with `--check`, it checks that the file is up to date. A licence that isn't
 * listed below is an error, which needs a decision.
 *
 * @module
 */
import { chooseConfig, lockOption } from "../deno.ts";
import type { Work } from "./notices/bill.ts";

const ROOT = new URL("../../", import.meta.url);
const PATH = "NOTICES.md";

/** Licences that permit this use. */
const ALLOWED: ReadonlySet<string> = new Set(["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0"]);

const BSD =
  `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:
1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following
   disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
   disclaimer in the documentation and/or other materials provided with the distribution.

THIS SOFTWARE IS PROVIDED BY THE AUTHOR AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT
NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO
EVENT SHALL THE AUTHOR OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR
CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR
PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE
POSSIBILITY OF SUCH DAMAGE.`;

/** Third-party works inside packages, compiled to WebAssembly, which the packages' manifests don't name. */
const INSIDE: Readonly<Record<string, { readonly works: readonly Work[]; readonly text: string }>> = {
  "wasm-media-encoders": {
    works: [
      { name: "LAME", license: "LGPL-2.0-or-later", url: "https://lame.sourceforge.io" },
      { name: "libogg", license: "BSD-3-Clause", url: "https://xiph.org/ogg" },
      { name: "libvorbis", license: "BSD-3-Clause", url: "https://xiph.org/vorbis" },
    ],
    text: "Holds LAME (LGPL-2.0-or-later, https://lame.sourceforge.io), libogg and libvorbis (BSD-3-Clause, " +
      "https://xiph.org), compiled to WebAssembly. How: https://github.com/arseneyr/wasm-media-encoders.",
  },
  "jq-wasm": {
    works: [
      { name: "jq", license: "MIT", url: "https://jqlang.org" },
      { name: "oniguruma", license: "BSD-2-Clause", url: "https://github.com/kkos/oniguruma" },
    ],
    text:
      `Holds jq (MIT, https://jqlang.org, Copyright (C) 2012 Stephen Dolan) with its decNumber (ICU, Copyright (c) ` +
      `1995-2005\nInternational Business Machines Corporation and others), and Oniguruma, compiled to WebAssembly:` +
      `\n\nOniguruma LICENSE\nCopyright (c) 2002-2021  K.Kosako  <kkosako0@gmail.com>\nAll rights reserved.\n\n${BSD}`,
  },
  "mpg123-decoder": {
    works: [{ name: "libmpg123", license: "LGPL-2.1-only", url: "https://mpg123.org" }],
    text: "Holds libmpg123 (LGPL-2.1-only, https://mpg123.org), compiled to WebAssembly. How: " +
      "https://github.com/eshaz/wasm-audio-decoders.",
  },
};

/** Packages of JSR by their scope. They bring no manifest with a licence. */
const SCOPES: Readonly<Record<string, string>> = {
  "@cliffy": "Copyright (c) 2020-2025 Benjamin Fischer <c4spar@gmx.de>",
  "@std": "Copyright 2018-2026 the Deno authors.",
};

/** The text of the MIT licence, below its copyright line. */
export const MIT =
  `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** A package of this project that imports others. */
interface Place {
  readonly folder: string;
  readonly entry: string;
}

const SANDBOX: Place = { folder: "sandbox", entry: "sandbox/mod.ts" };
const PROGRAM: Place = { folder: "cli", entry: "cli/main.ts" };

interface Package {
  readonly name: string;
  readonly version: string;
  readonly localPath: string;
  /** What it needs, by name and version. */
  readonly dependencies: readonly string[];
}

/** The output of `deno info`. With a lock file, it lists all locked packages. */
interface Graph {
  readonly modules: readonly { readonly kind: string; readonly npmPackage?: string }[];
  readonly npmPackages: Readonly<Record<string, Package>>;
}

/** A package in the notices. */
export interface Notice {
  readonly name: string;
  /** Its SPDX expression; `undefined` if it has none. */
  readonly license: string | undefined;
  /** Third-party works that were compiled into it. */
  readonly works?: readonly Work[] | undefined;
  readonly text: string;
}

/** Renders the notices. Throws if a licence isn't allowed. */
export function render(notices: readonly Notice[]): string {
  const wrong = notices.filter(({ license }) => !ALLOWED.has(license ?? ""));
  if (wrong.length > 0) {
    throw new Error(`No decision yet on ${wrong.map(({ name, license }) => `${name} (${license})`).join(", ")}`);
  }
  const sorted = notices.toSorted((a, b) => a.name < b.name ? -1 : 1);
  const rows = sorted.map(({ name, license, works = [] }) => {
    const all = new Set([license, ...works.map((work) => work.license)]);
    return `| ${name} | ${[...all].join(", ")} |\n`;
  }).join("");
  const parts = sorted.map(({ name, text }) => `## ${name}\n\n\`\`\`text\n${text}\n\`\`\`\n`);
  return `# What is bundled\n\nThe library holds no work of others. The sandbox and the command line, as the npm packages and ` +
    `the single files bring them,\nhold these.\n\n| package | licence |\n| --- | --- |\n${rows}\n${parts.join("\n")}`;
}

type Packages = Map<string, Package>;

/** The notices of everything that the sandbox and the command line import. Further arguments are for `deno info`. */
export async function notices(config: string, ...options: readonly string[]): Promise<string> {
  return render(await allNotices(config, ...options));
}

/** The same, one by one. */
export async function allNotices(config: string, ...options: readonly string[]): Promise<readonly Notice[]> {
  const found = await Promise.all([SANDBOX, PROGRAM].map(({ entry }) => packagesOf(entry, config, options)));
  return await collect(new Map(found.flatMap((packages) => [...packages])), [SANDBOX, PROGRAM]);
}

/** The notices of the sandbox's npm package, which depends on npm packages instead of bundling them. */
export async function sandboxNotices(): Promise<string> {
  return render(await collect(new Map(), [SANDBOX]));
}

/** The notices of the program's npm package, without the sandbox's imports. */
export async function programNotices(config: string): Promise<string> {
  const [own, others] = await Promise.all(
    [PROGRAM, SANDBOX].map(({ entry }) => packagesOf(entry, config, [lockOption()])),
  );
  return render(await collect(new Map([...own ?? []].filter(([id]) => !others?.has(id))), [PROGRAM]));
}

async function collect(packages: Packages, places: readonly Place[]): Promise<readonly Notice[]> {
  return [...await Promise.all([...packages].map(noticeOf)), ...await scopes(places)];
}

/** The npm packages that a module imports, directly or indirectly. */
async function packagesOf(entry: string, config: string, options: readonly string[]): Promise<Packages> {
  const packages: Packages = new Map();
  const { modules, npmPackages } = await graphOf(entry, ["--config", config, ...options]);
  const wanted = modules.flatMap(({ kind, npmPackage }) => kind === "npm" && npmPackage ? [npmPackage] : []);
  // The loop also visits entries that it adds.
  for (const id of wanted) {
    const found = npmPackages[id];
    if (!found || packages.has(`${found.name}@${found.version}`)) continue;
    packages.set(`${found.name}@${found.version}`, found);
    wanted.push(...found.dependencies);
  }
  return packages;
}

async function graphOf(entry: string, options: readonly string[]): Promise<Graph> {
  const args = ["info", "--json", ...options, entry];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stderr: "null" }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

async function noticeOf([id, { name, localPath }]: [string, Package]): Promise<Notice> {
  const { license, author } = JSON.parse(await Deno.readTextFile(`${localPath}/package.json`));
  const { works, text: before } = INSIDE[name] ?? {};
  const holder = typeof author === "string" ? author : author?.name;
  const own = await fileOf(localPath) ?? `Copyright (c) ${holder ?? name}\n\n${MIT}`;
  return { name: id, license, works, text: before ? `${before}\n\n${own}` : own };
}

/** The licence text of a package. */
async function fileOf(folder: string): Promise<string | undefined> {
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile && /^licen[cs]e/i.test(name)) {
      return (await Deno.readTextFile(`${folder}/${name}`)).replaceAll("\r", "").replace(/[ \t]+$/gm, "").trim();
    }
  }
}

/** The JSR scopes that packages import from; each has to be known. */
async function scopes(places: readonly Place[]): Promise<Notice[]> {
  const found = new Set<string>();
  for (const { folder } of places) {
    const { imports }: { imports: Record<string, string> } = JSON.parse(
      await Deno.readTextFile(new URL(`${folder}/deno.json`, ROOT)),
    );
    for (const target of Object.values(imports)) {
      if (target.startsWith("jsr:")) found.add(target.slice(4).split("/")[0] ?? "");
    }
  }
  return [...found].map((scope) => {
    const copyright = SCOPES[scope];
    return { name: `${scope} (JSR)`, license: copyright && "MIT", text: `${copyright}\n\n${MIT}` };
  });
}

/**
 * Whether the file is up to date. With JSR's own packages, the list differs from that with stand-ins, so only the
 * licences are checked.
 */
async function isTrue(config: string): Promise<boolean> {
  const text = await notices(config);
  return !config.includes("linked") || text === await Deno.readTextFile(new URL(PATH, ROOT));
}

if (import.meta.main) {
  const config = await chooseConfig();
  if (!Deno.args.includes("--check")) await Deno.writeTextFile(new URL(PATH, ROOT), await notices(config));
  else if (!await isTrue(config)) {
    console.error(`${PATH} is out of date: run \`deno task notices\``);
    Deno.exit(1);
  }
}
