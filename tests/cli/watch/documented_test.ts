import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { serveWorld, start, stubServer } from "../../support/cli/cli.ts";
import { without, writeProgram } from "../../support/programs.ts";

const PAGE = await Deno.readTextFile(new URL("../../../docs/guides/watching.md", import.meta.url));

/** The rows of the table of events: the type, the fields, and an id. */
const ROWS = [...PAGE.matchAll(/^\| `(\w+)` +\| (`[^|]+) \| `([^|]+)` +\|$/gm)].map((
  [, type = "", fields = "", id = ""],
) => ({
  type,
  fields: fields.match(/\w+(?=`)/g) ?? [],
  id,
}));

Deno.test({
  name: "tonearm watch --exec: the hook of docs/guides/watching.md gets its address from the environment",
  ignore: without("sh", "curl"),
  async fn() {
    const [, script = ""] = /```bash\n([^]*?)```/.exec(PAGE) ?? [];
    assertEquals(script.trim().split("\n").length, 3);
    const posted: string[] = [];
    await using receiver = stubServer(async (request) => new Response(posted.push(await request.text()) ? "" : null));
    await using world = await serveWorld();
    const hook = join(world.home.directory, "notify.sh");
    await writeProgram(hook, script);
    const state = join(world.home.directory, "comments.json");
    const watch = ["watch", "comments", "--state", state, "--once"];
    assertEquals((await world.home.spawn(watch)).code, 0);
    assertEquals((await world.home.run(["comment", "1009", "Lovely"])).code, 0);
    const outcome = await world.home.spawn([...watch, "--exec", hook], { env: { WEBHOOK: receiver.url } });
    assertEquals(outcome.code, 0, outcome.stderr);
    assertEquals(posted.map((body) => JSON.parse(body).comment.body), ["Lovely"]);
  },
});

Deno.test({
  name: "tonearm watch --webhook: the receiver of docs/guides/watching.md takes signed events alone",
  ignore: without("node"),
  async fn() {
    const [, program = ""] = /```js\n([^]*?)```/.exec(PAGE) ?? [];
    const [, port = ""] = /listen\((\d+),/.exec(program) ?? [];
    const url = `http://127.0.0.1:${port}`;
    await using world = await serveWorld();
    const env = { TONEARM_WEBHOOK_KEY: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };
    const path = join(world.home.directory, "receiver.mjs");
    await Deno.writeTextFile(path, program);
    const receiver = start(["node", path], world.home.env(env));
    try {
      const state = join(world.home.directory, "comments.json");
      const watch = ["watch", "comments", "--state", state, "--once", "--webhook", url];
      assertEquals((await world.home.spawn(watch, { env })).code, 0);
      assertEquals((await world.home.run(["comment", "1009", "Lovely"])).code, 0);
      const outcome = await world.home.spawn(watch, { env });
      assertEquals(outcome.code, 0, outcome.stderr);
      const headers = { "webhook-id": "1", "webhook-timestamp": `${Date.now() / 1000}`, "webhook-signature": "v1,no" };
      const forged = await fetch(url, { method: "POST", headers, body: `{"type":"forged","id":"1"}` });
      await forged.body?.cancel();
      assertEquals(forged.status, 401);
    } finally {
      receiver.signal("SIGTERM");
    }
    assertEquals((await receiver.outcome).stdout, "comment Lovely\n");
  },
});

Deno.test("tonearm watch: the fields and ids of events are those of docs/guides/watching.md", async () => {
  await using world = await serveWorld();
  const { home, sandbox } = world;
  const watch = (source: string[], state: string) => [
    ...["watch", ...source, "--state", join(home.directory, state), "--once", "--json"],
  ];
  const sources = [["activities"], ["comments"], ["followers"], ["likes"], ["tracks", "9"], ["liked", "9"]];
  for (const source of sources) assertEquals((await home.run(watch(source, source[0] ?? ""))).code, 0);
  assertEquals((await home.run(["follow", "9"])).code, 0);
  assertEquals((await home.run(["comment", "1009", "Lovely"])).code, 0);
  const as = { env: { TONEARM_TOKEN: sandbox.issueTokens(9).access_token } };
  assertEquals((await home.run(["like", "1009"], as)).code, 0);
  assertEquals((await home.run(["follow", "1"], as)).code, 0);
  const { permalink } = JSON.parse((await home.run(["user", "9", "--json=permalink"])).stdout);
  await sandbox.control.data.add({ tracks: [{ title: "New", user: permalink }] });
  const seen = new Map<string, string[]>();
  for (const source of sources) {
    const { stdout } = await home.run(watch(source, source[0] ?? ""));
    for (const line of stdout.split("\n").filter(Boolean)) {
      const event: Record<string, unknown> = JSON.parse(line);
      const { type, id, at: _at, ...fields } = event;
      const row = ROWS.find((one) => one.type === type);
      const form = row?.id.replace("…", ".+").replace(/\d+/g, "\\d+");
      assertMatch(String(id), new RegExp(`^${form}$`));
      seen.set(String(type), Object.keys(fields).sort());
    }
  }
  const documented = new Map(
    ROWS.filter(({ type }) => seen.has(type)).map(({ type, fields }) => [type, fields.toSorted()]),
  );
  assertEquals(Object.fromEntries(seen), Object.fromEntries(documented));
  assertEquals(seen.size, 6);
});
