/** Reads the output of `deno doc --json` for the packages. */
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../deno.ts";
import { ran } from "../../ran.ts";

const ROOT = new URL("../../../", import.meta.url);

/** A tag of a doc comment. */
export interface Tag {
  readonly kind: string;
  readonly name?: string;
  readonly doc?: string;
  readonly tsType?: { readonly repr: string };
}

/** A doc comment. */
export interface Comment {
  readonly doc?: string;
  readonly tags?: readonly Tag[];
}

/** Where a symbol is declared; lines are counted from zero. */
export interface Location {
  readonly filename: string;
  readonly line: number;
  readonly col: number;
}

/** A method, a property or a constructor. */
export interface Member {
  readonly name: string;
  readonly jsDoc?: Comment;
  readonly location: Location;
}

/** One declaration of a name. */
export interface Declaration {
  readonly kind: string;
  readonly location: Location;
  readonly jsDoc?: Comment;
  readonly def?: {
    readonly constructors?: readonly Member[];
    readonly properties?: readonly Member[];
    readonly methods?: readonly Member[];
    readonly elements?: readonly DocSymbol[];
  };
}

/** An exported name with its declarations. */
export interface DocSymbol {
  readonly name: string;
  readonly declarations: readonly Declaration[];
}

/** A module that a package exports. */
export interface Entry {
  /** Its import specifier. */
  readonly specifier: string;
  /** The package. */
  readonly pack: string;
  readonly doc: string;
  readonly symbols: readonly DocSymbol[];
}

/** Every module that programs may import, package by package. */
export async function entries(): Promise<Entry[]> {
  const files = (await Promise.all(["./", "./sandbox/", "./cli/"].map(exportsOf))).flat();
  const args = ["doc", "-q", "--config", await chooseConfig(), "--json", ...files.map(({ file }) => file)];
  const { success, stdout, stderr } = await ran(Deno.execPath(), args, { cwd: ROOT });
  if (!success) throw new Error(`Cannot read the reference: ${stderr}`);
  const { nodes } = JSON.parse(stdout);
  return files.map(({ file, specifier, pack }) => {
    const { module_doc: comment, symbols = [] } = nodes[new URL(file, ROOT).href] ?? {};
    return { specifier, pack, doc: comment?.doc ?? "", symbols };
  });
}

async function exportsOf(folder: string): Promise<{ file: string; specifier: string; pack: string }[]> {
  const { name, exports } = JSON.parse(await Deno.readTextFile(new URL(`${folder}deno.json`, ROOT)));
  return Object.entries<string>(exports).map(([path, file]) => ({
    file: folder + file.slice(2),
    specifier: name + path.slice(1),
    pack: name,
  }));
}

/** The path of a file, from the root of the repository. */
export function pathOf({ filename }: Location): string {
  return fileURLToPath(filename).slice(fileURLToPath(ROOT).length);
}
