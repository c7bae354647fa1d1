import { assertEquals, assertStringIncludes } from "@std/assert";
import { createSandbox, type WorldData } from "@tonearm/sandbox";
import { temporaryFolder } from "../../support/folder.ts";
import { envOf, type Outcome, runInProcess } from "../../support/cli/test_host.ts";

/** The tags of the track in `TAGGED`. */
const MACHINE_TAGGED = "rain geo:lat=43.5 soundcloud:source=app";

/** Runs the program against a sandbox with the track, and returns the methods of its requests. */
async function run(...argv: readonly string[]): Promise<Outcome & { methods: string[] }> {
  using sandbox = createSandbox(TAGGED);
  await using folder = await temporaryFolder();
  const methods: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    methods.push(init?.method ?? "GET");
    const reply = await sandbox.fetch(String(input), init);
    // With machine tags, as the service returned them until 2026-10-28.
    const text = (await reply.text()).replaceAll('"tag_list":"rain"', `"tag_list":"${MACHINE_TAGGED}"`);
    return new Response(reply.body && text, reply);
  };
  const env = { NO_COLOR: "1", TONEARM_CONFIG_DIR: folder.path, TONEARM_DATA_DIR: folder.path, ...envOf(sandbox) };
  return { ...await runInProcess(["track", "edit", "me/ferry", ...argv], { env, fetch }), methods };
}

/** A track with a machine tag, which the site doesn't show. */
const TAGGED: WorldData = {
  empty: true,
  users: [{ permalink: "me" }],
  tracks: [{ title: "Ferry", user: "me", tags: ["rain", "geo:lat=43.5", "soundcloud:source=app"] }],
};

Deno.test("tonearm track edit --tag rejects an edit that would remove tags of programs, and says how to keep them", async () => {
  const { code, stderr, methods } = await run("--tag", "night");
  assertEquals(code, 2);
  assertStringIncludes(stderr, "error: This would remove tags that other programs have set\n");
  assertStringIncludes(stderr, "or use --force: --tag geo:lat=43.5 --tag soundcloud:source=app");
  assertEquals(methods.filter((method) => method !== "GET"), []);
});

Deno.test("tonearm track edit --tag replaces tags where those of programs are repeated, or with --force", async () => {
  for (const more of [["--tag", "geo:lat=43.5", "--tag", "soundcloud:source=app"], ["--force"]]) {
    const { code, methods, stderr } = await run("--tag", "night", ...more);
    assertEquals(code, 0, stderr);
    assertEquals(methods.at(-1), "PUT");
  }
});
