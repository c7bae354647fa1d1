import { assertEquals, assertMatch } from "@std/assert";
import { ServiceError } from "@tonearm/client";
import { createSandbox, type Sandbox, type WorldData } from "@tonearm/sandbox";
import { Failure } from "../../../cli/errors.ts";
import { run } from "../../../cli/program.ts";
import { follow, type Polls } from "../../../cli/watch/follow.ts";
import type { FollowValues } from "../../../cli/watch/options.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { without } from "../../support/programs.ts";
import { envOf, factsOf, type Outcome, testContext, testHost } from "../../support/cli/test_host.ts";

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

Deno.test("tonearm watch without --once says that it waits, that it retries, and ends by an interruption", async () => {
  await using ann = await watching();
  ann.isDown = true;
  const { code, stderr } = await ann.run("watch", "followers", "--retries=0");
  assertEquals(code, 130);
  const waits =
    /^Waiting for new events\. Press Ctrl-C to stop\.\nCannot fetch events: .*500.*\. Retrying in \d+ s\.\n$/;
  assertMatch(stderr, waits);
  await ann.run("watch", "followers", "--state", ann.state, "--once").then(({ code }) => assertEquals(code, 1));
});

const WATCHED = { source: "followers", service: "https://api.test", account: "soundcloud:users:1" };

/** Follows two events, of which the first one isn't shown, and what `then` does; returns all that can be seen of it. */
async function followed(options: FollowValues, then: (polls: Polls) => unknown = () => {}, isJson = false) {
  await using folder = await temporaryFolder();
  const state = options.state && `${folder.path}/${options.state}`;
  if (state) await Deno.writeTextFile(state, JSON.stringify({ ...WATCHED, place: "t0" }));
  const kept = () => state ? JSON.parse(Deno.readTextFileSync(state)).place : undefined;
  const on = testHost({ env: { PATH: Deno.env.get("PATH") ?? "", OUT: folder.path } });
  const seen: unknown[] = [];
  const events = (polls: Polls) => ({
    token: "t0",
    async *[Symbol.asyncIterator]() {
      for (const id of ["a", "b"]) {
        this.token = `t-${id}`;
        yield { id };
        seen.push(`${id} is done: ${kept()}`);
      }
      await then(polls);
    },
  });
  const open = (since: string | undefined, polls: Polls) => {
    seen.push(`from ${since}`);
    return events(polls);
  };
  const row = ({ id }: { readonly id: string }) => id === "a" ? undefined : { id, more: 1 };
  const columns = [{ title: "ID", value: (shown: { readonly id: string }) => shown.id }];
  const context = testContext(on, isJson ? { jsonl: true } : {});
  const error = await follow(context, { watched: WATCHED, open, row, columns }, { ...options, state })
    .catch((error: unknown) => error);
  const ran = await Deno.readTextFile(`${folder.path}/ran`).catch(() => "");
  return { error, seen, ran, place: kept(), stdout: on.stdout, stderr: on.stderr, path: state };
}

const WAITING = "Waiting for new events. Press Ctrl-C to stop.\n";
const DONE = { error: undefined, ran: "", place: undefined, path: undefined, stdout: "b\n", stderr: "" };

for (
  const [what, options, expected, isJson] of [
    ["from now on", {}, { seen: ["from undefined", "a is done: undefined", "b is done: undefined"], stderr: WAITING }],
    ["from a place", { place: "p", since: "s" }, { seen: ["from p", "a is done: undefined", "b is done: undefined"] }],
    ["from a place with its former name, as JSON", { since: "s" }, {
      ...{ seen: ["from s", "a is done: undefined", "b is done: undefined"], stdout: '{"id":"b","more":1}\n' },
    }, true],
    ["once, without a place", { once: true }, {
      ...{ seen: ["from undefined", "a is done: undefined", "b is done: undefined"] },
    }],
    ["from a state, which is kept after each event", { state: "state.json", exec: 'cat >> "$OUT/ran"' }, {
      ...{ seen: ["from t0", "a is done: t-a", "b is done: t-b"], ran: '{"id":"b"}\n', place: "t-b" },
    }],
  ] as const
) {
  const ignore = "exec" in options && without("sh");
  Deno.test(`follow() shows the events that have a row, ${what}`, { ignore }, async () => {
    const { path, ...found } = await followed(options, () => {}, isJson);
    assertEquals<unknown>({ ...found, path: undefined }, { ...DONE, ...expected });
    assertEquals(path === undefined, !("state" in options));
  });
}

const ignore = without("sh");
Deno.test(
  "follow() prints an event only once its command is done, and fails where that fails",
  { ignore },
  async () => {
    const { error, stdout, seen, place } = await followed({ state: "s", exec: "exit 1", execRetries: 0 });
    const message = "The command failed with exit code 1 on b, 1 time in all";
    const hint = "With --state, the next run begins with this event.";
    assertEquals(factsOf(error), { kind: "failed", code: "exec", message, hint });
    assertEquals({ stdout, seen, place }, { stdout: "", seen: ["from t0", "a is done: t-a"], place: "t-a" });
  },
);

Deno.test("follow() keeps the place of a poll, ends after it with --once, and says when it tries again", async () => {
  const poll = ({ onPoll }: Polls) => onPoll({ token: "polled" });
  const lost = new ServiceError(
    0,
    "network",
    undefined,
    { code: "network", cause: new Error("ECONNREFUSED") } as never,
  );
  const retry = ({ onRetry }: Polls) => onRetry({ error: lost, waitMs: 1001 });
  const on = async (options: FollowValues, then: (polls: Polls) => unknown) => {
    const { error, place, stderr } = await followed({ state: "s", ...options }, then);
    return { error: String(error), place, stderr };
  };
  const through = async (polls: Polls) => await poll(polls).then(() => Promise.reject(new Error("it goes on")));
  const stderr = "Cannot fetch events: Cannot reach SoundCloud: connection refused. Retrying in 2 s.\n";
  assertEquals(await on({}, poll), { error: "undefined", place: "polled", stderr: "" });
  assertEquals(await on({ once: true }, through), { error: "undefined", place: "polled", stderr: "" });
  assertEquals(await on({}, through), { error: "Error: it goes on", place: "polled", stderr: "" });
  assertEquals(await on({}, retry), { error: "undefined", place: "t-b", stderr });
  assertEquals(await on({ once: true }, retry), { error: String(lost), place: "t-b", stderr: "" });
});

for (
  const [code, state, expected] of [
    ["invalid_place", undefined, { kind: "usage", code: "usage", hint: undefined }],
    ["place_lost", undefined, { kind: "failed", code: "place_lost", hint: "Leave out --place." }],
    ["place_lost", "s", { kind: "failed", code: "place_lost", hint: "Remove STATE to start again." }],
    ["http", undefined, undefined],
  ] as const
) {
  Deno.test(`follow() explains the failure ${code}${state ? " of a state" : ""}`, async () => {
    const failure = new ServiceError(0, "", undefined, { code, text: "It is so" } as never);
    const { error, path = "" } = await followed({ state }, () => Promise.reject(failure));
    if (!expected) return assertEquals(error, failure);
    const { message, hint, ...facts } = factsOf(error);
    const { hint: wanted, ...others } = expected;
    assertEquals({ message, ...facts }, { message: failure.message, ...others });
    if (wanted) assertEquals(hint, wanted.replace("STATE", path));
  });
}
