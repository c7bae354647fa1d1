// A server in a separate process: a sandbox on Deno or Node, or that of the library's benches.
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../../deno.ts";
import { bundle } from "../../../build/npm/bundle.ts";
import { toolbox } from "../../../../tests/release/toolbox.ts";
import type { Usage } from "../server.ts";

const PROGRAM = fileURLToPath(new URL("../server.ts", import.meta.url));

/** The command of a program that serves a sandbox. */
export type ServeCommand = readonly [program: string, ...args: string[]];

/** A running server; a sandbox also has a token, and says what it uses. */
export interface Server extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  usage(): Promise<Usage>;
}

/** Serves from source, on this Deno. */
export async function onDeno(): Promise<ServeCommand> {
  return [Deno.execPath(), "run", "-q", "--config", await chooseConfig(), "-P=test", PROGRAM];
}

/** Serves the bundled sources, on a Node from npm that has SQLite. */
export async function onNode(): Promise<ServeCommand> {
  const tools = await toolbox("node24");
  const file = `${tools}/sandbox_server.mjs`;
  await bundle(await chooseConfig(), "--platform", "deno", "--output", file, PROGRAM);
  return [`${tools}/node_modules/node24/bin/node`, file];
}

/** Starts a server, which says its URL in a line of JSON; it ends with the block. */
export async function startServer([program, ...args]: ServeCommand): Promise<Server> {
  const child = new Deno.Command(program, { args, stdin: "piped", stdout: "piped" }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const line = async () => JSON.parse((await lines.read()).value ?? "");
  const { url, token } = await line();
  const input = child.stdin.getWriter();
  return {
    url,
    token,
    async usage() {
      await input.write(new Uint8Array(1));
      return await line();
    },
    async [Symbol.asyncDispose]() {
      await input.close();
      await lines.cancel();
      await child.status;
    },
  };
}
