// How this copy of the program was installed, detected from its build and its path.
import { REPOSITORY } from "./release.ts";

export interface Installation {
  readonly by: string;
  /** The command that installs the newest version; without one the program can replace its file. */
  readonly command?: string;
}

type Row = readonly [place: RegExp, by: string, command: string];

const MANAGED_FILES: readonly Row[] = [
  [/\/(Cellar|homebrew|linuxbrew)\//i, "Homebrew", "brew upgrade tonearm"],
  [/\/scoop\/apps\//i, "Scoop", "scoop update tonearm"],
  [/\/WinGet\/Packages\//i, "winget", "winget upgrade tonearm.tonearm"],
  [/^\/usr\/bin\//, "the system's package manager", `the package of ${REPOSITORY}/releases/latest`],
];
const MANAGED_MODULES: readonly Row[] = [
  [/\/_npx\//, "npx", "npx tonearm@latest"],
  [/\/bunx-[^/]*\//, "bunx", "bunx tonearm@latest"],
  [/\/\.bun\/install\/global\//, "Bun", "bun add -g tonearm@latest"],
  [/\/pnpm\/(global|5)\//, "pnpm", "pnpm add -g tonearm@latest"],
  [/\/yarn\/global\//, "yarn", "yarn global add tonearm@latest"],
  [/\/(lib|npm)\/node_modules\/tonearm\//, "npm", "npm install -g tonearm@latest"],
  [/\/node_modules\/tonearm\//, "npm, in a project", "npm install tonearm@latest"],
];

export function installationOf(
  { build, executable, module }: Readonly<Record<"build" | "executable" | "module", string>>,
): Installation {
  if (build.startsWith("file:")) return managed(MANAGED_FILES, executable) ?? { by: "a download" };
  if (build === "npm") {
    return managed(MANAGED_MODULES, module) ?? { by: "npm", command: "npm install -g tonearm@latest" };
  }
  return /^https?:/.test(module)
    // Deno installs no version that is younger than a day, unless told to.
    ? { by: "JSR", command: "deno install -gfrA --min-dep-age=0 -n tonearm jsr:@tonearm/cli" }
    : { by: "a clone", command: "git pull" };
}

function managed(rows: readonly Row[], path: string): Installation | undefined {
  const row = rows.find(([place]) => place.test(path.replaceAll("\\", "/")));
  return row && { by: row[1], command: row[2] };
}
