/** Writes the playground of the site: the program that pages load after a click, SQLite, and the dashboard. */
import { dashboard } from "../../../sandbox/dashboard/page.ts";
import { dashboardFiles, packedConfig } from "../../dashboard.ts";
import { chooseConfig } from "../../deno.ts";
import { ran } from "../../ran.ts";

const ROOT = new URL("../../../", import.meta.url);

/** The dashboard asks the page around it. */
const ASKS_PARENT = `<script>
globalThis.sandboxFetch = (...given) => parent.sandboxFetch(...given);
globalThis.sandboxOrigin = parent.sandboxOrigin;
</script>`;

const PROGRAM = "scripts/docs/playground/playground.ts";

/** Writes the playground into a folder. */
export async function buildPlayground(folder: URL): Promise<void> {
  await Deno.mkdir(new URL("dashboard/ui/", folder), { recursive: true });
  const config = await packedConfig(await chooseConfig());
  const options = ["--config", config, "--platform", "browser", "--code-splitting", "--minify"];
  const words = ["bundle", "-q", "--no-lock", ...options, "--outdir", folder.pathname, PROGRAM];
  const { success, stderr } = await ran(Deno.execPath(), words, { cwd: ROOT });
  if (!success) throw new Error(`Cannot bundle the playground: ${stderr}`);
  const wasm = import.meta.resolve("@sqlite.org/sqlite-wasm").replace(/[^/]*$/, "sqlite3.wasm");
  await Deno.copyFile(new URL(wasm), new URL("sqlite3.wasm", folder));
  await Deno.copyFile(new URL("playground.css", import.meta.url), new URL("playground.css", folder));
  const page = (await dashboard().text()).replace("<head>", `<head>\n${ASKS_PARENT}`);
  await Deno.writeTextFile(new URL("dashboard/index.html", folder), page);
  for (const [name, text] of Object.entries(dashboardFiles())) {
    await Deno.writeTextFile(new URL(`dashboard/ui/${name}`, folder), text);
  }
}
