import { rootCommand } from "../../../cli/program.ts";
import type { AnyCommand } from "../../../cli/command.ts";
import { testHost } from "./test_host.ts";

/** Loads and lists every command below one, by default below the root. */
export async function allCommands(
  command: AnyCommand = rootCommand({ host: testHost().host, exitCode: 0 }),
): Promise<AnyCommand[]> {
  await command.loadBaseCommands();
  const below: AnyCommand[][] = [];
  for (const one of command.getBaseCommands()) below.push([one, ...await allCommands(one)]);
  return below.flat();
}
