import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createSandbox, type Sandbox, type WorldData } from "@tonearm/sandbox";
import { Failure } from "../../../cli/errors.ts";
import { run } from "../../../cli/program.ts";
import { envOf, type Outcome, testHost } from "../../support/cli/test_host.ts";

/** Ann, whom Critic follows from now on, and Poster, whom she follows. */
const WORLD: WorldData = {
  users: [
    { permalink: "ann", username: "Ann", follows: ["poster"] },
    { permalink: "critic", username: "Critic" },
    { permalink: "poster", username: "Poster" },
  ],
  tracks: [{ permalink: "harbour", title: "Harbour", user: "ann" }],
};

interface Watching extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** The path of a state file. */
  readonly state: string;
  /** Whether the service answers everything but `/me` with an error. */
  isDown: boolean;
  run(...argv: string[]): Promise<Outcome>;
}

/** Ann's account; a run is interrupted once it says that it retries. */
async function watching(): Promise<Watching> {
  const sandbox = createSandbox(WORLD);
  const folder = await Deno.makeTempDir({ prefix: "tonearm-watch-" });
  const env = { ...envOf(sandbox, "ann"), TONEARM_CONFIG_DIR: folder };
  const fixture: Watching = {
    sandbox,
    state: `${folder}/state.json`,
    isDown: false,
    run: async (...argv) => {
      const controller = new AbortController();
      const fetch: typeof globalThis.fetch = (input, init) => {
        const isMe = new URL(String(input)).pathname.endsWith("/me");
        if (!fixture.isDown || isMe) return sandbox.fetch(String(input), init);
        return Promise.resolve(new Response("", { status: 500 }));
      };
      const on = testHost({ env, fetch, signal: controller.signal });
      const write = (text: string) => {
        if (text.includes("Retrying")) controller.abort(new Failure("interrupted", "Interrupted"));
        return on.host.stderr.write(text);
      };
      const code = await run(argv, { ...on.host, stderr: { ...on.host.stderr, write } });
      return { code, stdout: on.stdout, stderr: on.stderr };
    },
    async [Symbol.asyncDispose]() {
      sandbox.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
  return fixture;
}

const POST = { tracks: [{ title: "Just out", user: "poster" }] };
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** What happens while each source is watched, and the row of its event: when, what, who, the title and the id. */
const SOURCES: Readonly<Record<string, { readonly data: object; readonly row: readonly (string | RegExp)[] }>> = {
  "": { data: POST, row: [TIME, "track", "Poster", "Just out", /^activity:track\|.*\|soundcloud:tracks:\d+$/] },
  activities: { data: POST, row: [TIME, "track", "Poster", "Just out", /^activity:track\|/] },
  comments: {
    data: { comments: [{ track: "ann/harbour", user: "critic", body: "Lovely" }] },
    row: [TIME, "comment", "Critic", "Harbour: Lovely", /^comment:soundcloud:comments:\d+$/],
  },
  followers: {
    data: { users: [{ permalink: "fan", username: "Fan", follows: ["ann"] }] },
    row: ["", "follower", "Fan", "", /^follower:soundcloud:users:\d+$/],
  },
  likes: {
    data: { users: [{ permalink: "fan", username: "Fan", likes: ["ann/harbour"] }] },
    row: ["", "like", "Fan", "Harbour", /^like:soundcloud:tracks:\d+:soundcloud:users:\d+$/],
  },
  "tracks @poster": { data: POST, row: [TIME, "track", "Poster", "Just out", /^track:soundcloud:tracks:\d+$/] },
};

function assertRow(stdout: string, row: readonly (string | RegExp)[]): void {
  const cells = stdout.replace(/\n$/, "").split("\t");
  assertEquals(cells.length, row.length, stdout);
  for (const [index, expected] of row.entries()) {
    if (typeof expected === "string") assertEquals(cells[index], expected);
    else assertMatch(cells[index] ?? "", expected);
  }
}

for (const [source, { data, row }] of Object.entries(SOURCES)) {
  Deno.test(`tonearm watch ${source}: an event is a row, and is printed once`, async () => {
    await using ann = await watching();
    const poll = () => ann.run("watch", ...source.split(" ").filter(Boolean), "--state", ann.state, "--once");
    assertEquals(await poll(), { code: 0, stdout: "", stderr: "" });
    await ann.sandbox.control.data.add(data);
    assertRow((await poll()).stdout, row);
    assertEquals(await poll(), { code: 0, stdout: "", stderr: "" });
  });
}

Deno.test("tonearm watch liked: an event is a row with the track and its artist", async () => {
  await using ann = await watching();
  const poll = () => ann.run("watch", "liked", "@ann", "--state", ann.state, "--once");
  assertEquals((await poll()).stdout, "");
  await ann.run("like", "ann/harbour");
  assertRow((await poll()).stdout, ["", "liked", "Ann", "Harbour", /^liked:soundcloud:tracks:\d+$/]);
});

Deno.test("tonearm watch --jsonl: an event is an object with its type, id, time and user", async () => {
  await using ann = await watching();
  const poll = () => ann.run("watch", "followers", "--state", ann.state, "--once", "--jsonl");
  await poll();
  await ann.sandbox.control.data.add({ users: [{ permalink: "fan", username: "Fan", follows: ["ann"] }] });
  const { type, id, user } = JSON.parse((await poll()).stdout);
  assertEquals(type, "follower");
  assertEquals(id, `follower:${user.urn}`);
  assertEquals(user.username, "Fan");
});

Deno.test("tonearm watch --once: a failure ends it, and the place stays", async () => {
  await using ann = await watching();
  await ann.run("watch", "followers", "--state", ann.state, "--once");
  const before = await Deno.readTextFile(ann.state);
  ann.isDown = true;
  const { code, stdout } = await ann.run("watch", "followers", "--state", ann.state, "--once", "--retries=0");
  assertEquals({ code, stdout }, { code: 1, stdout: "" });
  assertEquals(await Deno.readTextFile(ann.state), before);
});

Deno.test("tonearm watch without --once says that it waits, that it retries, and ends by an interruption", async () => {
  await using ann = await watching();
  ann.isDown = true;
  const { code, stderr } = await ann.run("watch", "followers", "--retries=0");
  assertEquals(code, 130);
  assertStringIncludes(stderr, "Waiting for new events. Press Ctrl-C to stop.\n");
  assertMatch(stderr, /Cannot fetch events: .*500.*\. Retrying in \d+ s\.\n/);
});
