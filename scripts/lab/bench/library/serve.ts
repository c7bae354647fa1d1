// The server that the library's benches call.
import { bundleFile } from "./bundle.ts";

/** A server in another process. */
export interface BenchServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts the server, on Node whatever calls it. */
export async function serve(): Promise<BenchServer> {
  const file = bundleFile('import "./scripts/lab/bench/library/server.ts"');
  const child = new Deno.Command("node", { args: [file.path], stdin: "piped", stdout: "piped" }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await lines.read();
  return {
    url: `http://127.0.0.1:${value.trim()}`,
    async [Symbol.asyncDispose]() {
      await child.stdin.close();
      await lines.cancel();
      await child.status;
      file[Symbol.dispose]();
    },
  };
}
