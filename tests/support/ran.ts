import { fileURLToPath } from "node:url";

/** How a process ended, and what it printed. */
export interface Ran {
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
  if (input !== undefined) await new Blob([input]).stream().pipeTo(child.stdin);
  const { code, ...printed } = await child.output();
  const [stdout, stderr] = [printed.stdout, printed.stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, stdout: stdout!, stderr: stderr!, output: `${stdout}${stderr}` };
}

/** Runs a module with Deno and every permission, without a configuration. */
export async function ranModule(path: string, args: readonly string[], options?: Deno.CommandOptions): Promise<Ran> {
  return await ran(
    Deno.execPath(),
    ["run", "-A", "-q", "--no-config", "--no-lock", "--no-check", path, ...args],
    options,
  );
}

/** Runs a script of the project, as its task does. */
export async function ranScript(script: string, args: readonly string[], options?: Deno.CommandOptions): Promise<Ran> {
  const path = fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url));
  const config = Deno.env.get("TONEARM_DENO_CONFIG");
  return await ran(
    Deno.execPath(),
    ["run", "-q", ...(config ? ["--config", config] : []), "-A", path, ...args],
    options,
  );
}
