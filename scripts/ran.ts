// Programs that scripts run to their end.

/** What a program printed. */
export interface Ran {
  readonly success: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program. */
export async function ran(
  command: string,
  args: readonly string[],
  options: Pick<Deno.CommandOptions, "cwd" | "env"> = {},
): Promise<Ran> {
  const { success, stdout, stderr } = await new Deno.Command(command, { ...options, args: [...args] }).output();
  const decoder = new TextDecoder();
  return { success, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Runs `deno fmt` on a text. */
export async function formatted(text: string, ...options: readonly string[]): Promise<string> {
  const args = ["fmt", "-q", ...options, "-"];
  const child = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped" }).spawn();
  const [{ stdout }] = await Promise.all([child.output(), new Blob([text]).stream().pipeTo(child.stdin)]);
  return new TextDecoder().decode(stdout);
}
