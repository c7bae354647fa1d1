import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { join } from "node:path";
import { encode } from "gpt-tokenizer";
import { type Assistant, assistant, assistantWithUser } from "./assistant.ts";
import { serveWorld, type World } from "../../support/cli/cli.ts";
import { writeTone } from "../../support/sandbox/sounds.ts";

/** The MCP client leaves the timers that would kill its server. */
const LENIENT = { sanitizeOps: false, sanitizeResources: false } as const;

/** A world, and an MCP client that may write. */
interface McpFixture extends AsyncDisposable {
  readonly world: World;
  readonly model: Assistant;
  readonly music: string;
}

async function mcpFixture(): Promise<McpFixture> {
  const world = await serveWorld();
  world.sandbox.config.transcodeDelayMs = 0;
  const music = join(world.home.directory, "music");
  await Deno.mkdir(music);
  await writeTone(join(music, "tone.wav"));
  await writeTone(join(world.home.directory, "secret.wav"));
  const model = await assistant(world.home, "--write", "--root", music);
  return {
    world,
    model,
    music,
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** A task for an assistant, as the tool calls that a model makes; `transcripts/assistant/` has one of each tool. */
type Task = readonly [name: string, work: (fixture: McpFixture) => Promise<void>];

const TASKS: readonly Task[] = [
  ["reads a search to its third page without a repeat", async ({ model: { call } }) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page++) {
      const { value } = await call("search", { query: "lofi", limit: 3, ...(cursor ? { cursor } : {}) });
      seen.push(...value.items.map(({ urn }: { urn: string }) => urn));
      cursor = value.cursor;
    }
    assertEquals(seen, [...new Set(seen)]);
    assert(seen.length > 5, `${seen.length} tracks`);
  }],
  ["finds an artist by name and lists the tracks", async ({ model: { call } }) => {
    const [artist] = (await call("search", { query: "Night Ferry", kind: "users" })).value.items;
    const { value } = await call("list", { what: "tracks", of: artist.urn, limit: 4 });
    assertEquals(value.items.map((track: { artist: string }) => track.artist), Array(4).fill("Night Ferry"));
  }],
  ["looks a track up by its address", async ({ model: { call } }) => {
    const [track] = (await call("list", { what: "tracks", limit: 1 })).value.items;
    assertEquals((await call("look_up", { names: [track.url] })).value.items[0].urn, track.urn);
  }],
  ["retitles and retags a track", async ({ model: { call } }) => {
    const [track] = (await call("list", { what: "tracks", limit: 1 })).value.items;
    const { value } = await call("edit_track", { track: track.urn, title: "Late", tags: ["slow night", "rain"] });
    assertEquals({ title: value.title, tags: value.tags }, { title: "Late", tags: ["slow night", "rain"] });
  }],
  ["makes a private playlist of a search", async ({ model: { call } }) => {
    const { value } = await call("search", { query: "lofi", limit: 3 });
    const add = value.items.map(({ urn }: { urn: string }) => urn);
    const made = (await call("edit_playlist", { title: "For later", add })).value;
    assertEquals({ tracks: made.tracks, sharing: made.sharing }, { tracks: 3, sharing: "private" });
  }],
  ["uploads a file once, privately", async ({ model: { call } }) => {
    const first = (await call("upload", { path: "tone.wav", title: "A tone" })).value;
    const again = (await call("upload", { path: "tone.wav", title: "A tone" })).value;
    assertEquals(first.sharing, "private");
    assertEquals([first.already_there, again.already_there], [false, true]);
    assertEquals(again.urn, first.urn);
  }],
  ["is kept from files outside of the folder, whatever the path", async ({ model: { call }, world, music }) => {
    await Deno.symlink(join(world.home.directory, "secret.wav"), join(music, "link.wav"));
    for (const path of ["../secret.wav", join(world.home.directory, "secret.wav"), "link.wav"]) {
      assertMatch((await call("upload", { path })).text, /is not a file in the folders/);
    }
  }],
  ["deletes only what the user has agreed to", async ({ model: { call } }) => {
    const { value } = await call("edit_playlist", { title: "Gone soon" });
    const reply = (await call("delete", { name: value.urn })).value;
    assertEquals(reply.not_deleted.title, "Gone soon");
    assertEquals((await call("delete", { name: value.urn, confirm: "Gone soon" })).value.title, "Gone soon");
    assertMatch((await call("look_up", { names: [value.urn] })).text, /404/);
  }],
  ["learns from a failure what to do", async ({ model: { call } }) => {
    const { isError, text } = await call("edit_track", { track: "1078", title: "Mine now" });
    assertEquals(isError, true);
    assertMatch(text, /403|not|Forbidden/i);
    assertMatch((await call("look_up", { names: ["no such thing!"] })).text, /does not name a user\. .*URN/);
    assertMatch((await call("react", { action: "follow", names: ["1"] })).text, /yourself\. /);
  }],
];

Deno.test("tonearm mcp: completes tasks with the protocol's official client", LENIENT, async (t) => {
  await using fixture = await mcpFixture();
  const { model, world } = fixture;
  for (const [name, work] of TASKS) await t.step(name, () => work(fixture));
  const token = world.home.env().TONEARM_TOKEN ?? "";
  const transcript = model.texts.join("\n") + model.log();
  assert(token !== "" && !transcript.includes(token), "a token in an answer");
  assertEquals(/\/s-\w{5,}|access_token|secret_token/.exec(transcript), null);
});

Deno.test("tonearm mcp: only reads without --write, with at most twelve tools in 3,000 tokens", LENIENT, async () => {
  await using world = await serveWorld();
  const names = async (...options: string[]) => {
    await using model = await assistant(world.home, ...options);
    const { tools } = await model.client.listTools();
    return tools;
  };
  const reading = await names();
  assert(reading.every(({ annotations }) => annotations?.readOnlyHint === true));
  const all = await names("--write", "--root", "/music");
  assert(all.length <= 12, `${all.length} tools`);
  const tokens = encode(JSON.stringify(all)).length;
  assert(tokens <= 3000, `${tokens} tokens`);
  const destroying = all.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
  assertEquals(destroying, ["edit_track", "edit_playlist", "delete"]);
});

Deno.test("tonearm mcp: asks the user before it deletes, if the client supports it", LENIENT, async () => {
  await using world = await serveWorld();
  const prompts: string[] = [];
  const agrees = (message: string) => prompts.push(message) > 1;
  await using model = await assistantWithUser(world.home, agrees, "--write");
  const { value } = await model.call("edit_playlist", { title: "Asked" });
  const first = await model.call("delete", { name: value.urn, confirm: "Asked" });
  assertEquals(first.text, "The user declined. Nothing was changed.");
  assertEquals((await model.call("delete", { name: value.urn })).value.deleted, value.urn);
  assertEquals(prompts, ['Delete "Asked" permanently?', 'Delete "Asked" permanently?']);
});

Deno.test("docs/skills/tonearm/SKILL.md has at most 600 tokens, and each of its commands exists", async () => {
  const skill = await Deno.readTextFile(new URL("../../../docs/skills/tonearm/SKILL.md", import.meta.url));
  const tokens = encode(skill).length;
  assert(tokens <= 600, `${tokens} tokens`);
  await using world = await serveWorld();
  const lines = [...skill.matchAll(/`tonearm ([a-z][^`]*)`/g)].map(([, line = ""]) => line.replace(/ DIR\b/, ""));
  for (const line of new Set(lines)) {
    const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const { code, stderr } = await world.home.run([...words, "--help"]);
    assertEquals(code, 0, `${line}: ${stderr}`);
  }
  assert(lines.length > 20);
});

Deno.test(
  "tonearm mcp --confirm: each change needs the user, and a client that cannot ask changes nothing",
  LENIENT,
  async () => {
    await using world = await serveWorld();
    const prompts: string[] = [];
    const canceling = new AbortController();
    const agrees = (message: string) => {
      if (prompts.push(message) === 3) canceling.abort();
      return prompts.length > 1;
    };
    await using model = await assistantWithUser(world.home, agrees, "--write", "--confirm");
    const like = () => model.call("react", { action: "like", names: ["1078"] });
    assertEquals((await like()).text, "The user declined. Nothing was changed.");
    assertEquals((await like()).value.items, [{ like: "1078" }]);
    assertEquals(prompts, Array(2).fill('Allow react with {"action":"like","names":["1078"]}?'));
    const edit = { name: "edit_track", arguments: { track: "1009", title: "Canceled" } };
    await assertRejects(() => model.client.callTool(edit, undefined, { signal: canceling.signal }));
    const [{ title }] = (await model.call("look_up", { names: ["1009"] })).value.items;
    assertEquals({ asked: prompts.length, title }, { asked: 3, title: "Midnight Balcony" });
    await using silent = await assistant(world.home, "--write", "--confirm");
    const calls = [["react", { action: "like", names: ["1078"] }], ["delete", { name: "1184", confirm: "x" }]] as const;
    for (const [name, given] of calls) {
      assertMatch((await silent.call(name, given)).text, /^This client cannot ask the user/);
    }
    assertEquals((await silent.call("look_up", { names: ["1184"] })).isError, false);
  },
);
