import process from "node:process";
import { cleanLines } from "./output/text.ts";
import { processHost } from "./host/process_host.ts";
import { run } from "./program.ts";

export async function start(): Promise<never> {
  const { host, ending, settled } = processHost();
  try {
    const code = await Promise.race([run(process.argv.slice(2), host), ending]);
    await settled();
    process.exit(code);
  } catch (error) {
    process.stderr.write(`tonearm: ${cleanLines(String(error instanceof Error ? error.stack : error))}\n`);
    process.exit(1);
  }
}
