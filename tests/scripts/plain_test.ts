/** That Deno's own commands work in a clone, without a task: where JSR answers, which `JSR_URL` may say. */
import { assertEquals } from "@std/assert";
import { pathToFileURL } from "node:url";
import { copyTree } from "../../scripts/check/check_packages.ts";
import { chooseConfig, isLinked } from "../../scripts/deno.ts";
import { leaveOut, ran } from "../support/programs.ts";
import { type Folder, temporaryFolder } from "../support/folder.ts";
import { LanguageServer } from "./language_server.ts";

async function clone(): Promise<Folder> {
  const folder = await temporaryFolder();
  await copyTree(folder.path);
  return folder;
}

async function deno(cwd: string, ...args: string[]): Promise<string> {
  return await denoWith({}, cwd, ...args);
}

async function denoWith(extra: Record<string, string>, cwd: string, ...args: string[]): Promise<string> {
  const { code, output } = await ran(Deno.execPath(), args, { cwd, env: { TONEARM_DENO_CONFIG: "", ...extra } });
  return code === 0 ? "" : output;
}

// Where the stand-ins are in use, a command needs a task that writes their configuration.
const usesStandIns = isLinked(await chooseConfig());
const withoutJsr = () => usesStandIns && leaveOut(["JSR"]);

Deno.test("deno task: the first task in a clone starts without fetching anything", async () => {
  await using tree = await clone();
  // A place where nothing is cached, and nobody who would answer.
  const env = {
    DENO_DIR: `${tree.path}/cache`,
    NPM_CONFIG_REGISTRY: "http://127.0.0.1:1",
    JSR_URL: "http://127.0.0.1:1",
  };
  assertEquals(await denoWith(env, tree.path, "task", "-q", "--eval", "exit 0"), "");
});

Deno.test({
  name: "deno check, deno install and deno test work in a clone without a task, and leave it unchanged",
  ignore: withoutJsr(),
  fn: async () => {
    await using tree = await clone();
    assertEquals(await deno(tree.path, "install", "-q", "--entrypoint", "cli/main.ts"), "");
    assertEquals(await deno(tree.path, "check", "-q", "cli/main.ts"), "");
    assertEquals(await deno(tree.path, "test", "-q", "tests/formats/urn_test.ts"), "");
    assertEquals(await deno(tree.path, "test", "-q", "-P=test", "tests/cli/format/format_test.ts"), "");
    const files = (await Array.fromAsync(Deno.readDir(tree.path))).map(({ name }) => name);
    assertEquals(files.filter((name) => name === "node_modules" || name === "deno.jsr.json"), []);
  },
});

Deno.test({
  name: "deno task: a language server finds no error in a clone, and shows wrong types and the project's own rules",
  ignore: withoutJsr(),
  fn: async () => {
    await using tree = await clone();
    await using server = await LanguageServer.start(tree.path);
    const url = pathToFileURL(`${tree.path}/cli/main.ts`);
    const main = await Deno.readTextFile(url);
    assertEquals(await server.diagnose(url.href, main), []);
    const faulty = `${main}\nexport const wrong: number = "text";\nexport const words: string[] = Deno.args;\n`;
    const complaints = await server.diagnose(url.href, faulty);
    assertEquals(complaints.sort(), ["Type 'string' is not assignable to type 'number'.", "names Deno"]);
  },
});
