/**
 * What a model reads about the tools, held to `tools.json`. After a description or a schema has changed,
 * `TONEARM_GOLDEN=write` writes it.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { VERSION } from "../../../cli/version.ts";
import { exchange } from "./calls.ts";
import { runInProcess } from "../../support/cli/test_host.ts";

const GOLDEN = new URL("tools.json", import.meta.url);
const LIST = { method: "tools/list" };

/** The introduction and the tools of a server with options. */
async function shown(...argv: string[]) {
  const { results: [start = {}, list = {}] } = await exchange(argv, [LIST]);
  return { start, tools: list.tools as { readonly name: string }[] };
}

Deno.test("tonearm mcp: names, descriptions and schemas of the tools are those of tools.json", async () => {
  const { start, tools } = await shown("--write", "--root", "/music", "--root", "/sounds");
  const found = { instructions: start.instructions, tools };
  if (Deno.env.get("TONEARM_GOLDEN") === "write") {
    await Deno.writeTextFile(GOLDEN, `${JSON.stringify(found, null, 2)}\n`);
  }
  assertEquals<unknown>(found, JSON.parse(await Deno.readTextFile(GOLDEN)));
  assertEquals(start.serverInfo, { name: "tonearm", version: VERSION });
});

Deno.test("tonearm mcp --write: without --root, the upload says that it is off", async () => {
  const { tools } = await shown("--write");
  const upload = tools.find(({ name }) => name === "upload") as { inputSchema?: { properties?: object } } | undefined;
  const { path } = upload?.inputSchema?.properties as { path?: { description?: string } };
  assertEquals(path?.description, "Off: the server has no --root");
});

Deno.test("tonearm mcp: without credentials, the server starts, and its only tool says what is missing", async () => {
  const messages = [
    {
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    },
    { method: "tools/call", params: { name: "sign_in", arguments: {} } },
  ].map((one, id) => JSON.stringify({ jsonrpc: "2.0", id, ...one }));
  const env = { TONEARM_CONFIG_DIR: "/nonexistent", TONEARM_KEYCHAIN: "off" };
  const { code, stdout } = await runInProcess(["mcp"], { env, stdin: `${messages.join("\n")}\n` });
  const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  const told = answers.find(({ id }) => id === 1)?.result;
  assertEquals({ code, isError: told.isError }, { code: 0, isError: true });
  assertMatch(told.content[0].text, /tonearm (login|auth)/);
});
