import facts from "./operations.json" with { type: "json" };

/** The operations of the library that a command sends: a command line, and the request that it must send. */
export const COMMANDS: Readonly<Record<string, readonly [line: string, request: string]>> = Object.fromEntries(
  Object.entries(facts.operations).flatMap(([name, row]) =>
    "command" in row ? [[name, row.command as [string, string]] as const] : []
  ),
);
