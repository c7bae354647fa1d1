import process from "node:process";
import { BUILD, VERSION } from "./version.ts";

const BUILDS: Readonly<Record<typeof BUILD, string>> = {
  source: "from source",
  npm: "for npm",
  "file:deno": "as one file, by deno compile",
  "file:bun": "as one file, by Bun instead of deno compile: not an official build; it obeys BUN_OPTIONS and BUN_BE_BUN",
};
/** The runtimes, each with its engine. Deno and Bun also report a version of Node. */
const RUNTIMES = [["deno", "v8"], ["bun", "webkit"], ["node", "v8"]] as const;

export function shortVersion(): string {
  return `tonearm ${VERSION}\n`;
}

function longVersion(): string {
  const { versions, platform, arch } = process;
  const [runtime, engine] = RUNTIMES.find(([name]) => versions[name] !== undefined) ?? ["node", "v8"];
  const lines = [
    ["built", BUILDS[BUILD]],
    ["runtime", `${runtime} ${versions[runtime]}, ${engine} ${versions[engine]}`],
    ["system", `${platform} ${arch}`],
  ];
  return `${shortVersion()}${lines.map(([name = "", text]) => `${name.padEnd(8)} ${text}\n`).join("")}`;
}

export function versionAskedFor(argv: readonly string[]): string | undefined {
  const isVersion = (word: string) => word === "--version" || word === "-V";
  const isVerbose = (word: string) => word === "--verbose" || word === "-v";
  if (!argv.some(isVersion) || !argv.every((word) => isVersion(word) || isVerbose(word))) return undefined;
  return argv.some(isVerbose) ? longVersion() : shortVersion();
}
