/**
 * Which module may import which.
 *
 * @module
 */
import type { Import, Source } from "./source.ts";

const BENEATH_OPERATIONS = [
  "src/session.ts",
  "src/transport/",
  "src/types/",
  "src/errors.ts",
  "src/failure.ts",
  "src/access_token.ts",
  "src/checks.ts",
];

/** The permitted imports of files by path prefix, in addition to their own folder. The first matching row applies. */
export const ARROWS: readonly (readonly [from: string, to: readonly string[]])[] = [
  ["src/types/", ["src/types/"]],
  ["src/operations/auth.ts", ["src/oauth/", ...BENEATH_OPERATIONS]],
  ["src/operations/", [
    "src/operations/",
    "src/options.ts",
    "src/pages.ts",
    "src/toggle.ts",
    "src/formats/urn.ts",
    ...BENEATH_OPERATIONS,
  ]],
  ["src/oauth/", ["src/oauth/", ...BENEATH_OPERATIONS]],
  ["src/transport/", BENEATH_OPERATIONS],
  ["src/limits/", ["src/limits/", "src/oauth/", ...BENEATH_OPERATIONS]],
  ["src/stores/", ["src/stores/", "src/limits/", "src/oauth/", ...BENEATH_OPERATIONS]],
  ["src/", ["src/"]],
  ["mod.ts", ["src/"]],
  ["cli/output/", ["cli/output/", "cli/format/", "cli/context.ts", "cli/errors.ts", "cli/command.ts", "cli/host/"]],
  ["cli/format/", ["cli/format/", "cli/output/", "cli/errors.ts", "cli/globals.ts"]],
  ["cli/host/", ["cli/host/", "cli/output/text.ts", "cli/context.ts", "cli/errors.ts"]],
  ["cli/auth/", ["cli/auth/", "cli/host/", "cli/output/", "cli/context.ts", "cli/errors.ts"]],
  ["cli/upload/", [
    "cli/upload/",
    "cli/fields/",
    "cli/choices.ts",
    "cli/host/",
    "cli/output/",
    "cli/context.ts",
    "cli/errors.ts",
  ]],
  ["cli/fields/", ["cli/fields/", "cli/choices.ts", "cli/errors.ts"]],
  ["cli/catalogue/", [
    "cli/catalogue/",
    "cli/fields/",
    "cli/upload/",
    "cli/output/",
    "cli/errors.ts",
    "cli/host/replace_file.ts",
  ]],
  ["cli/mcp/", [
    "cli/mcp/",
    "cli/upload/",
    "cli/host/",
    "cli/output/",
    "cli/context.ts",
    "cli/errors.ts",
    "cli/ids.ts",
    "cli/unfollow.ts",
    "cli/version.ts",
  ]],
  ["cli/upgrade/", ["cli/upgrade/", "cli/host/", "cli/context.ts", "cli/errors.ts"]],
  ["cli/play/", [
    "cli/play/",
    "cli/host/",
    "cli/output/",
    "cli/context.ts",
    "cli/connection.ts",
    "cli/errors.ts",
    "cli/ids.ts",
  ]],
  ["cli/", ["cli/"]],
  ["sandbox/", []],
];

/**
 * The folders of each package, from the bottom up. A file imports, types included, from its own folder and from those
 * before it. A folder that isn't listed belongs to the nearest listed one above it in the tree.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "sandbox/": [
    "sandbox/contract/",
    "sandbox/base/",
    "sandbox/audio/",
    "sandbox/host/disk/",
    "sandbox/store/",
    "sandbox/media/",
    "sandbox/document/",
    "sandbox/seed/",
    "sandbox/http/",
    "sandbox/present/",
    "sandbox/faults/",
    "sandbox/routes/",
    "sandbox/world/",
    "sandbox/dashboard/",
    "sandbox/control/",
    "sandbox/kit/",
    "sandbox/host/",
    "sandbox/",
  ],
};

/** Reports imports against the arrows of the design. */
export function arrows(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    source.imports.filter((imported) => !isAllowed(source.path, imported))
      .map(({ specifier, line }) => `${source.path}:${line}: may not import ${specifier}`)
  );
}

function isAllowed(path: string, { specifier, target, isType }: Import): boolean {
  if (path.startsWith("sandbox/") && specifier.startsWith("@tonearm/client")) return isType;
  const order = Object.entries(LAYERS).find(([root]) => path.startsWith(root) && target?.startsWith(root))?.[1];
  if (order && target !== undefined) return layerOf(order, target) <= layerOf(order, path);
  const row = ARROWS.find(([from]) => path.startsWith(from));
  if (!row || target === undefined) return true;
  if (target === "src/session/client.ts") return path === "mod.ts" || isType;
  return row[1].some((to) => target.startsWith(to));
}

/** Returns the position of a file's folder in the order. */
function layerOf(order: readonly string[], path: string): number {
  const folders = order.filter((folder) => path.startsWith(folder));
  return order.indexOf(folders.reduce((a, b) => b.length > a.length ? b : a));
}

/** Reports import cycles. Type imports count in cli, sandbox and scripts. */
export function cycles(sources: readonly Source[]): string[] {
  const edges = new Map(sources.map(({ path, imports }) => [path, imports.flatMap((each) => targetOf(path, each))]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push(`${path}:1: imports itself: ${[...trail.slice(start), path].join(" -> ")}`);
    if (start >= 0 || done.has(path)) return;
    for (const target of edges.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return found;
}

function targetOf(path: string, { target, isType }: Import): string[] {
  const isGone = isType && /^(?:src|offline|tests)\//.test(path);
  return target === undefined || isGone ? [] : [target];
}
