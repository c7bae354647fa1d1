/**
 * The content of a bundle, from the bundler's comments, which name the source of each module.
 *
 * @module
 */

/** A third-party package in a bundle. */
export interface Inside {
  readonly registry: "npm" | "jsr";
  readonly name: string;
  readonly version: string;
}

/** A comment of its own line that names a module. */
const MODULE = /^ *\/\/ (\S+\.(?:[cm]?[jt]s|json|wasm))$/gm;
/** Modules of this project, and the stand-ins of `offline/` that are part of it. */
const OWN = /^(?:deno:)?(?:cli|src|sandbox|offline)\/|^(?:deno:)?mod\.ts$/;
const NPM = /\/npm\/[^/]+\/((?:@[^/]+\/)?[^/]+)\/([^/]+)\//;
const JSR = /^deno:https?:\/\/[^/]+\/(@[^/]+\/[^/]+)\/([^/]+)\//;

/**
 * The third-party packages in a bundle, sorted.
 *
 * @throws {Error} When a module has an unknown origin.
 */
export function packagesIn(bundle: string): readonly Inside[] {
  const found = new Map<string, Inside>();
  for (const [, path = ""] of bundle.matchAll(MODULE)) {
    if (OWN.test(path)) continue;
    const inside = packageOf(path);
    if (!inside) throw new Error(`Cannot tell which package ${path} belongs to`);
    found.set(`${inside.registry}:${inside.name}@${inside.version}`, inside);
  }
  return [...found].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, inside]) => inside);
}

function packageOf(path: string): Inside | undefined {
  for (const [registry, pattern] of [["npm", NPM], ["jsr", JSR]] as const) {
    const [, name, version] = pattern.exec(path) ?? [];
    if (name && version) return { registry, name, version };
  }
}

/** The name of a package in the notices. */
export function nameInNotices({ registry, name, version }: Inside): string {
  return registry === "npm" ? `${name}@${version}` : `${name.split("/")[0]} (JSR)`;
}

/** The packages that the notices lack. */
export function withoutNotice(packages: readonly Inside[], notices: readonly { readonly name: string }[]): string[] {
  const known = new Set(notices.map(({ name }) => name));
  return [...new Set(packages.map(nameInNotices))].filter((name) => !known.has(name));
}
