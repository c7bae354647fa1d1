// What the notices and the archive of sources say about the works under the LGPL in single files.
import { REPOSITORY } from "../../project.ts";

/** The name of the archive of sources on a release's page. */
export const SOURCES_ARCHIVE = "lgpl-sources.tar.gz";

/**
 * Says where the sources of the works are, and how to replace one in the program, as the LGPL permits.
 *
 * @param version The release.
 */
export function relinking(version: string): string {
  return `# Works under the LGPL

The single files hold LAME (LGPL-2.0-or-later, in wasm-media-encoders), and libmpg123 (LGPL-2.1-only, in mpg123-decoder),
each as WebAssembly. The texts of the licences are in LGPL-2.0.txt and LGPL-2.1.txt. The complete sources of both, with what
builds the two packages from them, are a file of the same release:

    ${REPOSITORY}/releases/download/v${version}/${SOURCES_ARCHIVE}

The program's own source is under the MIT licence, at

    ${REPOSITORY}/tree/v${version}

To put another version of one of the two works into the program:

1. Change it in the sources, and build its package as the README.md there says.
2. In \`deno.json\` of the program's source, replace the package's \`npm:\` address by the path of the module that you built,
   such as \`./built/index.js\`, in each place. What the package itself imports is added to "imports".
3. Run \`deno task lock\` and \`deno task build compile\`.

Nothing keeps the program from running what you changed, and you may take it apart to find faults in your changes.
`;
}
