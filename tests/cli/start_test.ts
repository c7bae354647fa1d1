import { assertEquals } from "@std/assert";
import { emptyHome } from "../support/cli.ts";

interface Graph {
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly { readonly code?: { readonly specifier: string }; readonly isDynamic?: boolean }[];
  }[];
}

/** The modules that are loaded before anything is asked for. */
async function loadedAtStart(module: "main" | "start"): Promise<string[]> {
  const config = Deno.env.get("TONEARM_DENO_CONFIG") ?? "deno.json";
  const main = new URL(`../../cli/${module}.ts`, import.meta.url);
  const args = ["info", "--json", "--config", config, main.pathname];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "null" }).output();
  const { modules }: Graph = JSON.parse(new TextDecoder().decode(stdout));
  const byName = new Map(modules.map((module) => [module.specifier, module]));
  const seen = new Set<string>();
  const waiting = [main.href];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const dependencies = byName.get(next)?.dependencies ?? [];
    waiting.push(...dependencies.flatMap(({ code, isDynamic }) => code && !isDynamic ? [code.specifier] : []));
  }
  return [...seen];
}

Deno.test("neither the sandbox, nor a command, nor the parser is loaded before it is asked for", async () => {
  const loaded = await loadedAtStart("start");
  assertEquals(loaded.some((module) => module.endsWith("/cli/program.ts")), true);
  assertEquals(loaded.filter((module) => /\/sandbox\/|\/cli\/commands\/|cliffy|commander|\/hono\//.test(module)), []);
});

Deno.test("tonearm --version: loads nothing but what says it", async () => {
  const loaded = (await loadedAtStart("main")).filter((module) => module.includes("/cli/"));
  assertEquals(loaded.map((module) => module.replace(/.*\/cli\//, "")).sort(), ["about.ts", "main.ts", "version.ts"]);
});

Deno.test("the program works on without anyone who reads its remarks", async () => {
  await using home = await emptyHome();
  const running = home.start(["--sandbox", "search", "lofi", "--limit", "2"]);
  running.closeErrors();
  assertEquals((await running.outcome).code, 0);
});
