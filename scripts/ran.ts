// Programs that scripts and tests run to their end.

/** How a process ended, and what it printed. */
export interface Ran {
  readonly success: boolean;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, stdout first. */
  readonly output: string;
}

/** Runs a program to its end, without colours, and with an input if one is given. */
export async function ran(
  program: string,
  args: readonly string[],
  { env, input, ...options }: Omit<Deno.CommandOptions, "args"> & { readonly input?: string } = {},
): Promise<Ran> {
  const streams = { stdin: input === undefined ? "null" : "piped", stdout: "piped", stderr: "piped" } as const;
  const all = { ...streams, ...options, args: [...args], env: { NO_COLOR: "1", ...env } };
  const child = new Deno.Command(program, all).spawn();
  const [{ success, code, ...printed }] = await Promise.all([
    child.output(),
    input !== undefined && new Blob([input]).stream().pipeTo(child.stdin),
  ]);
  const [stdout = "", stderr = ""] = [printed.stdout, printed.stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { success, code, stdout, stderr, output: `${stdout}${stderr}` };
}

/** Runs `deno fmt` on a text. */
export async function formatted(text: string, ...options: readonly string[]): Promise<string> {
  return (await ran(Deno.execPath(), ["fmt", "-q", ...options, "-"], { input: text })).stdout;
}
