// Finds the modules of the entry points with `deno info`.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** A module of the package. */
export interface Module {
  /** Its path in the package, without its extension unless it is JSON. */
  readonly path: string;
  readonly text: string;
  /** The replacement of each specifier of another module. */
  readonly specifiers: ReadonlyMap<string, string>;
}

/** The modules, and the paths of the entry points. */
export interface Graph {
  readonly modules: readonly Module[];
  readonly entries: readonly string[];
}

interface Dependency {
  readonly specifier: string;
  readonly code?: { readonly specifier?: string };
  readonly type?: { readonly specifier?: string };
}

interface Info {
  readonly modules: readonly {
    readonly specifier: string;
    readonly local?: string;
    readonly dependencies?: readonly Dependency[];
    readonly error?: string;
  }[];
}

const execute = promisify(execFile);

/** Reads every module that the entry points import, including type imports. */
export async function readGraph(entryPoints: readonly string[], importMap: string): Promise<Graph> {
  const infos = await Promise.all(entryPoints.map((path) => inform(path, importMap)));
  const modules = new Map<string, Info["modules"][number]>();
  for (const module of infos.flatMap((info) => info.modules)) {
    if (module.error) throw new Error(module.error);
    if (module.local) modules.set(module.specifier, module);
  }
  const place = placer(commonFolder([...modules.keys()].filter(isOwn)));
  const read = [...modules.values()].map(async ({ specifier, local = "", dependencies = [] }) => ({
    path: place(specifier),
    text: await readFile(local, "utf8"),
    specifiers: new Map(dependencies.flatMap((dependency) => renamed(dependency, place(specifier), modules, place))),
  }));
  const entries = entryPoints.map((path) => place(pathToFileURL(resolve(path)).href));
  return { modules: await Promise.all(read), entries };
}

/** Checks whether a module is JSON, which stays as it is. */
export function isJson(path: string): boolean {
  return path.endsWith(".json");
}

async function inform(path: string, importMap: string): Promise<Info> {
  const args = ["info", "--json", "--no-lock", "--config", importMap, path];
  const { stdout } = await execute(process.execPath, args, { maxBuffer: 64 * 2 ** 20, encoding: "utf8" });
  return JSON.parse(stdout);
}

/** Checks whether a module is the project's own: neither external nor a stand-in. */
function isOwn(specifier: string): boolean {
  return specifier.startsWith("file:") && !specifier.includes("/offline/");
}

/** Returns the folder that contains all modules, as a URL with a trailing slash. */
function commonFolder([first = "", ...others]: readonly string[]): string {
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  for (const other of others) {
    while (!other.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  }
  return folder;
}

/**
 * Returns a function that places modules: those of the project keep their path below the common folder, others go to
 * `deps/`.
 */
function placer(base: string): (specifier: string) => string {
  return (specifier) => {
    const path = isOwn(specifier)
      ? decodeURIComponent(specifier.slice(base.length))
      : `deps/${specifier.replace(/^\w+:\/+/, "")}`;
    return path.replace(/\.ts$/, "");
  };
}

function renamed(
  { specifier, code, type }: Dependency,
  from: string,
  modules: ReadonlyMap<string, unknown>,
  place: (specifier: string) => string,
): [string, string][] {
  const target = [code?.specifier, type?.specifier].find((specifier) => modules.has(specifier ?? ""));
  if (target === undefined) return [];
  const file = isJson(target) ? place(target) : `${place(target)}.js`;
  const path = relative(dirname(from), file).replaceAll("\\", "/");
  return [[specifier, path.startsWith(".") ? path : `./${path}`]];
}
