import { assertEquals, assertStringIncludes } from "@std/assert";
import { createSandbox, type WorldData } from "@tonearm/sandbox";
import { temporaryFolder } from "../../support/folder.ts";
import { envOf, type Outcome, runInProcess, screenLines, type TestHostOptions } from "../../support/cli/test_host.ts";

/** The tags of the track in `TAGGED`. */
const MACHINE_TAGGED = "rain geo:lat=43.5 soundcloud:source=app";

/** The outcome of a run and its requests. */
interface Ended extends Outcome {
  readonly requests: readonly string[];
}

/** Runs the program against a sandbox, with an empty home. */
async function run(argv: readonly string[], { env, ...more }: TestHostOptions = {}, data?: WorldData): Promise<Ended> {
  using sandbox = createSandbox(data);
  await using folder = await temporaryFolder();
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(`${init?.method ?? "GET"} ${new URL(String(input)).pathname}`);
    const reply = await sandbox.fetch(String(input), init);
    // With machine tags, as the service returned them until 2026-10-28.
    const text = (await reply.text()).replaceAll('"tag_list":"rain"', `"tag_list":"${MACHINE_TAGGED}"`);
    return new Response(reply.body && text, reply);
  };
  const own = { NO_COLOR: "1", TONEARM_CONFIG_DIR: folder.path, TONEARM_DATA_DIR: folder.path, ...envOf(sandbox) };
  return { ...await runInProcess(argv, { ...more, env: { ...own, ...env }, fetch }), requests };
}

const APPLICATION = { TONEARM_CLIENT_ID: "app", TONEARM_CLIENT_SECRET: "app-secret", TONEARM_TOKEN: "" };

Deno.test("tonearm login --with-token tells a broken service from a rejected token", async () => {
  const fetch = () => Promise.resolve(new Response("oh no", { status: 500 }));
  const env = { ...APPLICATION, TONEARM_API_URL: "https://api.example", TONEARM_AUTH_URL: "https://auth.example" };
  const { code, stderr } = await runInProcess(["login", "--with-token", "--retries=0"], { stdin: "t\n", env, fetch });
  assertEquals(code, 1, stderr);
  assertEquals(stderr.includes("rejected"), false, stderr);
});

Deno.test("tonearm auth status is exit 4 where the service rejects TONEARM_TOKEN", async () => {
  const { code, stderr } = await run(["auth", "status"], { env: { TONEARM_TOKEN: "bad" } });
  assertEquals(code, 4);
  assertStringIncludes(stderr, "error: SoundCloud rejected the token of TONEARM_TOKEN\nIt may have expired");
});

/** A track with a machine tag, which the site doesn't show. */
const TAGGED: WorldData = {
  empty: true,
  users: [{ permalink: "me" }],
  tracks: [{ title: "Ferry", user: "me", tags: ["rain", "geo:lat=43.5", "soundcloud:source=app"] }],
};

Deno.test("tonearm track edit --tag rejects an edit that would remove tags of programs, and says how to keep them", async () => {
  const { code, stderr, requests } = await run(["track", "edit", "me/ferry", "--tag", "night"], {}, TAGGED);
  assertEquals(code, 2);
  assertStringIncludes(stderr, "error: This would remove tags that other programs have set\n");
  assertStringIncludes(stderr, "or use --force: --tag geo:lat=43.5 --tag soundcloud:source=app");
  assertEquals(requests.filter((request) => !request.startsWith("GET")), []);
});

Deno.test("tonearm track edit --tag replaces tags where those of programs are repeated, or with --force", async () => {
  for (const more of [["--tag", "geo:lat=43.5", "--tag", "soundcloud:source=app"], ["--force"]]) {
    const { code, requests, stderr } = await run(["track", "edit", "me/ferry", "--tag", "night", ...more], {}, TAGGED);
    assertEquals(code, 0, stderr);
    assertEquals(requests.at(-1)?.split(" ")[0], "PUT");
  }
});

for (
  const [argv, columns] of [
    ["playlists", "TITLE BY TRACKS LENGTH LIKES URN"],
    ["followers", "USER PLACE FOLLOWERS TRACKS URN"],
    ["comments 1184", "AT BY COMMENT ON"],
    ["feed", "WHAT TITLE BY LENGTH ON URN"],
    ["likes", "TITLE ARTIST LENGTH PLAYS LIKES ACCESS URN"],
    ["web-profiles night-ferry", "SERVICE TITLE ADDRESS"],
    ["playlists --columns title,by,sharing,date,url", "TITLE BY SHARING DATE URL"],
    ["followers --columns user,following,playlists,plan,url", "USER FOLLOWING PLAYLISTS PLAN URL"],
    ["comments 1184 --columns at,urn", "AT URN"],
  ] as const
) {
  Deno.test(`tonearm ${argv}: a terminal shows the columns ${columns}`, async () => {
    const { stdout } = await run(argv.split(" "), { columns: 400 });
    assertEquals(screenLines(stdout)[0]?.trim().split(/ +/).join(" "), columns);
  });
}
