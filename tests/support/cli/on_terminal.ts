// Runs command lines one after the other, in the terminal of this process, each after a line with its number.
import { execFileSync } from "node:child_process";
import process from "node:process";
import { processHost } from "../../../cli/host/process_host.ts";
import { run } from "../../../cli/program.ts";

const { COMMAND_LINES = "[]", RESIZED } = process.env;
const { host } = processHost();
const commandLines: readonly (readonly string[])[] = JSON.parse(COMMAND_LINES);
for (const [index, argv] of commandLines.entries()) {
  await host.stdout.write(`=== ${index} ===\n`);
  const running = run(argv, host);
  if (RESIZED) execFileSync("stty", ["cols", index % 2 === 0 ? "40" : "120"], { stdio: "inherit" });
  await running;
}
process.exit(0);
