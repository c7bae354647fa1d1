// The runtime that the compilers embed in a single file, with its licences.
import { relinking } from "./relinking.ts";

/** A compiler of single files. */
export type CompilerName = "deno" | "bun";

/** The text of a licence, below its copyright line. */
export function licenceText(name: "BSD-2-Clause" | "MIT" | "V8"): string {
  return Deno.readTextFileSync(new URL(`${name}.txt`, import.meta.url)).trimEnd();
}

/** The components of each runtime, and what their licences require. */
const RUNTIMES: Readonly<Record<CompilerName, (version: string) => string>> = {
  deno: (version) =>
    `Deno ${version} (MIT, https://github.com/denoland/deno) with V8 (BSD-3-Clause, https://v8.dev).

\`\`\`text
Copyright 2018-2026 the Deno authors

${licenceText("MIT")}
\`\`\`

\`\`\`text
${licenceText("V8")}
\`\`\`

Deno is linked with crates under permissive licences, SQLite (public domain) and ICU (Unicode-3.0). Its Cargo.lock lists
them: https://github.com/denoland/deno/blob/v${version}/Cargo.lock.`,
  bun: (version) =>
    `Bun ${version} (MIT, https://github.com/oven-sh/bun) with JavaScriptCore (LGPL-2.0).

\`\`\`text
Copyright (c) Oven

${licenceText("MIT")}
\`\`\`

Bun is linked with JavaScriptCore and WebCore files of WebKit (LGPL-2.0-only, the text is in LGPL-2.0.txt) and with tinycc
(LGPL-2.1, LGPL-2.1.txt); with ICU, SQLite, BoringSSL, zstd, libarchive and others under permissive licences. The whole
list, and how to link Bun with another JavaScriptCore: https://github.com/oven-sh/bun/blob/bun-v${version}/LICENSE.md.
A file compiled by Bun is never part of a release.`,
};

/** The part of the notices that is true of a single file of a release alone: its runtime has a version, too. */
export function fileNotices(compiler: CompilerName, runtime: string, release: string): string {
  return `${relinking(release)}\n# The runtime\n\n${RUNTIMES[compiler](runtime)}\n`;
}
