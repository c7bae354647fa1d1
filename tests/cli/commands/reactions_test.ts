import { assertEquals, assertStringIncludes } from "@std/assert";
import { runInProcess } from "../../support/cli/test_host.ts";

const TRACK = "soundcloud:tracks:1143";
const USER = "soundcloud:users:9";
const BARE = "A bare number is a track's.";

/** What each command prints, and also, if the service tells, where there was nothing to undo. */
const REACTIONS = {
  like: { id: TRACK, done: "liked" },
  unlike: { id: TRACK, done: "unliked", idle: "was not liked" },
  repost: { id: TRACK, done: "reposted" },
  unrepost: { id: TRACK, done: "unreposted", idle: "was not reposted" },
  follow: { id: USER, done: "following" },
  unfollow: { id: USER, done: "unfollowed" },
};

/** Runs a command against a service that answers every request with a status. */
async function run(status: number, argv: readonly string[], stdin = "") {
  const env = { TONEARM_TOKEN: "t", TONEARM_API_URL: "https://api.test" };
  const fetch = () => Promise.resolve(Response.json({}, { status }));
  return await runInProcess(argv, { env, fetch, stdin });
}

for (const [name, { id, done, ...others }] of Object.entries(REACTIONS)) {
  Deno.test(`tonearm ${name} prints what it did to each id, and to those of stdin`, async () => {
    const expected = { code: 0, stdout: `${done}\t${id}\n`, stderr: "" };
    assertEquals(await run(200, [name, id]), expected);
    assertEquals(await run(200, [name, "-"], `${id}\n`), expected);
    const { stdout } = await run(200, [name, id, "--json"]);
    assertEquals(JSON.parse(stdout), { id, action: name, changed: true });
  });

  if ("idle" in others) {
    Deno.test(`tonearm ${name} says where there was nothing to undo`, async () => {
      assertEquals(await run(404, [name, id]), { code: 0, stdout: `${others.idle}\t${id}\n`, stderr: "" });
      const { stdout } = await run(404, [name, id, "--json"]);
      assertEquals(JSON.parse(stdout), { id, action: name, changed: false });
    });
  }

  Deno.test(`tonearm ${name} --help has examples with an id and with a file, and says what a number means`, async () => {
    const { stdout } = await run(200, [name, "--help"]);
    assertStringIncludes(stdout, `$ tonearm ${name} ${id}\n`);
    assertStringIncludes(stdout, `$ tonearm ${name} - < ${id === USER ? "users" : "tracks"}.txt\n`);
    assertEquals(stdout.includes(BARE), id === TRACK);
    assertEquals((await run(200, [name, "soundcloud:comments:1"])).code, 2);
  });
}
