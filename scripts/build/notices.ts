/**
 * The third-party packages in what is published, with their licences. All notices are made from the modules of a bundle:
 * those of each npm package when it's built, those of a single file when it's compiled.
 *
 * `deno task build notices` bundles the program and writes `NOTICES.md`; with `--check`, it checks that the file is up to
 * date. A licence that isn't listed below is an error, which needs a decision.
 */
import { bundle } from "./npm/bundle.ts";
import { chooseConfig } from "../deno.ts";
import type { Work } from "./notices/bill.ts";
import { type Inside, nameInNotices, packagesIn } from "./notices/inside.ts";
import { licenceText } from "./notices/runtimes.ts";

const ROOT = new URL("../../", import.meta.url);
const PATH = "NOTICES.md";

/** Licences that permit this use. */
const ALLOWED: ReadonlySet<string> = new Set(["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0"]);

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
      `\n\nOniguruma LICENSE\nCopyright (c) 2002-2021  K.Kosako  <kkosako0@gmail.com>\nAll rights reserved.\n\n${
        licenceText("BSD-2-Clause")
      }`,
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
  if (notices.length === 0) return "# What is bundled\n\nThis package holds no work of others.\n";
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
  return `# What is bundled\n\nThe code holds these works of others.\n\n| package | licence |\n| --- | --- |\n${rows}\n` +
    parts.join("\n");
}

/**
 * The notices of packages.
 *
 * @param packages What a bundle holds.
 * @throws {Error} When nothing says under which terms a package may be passed on.
 */
export async function noticesOf(packages: readonly Inside[]): Promise<readonly Notice[]> {
  const named = new Map(packages.map((inside) => [nameInNotices(inside), inside]));
  return await Promise.all([...named].map(([name, inside]) => noticeOf(name, inside)));
}

async function noticeOf(name: string, { registry, name: packageName, folder }: Inside): Promise<Notice> {
  if (registry === "jsr") {
    const copyright = SCOPES[packageName.split("/")[0] ?? ""];
    return { name, license: copyright && "MIT", text: `${copyright}\n\n${licenceText("MIT")}` };
  }
  const { license, author } = JSON.parse(await Deno.readTextFile(new URL(`${folder}/package.json`, ROOT)));
  const { works, text: before } = INSIDE[packageName] ?? {};
  const holder = typeof author === "string" ? author : author?.name;
  const own = await licencesIn(new URL(`${folder}/`, ROOT)) ?? withoutFile(name, license, holder ?? packageName);
  return { name, license, works, text: before ? `${before}\n\n${own}` : own };
}

/** The texts of a package's licence and of its own notices, as Apache-2.0 wants them. */
async function licencesIn(folder: URL): Promise<string | undefined> {
  const names = (await Array.fromAsync(Deno.readDir(folder))).filter(({ isFile }) => isFile).map(({ name }) => name);
  const wanted = [/^licen[cs]e/i, /^notice/i].flatMap((pattern) =>
    names.toSorted().find((name) => pattern.test(name)) ?? []
  );
  const texts = await Promise.all(wanted.map((name) => Deno.readTextFile(new URL(name, folder))));
  return texts.map((text) => text.replaceAll("\r", "").replace(/[ \t]+$/gm, "").trim()).join("\n\n") || undefined;
}

function withoutFile(name: string, license: unknown, holder: string): string {
  const text = license === "Apache-2.0"
    ? "Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0"
    : licenceText("MIT");
  if (license !== "MIT" && license !== "Apache-2.0") throw new Error(`${name} (${license}) has no text of its licence`);
  return `Copyright (c) ${holder}\n\n${text}`;
}

/** The notices of the program as a single file. */
async function programNotices(config: string): Promise<string> {
  const out = await Deno.makeTempFile({ suffix: ".js" });
  try {
    await bundle(config, "--platform", "deno", "-o", out, "cli/main.ts");
    return render(await noticesOf(packagesIn(await Deno.readTextFile(out))));
  } finally {
    await Deno.remove(out);
  }
}

/**
 * Whether the file is up to date. With JSR's own packages, the list differs from that with stand-ins, so only the
 * licences are checked.
 */
async function isTrue(config: string): Promise<boolean> {
  const text = await programNotices(config);
  return !config.includes("linked") || text === await Deno.readTextFile(new URL(PATH, ROOT));
}

if (import.meta.main) {
  Deno.chdir(ROOT);
  const config = await chooseConfig();
  if (!Deno.args.includes("--check")) await Deno.writeTextFile(PATH, await programNotices(config));
  else if (!await isTrue(config)) {
    console.error(`${PATH} is out of date: run \`deno task build notices\``);
    Deno.exit(1);
  }
}
