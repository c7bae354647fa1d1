// The examples of the operations: each is a few lines that follow the set-up of its module. A line such as
// `track.title; // "Night"` states the value of its expression.
import * as client from "@tonearm/client";
import { runSnippet } from "../../scripts/docs/snippets.ts";

const FOLDER = new URL("../../src/operations/", import.meta.url);
const SETUP = /@example Set-up[^\n]*\n \* ```ts\n([^]*?) \* ```/;
const OPERATION = /\/\*\*\n((?:(?!\*\/)[^])*?)\*\/\n(?:export )?(?:async )?function (\w+)/g;
const BLOCK = /```ts ignore\n([^]*?) \* ```/;
const RESULT = /^(.+); \/\/ (.+)$/gm;

/** An operation's example. */
export interface OperationExample {
  /** The name of the operation in its module. */
  readonly name: string;
  /** The set-up of the module. */
  readonly setup: string;
  /** The code of the example; empty if the operation has none. */
  readonly code: string;
}

/** Reads the examples of every module of operations, by the module's name. */
export async function readExamples(): Promise<Map<string, OperationExample[]>> {
  const names = (await Array.fromAsync(Deno.readDir(FOLDER))).map(({ name }) => name).sort();
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, examplesOf(await Deno.readTextFile(new URL(name, FOLDER)))] as const),
    ),
  );
}

/** Returns the documented operations of a module. */
export function examplesOf(text: string): OperationExample[] {
  const setup = uncommented(SETUP.exec(text)?.[1]);
  return [...text.matchAll(OPERATION)].filter(([, doc = ""]) => doc.includes("@returns")).map(
    ([, doc = "", name = ""]) => ({ name, setup, code: uncommented(BLOCK.exec(doc)?.[1]) }),
  );
}

function uncommented(code = ""): string {
  return code.replaceAll(/^ \* ?/gm, "");
}

/** Runs an example; a value that differs from the stated one is an error. */
export async function runExample({ setup, code }: OperationExample): Promise<void> {
  const names = Object.keys(client).filter((name) =>
    name !== "fetch" && new RegExp(String.raw`\b${name}\(`).test(code)
  );
  const imports = `import { ${
    names.join(", ")
  } } from "@tonearm/client";\nimport { assertEquals } from "@std/assert";\n`;
  const { fetch } = globalThis;
  try {
    await runSnippet(`${imports}${setup}${code.replaceAll(RESULT, "assertEquals($1, $2);")}`);
  } finally {
    globalThis.fetch = fetch;
  }
}
