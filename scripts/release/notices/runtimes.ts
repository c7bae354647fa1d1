/**
 * The runtime that the compilers embed in a single file, with its licences.
 *
 * @module
 */
import { relinking } from "./relinking.ts";

/** A compiler of single files. */
export type CompilerName = "deno" | "bun";

const V8_TEXT = `Copyright 2014, the V8 project authors. All rights reserved.
Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

    * Redistributions of source code must retain the above copyright notice, this list of conditions and the following
      disclaimer.
    * Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the
      following disclaimer in the documentation and/or other materials provided with the distribution.
    * Neither the name of Google Inc. nor the names of its contributors may be used to endorse or promote products
      derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF
THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

/** The components of each runtime, and what their licences require. */
const RUNTIMES: Readonly<Record<CompilerName, (version: string, mit: string) => string>> = {
  deno: (version, mit) =>
    `Deno ${version} (MIT, https://github.com/denoland/deno) with V8 (BSD-3-Clause, https://v8.dev).

\`\`\`text
Copyright 2018-2026 the Deno authors

${mit}
\`\`\`

\`\`\`text
${V8_TEXT}
\`\`\`

Deno is linked with crates under permissive licences, SQLite (public domain) and ICU (Unicode-3.0). Its Cargo.lock lists
them: https://github.com/denoland/deno/blob/v${version}/Cargo.lock.`,
  bun: (version, mit) =>
    `Bun ${version} (MIT, https://github.com/oven-sh/bun) with JavaScriptCore (LGPL-2.0).

\`\`\`text
Copyright (c) Oven

${mit}
\`\`\`

Bun is linked with JavaScriptCore and WebCore files of WebKit (LGPL-2.0-only, the text is in LGPL-2.0.txt) and with tinycc
(LGPL-2.1, LGPL-2.1.txt); with ICU, SQLite, BoringSSL, zstd, libarchive and others under permissive licences. The whole
list, and how to link Bun with another JavaScriptCore: https://github.com/oven-sh/bun/blob/bun-v${version}/LICENSE.md.
A file compiled by Bun is never part of a release.`,
};

/** The part of the notices that is true of a single file of a release alone: its runtime has a version, too. */
export function fileNotices(compiler: CompilerName, runtime: string, mit: string, release: string): string {
  return `${relinking(release)}\n# The runtime\n\n${RUNTIMES[compiler](runtime, mit)}\n`;
}
