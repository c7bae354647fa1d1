// The server that the library's benches call.
import { type Server, startServer } from "../sandbox/served.ts";
import { bundleFile } from "./bundle.ts";

/** Starts the server, on Node whatever calls it. */
export async function serve(): Promise<Pick<Server, "url" | typeof Symbol.asyncDispose>> {
  using file = bundleFile('import "./scripts/lab/bench/library/server.ts"');
  return await startServer(["node", file.path]);
}
