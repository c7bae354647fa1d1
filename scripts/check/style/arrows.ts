// Which module may import which.
import type { Import, Source } from "./source.ts";

const BENEATH_OPERATIONS = [
  "src/session.ts",
  "src/transport/",
  "src/types/",
  "src/formats/",
  "src/errors.ts",
  "src/failure.ts",
  "src/access_token.ts",
  "src/checks.ts",
  "src/oldest.ts",
];

/**
 * The permitted imports of files by path prefix, in addition to their own folder: narrower than the order below. The
 * first matching row applies.
 */
export const ARROWS: readonly (readonly [from: string, to: readonly string[]])[] = [
  ["src/types/", ["src/types/"]],
  ["src/operations/auth.ts", ["src/oauth/", ...BENEATH_OPERATIONS]],
  ["src/operations/", [
    "src/operations/",
    "src/options.ts",
    "src/pages.ts",
    "src/toggle.ts",
    ...BENEATH_OPERATIONS,
  ]],
  ["src/oauth/", ["src/oauth/", ...BENEATH_OPERATIONS]],
  ["src/transport/", BENEATH_OPERATIONS],
  ["src/limits/", ["src/limits/", "src/oauth/", ...BENEATH_OPERATIONS]],
  ["src/stores/", ["src/stores/", "src/limits/", "src/oauth/", ...BENEATH_OPERATIONS]],
  ["src/", ["src/"]],
  ["mod.ts", ["src/"]],
  ["cli/", ["cli/"]],
  ["sandbox/", ["sandbox/"]],
];

/**
 * The folders of each package, from the bottom up, and the files that have a place of their own among them. A file
 * imports, types included, from its own folder and from those before it. A folder that isn't listed belongs to the
 * nearest listed one above it in the tree.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "src/": [
    "src/types/",
    "src/checks.ts",
    "src/oldest.ts",
    "src/access_token.ts",
    "src/formats/",
    "src/errors.ts",
    "src/failure.ts",
    "src/session.ts",
    "src/transport/",
    "src/options.ts",
    "src/page_origin.ts",
    "src/pages.ts",
    "src/toggle.ts",
    "src/oauth/",
    "src/operations/",
    "src/limits/",
    "src/stores/",
    "src/watch/",
    "src/session/",
    "src/insights/",
    "src/",
  ],
  "cli/": [
    "cli/errors.ts",
    "cli/globals.ts",
    "cli/choices.ts",
    "cli/defined.ts",
    "cli/version.ts",
    "cli/output/text.ts",
    "cli/output/json.ts",
    "cli/host/",
    "cli/format/",
    "cli/fields/",
    "cli/output/",
    "cli/auth/",
    "cli/context.ts",
    "cli/batch.ts",
    "cli/ids.ts",
    "cli/calls/",
    "cli/connection.ts",
    "cli/missing.ts",
    "cli/choose_missing.ts",
    "cli/ranges.ts",
    "cli/types.ts",
    "cli/command.ts",
    "cli/upload/",
    "cli/catalogue/",
    "cli/insights/",
    "cli/watch/",
    "cli/play/",
    "cli/mcp/",
    "cli/upgrade/",
    "cli/run_ids.ts",
    "cli/commands/",
    "cli/",
  ],
  "sandbox/": [
    "sandbox/contract/",
    "sandbox/base/",
    "sandbox/audio/",
    "sandbox/store/",
    "sandbox/web/",
    "sandbox/living/",
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
    "sandbox/host/disk/",
    "sandbox/host/",
    "sandbox/",
  ],
  "scripts/": [
    "scripts/project.ts",
    "scripts/ran.ts",
    "scripts/project_files.ts",
    "scripts/deno.ts",
    "scripts/dashboard.ts",
    "scripts/rooms.ts",
    "scripts/check/",
    "scripts/docs/",
    "scripts/build/",
    "scripts/release/",
    "scripts/lab/",
    "scripts/",
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
  if (order && target !== undefined && layerOf(order, target) > layerOf(order, path)) return false;
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

/** Reports import cycles. Type imports count, except in tests and stand-ins. */
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
  const isGone = isType && /^(?:offline|tests)\//.test(path);
  return target === undefined || isGone ? [] : [target];
}
