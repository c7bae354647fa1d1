/**
 * Writes the recipes of package managers for a release, in `dist/recipes/`, from its checksums.
 *
 * `deno task release recipes [dist/SHA256SUMS]`
 */
import { dirname } from "node:path";
import { pkgbuild, srcinfo } from "./recipes/arch.ts";
import { formula } from "./recipes/homebrew.ts";
import { readRelease, type Release } from "./recipes/release.ts";
import { scoopManifest, wingetManifests } from "./recipes/windows.ts";
import { currentVersion } from "../project.ts";

const OUT = "dist/recipes";

/** Every recipe, by its path. `homebrew-tap`, `scoop-bucket` and `aur` are the contents of a repository each. */
export function recipes(release: Release): Readonly<Record<string, string>> {
  const winget = Object.entries(wingetManifests(release)).map(([name, text]) => [`winget/${name}`, text]);
  return {
    "homebrew-tap/Formula/tonearm.rb": formula(release),
    "scoop-bucket/bucket/tonearm.json": scoopManifest(release),
    "aur/PKGBUILD": pkgbuild(release),
    "aur/.SRCINFO": srcinfo(release),
    ...Object.fromEntries(winget),
  };
}

if (import.meta.main) {
  const [sums = "dist/SHA256SUMS"] = Deno.args;
  const release = readRelease(await currentVersion(), await Deno.readTextFile(sums));
  for (const [path, text] of Object.entries(recipes(release))) {
    await Deno.mkdir(dirname(`${OUT}/${path}`), { recursive: true });
    await Deno.writeTextFile(`${OUT}/${path}`, text);
    console.log(`${OUT}/${path}`);
  }
}
