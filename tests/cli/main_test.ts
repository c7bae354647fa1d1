import { assertEquals } from "@std/assert";
import { shortVersion } from "../../cli/about.ts";
import { emptyHome } from "../support/cli/cli.ts";
import { temporaryFolder } from "../support/folder.ts";

interface Graph {
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly { readonly code?: { readonly specifier: string }; readonly isDynamic?: boolean }[];
  }[];
}

/** Returns the modules that are loaded at start. */
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

Deno.test("tonearm: loads neither the sandbox nor a command before it's needed", async () => {
  const loaded = await loadedAtStart("start");
  assertEquals(loaded.some((module) => module.endsWith("/cli/program.ts")), true);
  // The tree of commands contains the names of the help topics.
  const commands = /\/sandbox\/|\/cli\/commands\/(?!help\/topic_names\.ts$)|\/hono\//;
  assertEquals(loaded.filter((module) => commands.test(module)), []);
});

Deno.test("tonearm --version: loads only the modules that it needs", async () => {
  const loaded = (await loadedAtStart("main")).filter((module) => module.includes("/cli/"));
  assertEquals(loaded.map((module) => module.replace(/.*\/cli\//, "")).sort(), ["about.ts", "main.ts", "version.ts"]);
});

Deno.test("tonearm --version: run by its task, Deno loads no module that is imported lazily", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  const [, flag = ""] = /(--unstable-\S+)/.exec(tasks.tonearm.command) ?? [];
  const requests: string[] = [];
  // This server provides the lazily loaded modules.
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    requests.push(url);
    return new Response("export {};", { headers: { "content-type": "text/javascript" } });
  });
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  for (const name of ["main.ts", "about.ts", "version.ts"]) {
    await Deno.copyFile(new URL(`../../cli/${name}`, import.meta.url), `${folder}/${name}`);
  }
  const host = `127.0.0.1:${server.addr.port}`;
  const imports = { "./start.ts": `http://${host}/start.ts` };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ imports }));
  const args = ["run", "-q", "--allow-all", flag, "main.ts", "--version"];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: folder }).output();
  assertEquals([new TextDecoder().decode(stdout), ...requests], [shortVersion()]);
});

Deno.test("tonearm: continues when stderr is closed", async () => {
  await using home = await emptyHome();
  const running = home.start(["--sandbox", "search", "lofi", "--limit", "2"]);
  running.closeErrors();
  assertEquals((await running.outcome).code, 0);
});
