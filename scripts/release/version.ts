/**
 * Sets the version everywhere, and heads the unreleased part of CHANGELOG.md with it.
 *
 * `deno task release version 1.16.0`
 */
import { currentVersion, ROOT } from "../project.ts";

/** The files that contain the version, and their patterns; `deno.json` is authoritative. */
export const PLACES: Readonly<Record<string, (version: string) => string>> = {
  "deno.json": (version) => `"version": "${version}"`,
  "cli/deno.json": (version) => `"version": "${version}"`,
  "sandbox/deno.json": (version) => `"version": "${version}"`,
  "cli/version.ts": (version) => `VERSION = "${version}"`,
  "src/transport/request.ts": (version) => `"User-Agent": "tonearm/${version}"`,
};

/**
 * Sets the version of a tree.
 *
 * @param version The version. A release takes over the changelog's part of its pre-release.
 * @param root The folder of the tree.
 * @param day The day that heads the changelog's part. Default: today.
 * @throws {RangeError} When the version is invalid, or the changelog has no unreleased changes.
 */
export async function setVersion(
  version: string,
  root: URL = ROOT,
  day: string = new Date().toISOString().slice(0, 10),
): Promise<void> {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new RangeError(`Cannot set the version: ${version} isn't one`);
  const before = await currentVersion(root);
  const changelog = new URL("CHANGELOG.md", root);
  const text = await Deno.readTextFile(changelog);
  const [heading = "", title = ""] = /^## (.+)$/m.exec(text) ?? [];
  if (title !== "Unreleased" && !title.startsWith(`${version}-`)) {
    throw new RangeError("Cannot set the version: CHANGELOG.md has no Unreleased part");
  }
  for (const [path, spelled] of Object.entries(PLACES)) {
    const url = new URL(path, root);
    const source = await Deno.readTextFile(url);
    if (!source.includes(spelled(before))) throw new Error(`Cannot set the version: ${path} doesn't say ${before}`);
    await Deno.writeTextFile(url, source.replace(spelled(before), spelled(version)));
  }
  await Deno.writeTextFile(changelog, text.replace(heading, `## ${version} - ${day}`));
}

if (import.meta.main) {
  const [version = ""] = Deno.args;
  await setVersion(version);
  console.log(
    `The version is ${version}. Commit it, tag it v${version}, and push the tag: .github/RELEASING.md says the rest.`,
  );
}
