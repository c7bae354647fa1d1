import { fileURLToPath } from "node:url";
import { type Ran, ran } from "../../scripts/ran.ts";

export { type Ran, ran };

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
