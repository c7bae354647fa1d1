// The third-party packages in a bundle, from the paths of its modules.

/** A third-party package in a bundle. */
export interface Inside {
  readonly registry: "npm" | "jsr";
  readonly name: string;
  readonly version: string;
  /** The folder of a package of npm. */
  readonly folder?: string;
}

/** A comment of its own line that names a module. The folder of downloads may have blanks in its path. */
const MODULE = /^ *\/\/ ((?:\.\.\/.*\/npm\/)?\S+\.(?:[cm]?[jt]s|json|wasm))$/gm;
/** Modules of this project, the stand-ins of `offline/` that are part of it, and the bundler's own lines. */
const OWN =
  /^(?:deno:)?(?:cli|src|sandbox|offline)\/|^(?:deno:)?(?:mod|dist\/dashboard)\.ts$|(?:^|\/)dist\/modules\/\w+\/esm\/(?!deps\/)|^\0?rolldown/;
const NPM = /^(.*\/npm\/[^/]+\/((?:@[^/]+\/)?[^/]+)\/([^/]+))\//;
/** A module of JSR, as `deno bundle` and as dnt spell it. */
const JSR = /^(?:deno:https?:\/\/[^/]+|.*\/esm\/deps\/[^/]+)\/(@[^/]+\/[^/]+)\/([^/]+)\//;

/**
 * The third-party packages in a bundle of `deno bundle`, whose comments name the source of each module.
 *
 * @throws {Error} When a module has an unknown origin.
 */
export function packagesIn(bundle: string): readonly Inside[] {
  return packagesOf(Array.from(bundle.matchAll(MODULE), ([, path = ""]) => path));
}

/**
 * The third-party packages that modules are from, sorted.
 *
 * @param paths Paths of modules.
 * @throws {Error} When a module has an unknown origin.
 */
export function packagesOf(paths: Iterable<string>): readonly Inside[] {
  const found = new Map<string, Inside>();
  for (const path of paths) {
    if (OWN.test(path)) continue;
    const inside = packageOf(path);
    if (!inside) throw new Error(`Cannot tell which package ${path} belongs to`);
    found.set(`${inside.registry}:${inside.name}@${inside.version}`, inside);
  }
  return [...found].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, inside]) => inside);
}

function packageOf(path: string): Inside | undefined {
  const [, folder, npm, npmVersion] = NPM.exec(path) ?? [];
  if (folder && npm && npmVersion) return { registry: "npm", name: npm, version: npmVersion, folder };
  const [, jsr, jsrVersion] = JSR.exec(path) ?? [];
  return jsr && jsrVersion ? { registry: "jsr", name: jsr, version: jsrVersion } : undefined;
}

/** The name of a package in the notices. */
export function nameInNotices({ registry, name, version }: Inside): string {
  return registry === "npm" ? `${name}@${version}` : `${name.split("/")[0]} (JSR)`;
}
