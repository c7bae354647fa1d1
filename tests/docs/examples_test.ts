import { assert, assertEquals, assertMatch } from "@std/assert";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FileTokenStore } from "@tonearm/client/file";
import { HttpTokenStore } from "@tonearm/client/http";
import { parse } from "yaml";
import signIn, { SessionObject } from "../../examples/sign_in_worker.ts";
import worker from "../../examples/worker.ts";
import { catalogueFixture } from "../support/cli/catalogue.ts";
import { start } from "../support/cli/cli.ts";
import { exampleFixture } from "../support/docs/examples.ts";
import { temporaryFolder } from "../support/folder.ts";
import { without } from "../support/programs.ts";

const TONE = new URL("../../examples/tone.wav", import.meta.url);

Deno.test("upload_folder.ts uploads new files, reports files without sound, and skips the rest", async () => {
  await using fixture = await exampleFixture();
  await using folder = await temporaryFolder();
  await copyFile(TONE, join(folder.path, "one.wav"));
  await writeFile(join(folder.path, "three.mp3"), "no sound");
  await writeFile(join(folder.path, "notes.txt"), "no upload");
  const first = await fixture.run("upload_folder.ts", folder.path);
  assertMatch(first.stdout, /^one\.wav: soundcloud:tracks:\d+, 1000 ms\nthree\.mp3: unable to process/);
  assertEquals(first.code, 1);
  await rm(join(folder.path, "three.mp3"));
  await copyFile(TONE, join(folder.path, "two.wav"));
  const second = await fixture.run("upload_folder.ts", folder.path);
  assertMatch(second.stdout, /^one\.wav: is there\ntwo\.wav: soundcloud:tracks:\d+, 1000 ms\n$/);
  assertEquals({ code: second.code, stderr: second.stderr }, { code: 0, stderr: "" });
  const titles = (await fixture.client.fetchAll(fixture.client.me.getTracks(200))).map(({ title }) => title);
  assertEquals(titles.filter((title) => /^(one|two|three|notes)$/.test(title)).sort(), ["one", "two"]);
});

Deno.test("playlist_sync.ts creates the playlist, updates it, and leaves it unchanged when it's up to date", async () => {
  await using fixture = await exampleFixture();
  await using folder = await temporaryFolder();
  const file = join(folder.path, "tracks.txt");
  const address = (await fixture.client.tracks.getTrack(1143)).permalink_url.split("?")[0];
  await writeFile(file, `# mine\n1078\n\n${address}\n`);
  const made = await fixture.run("playlist_sync.ts", file, "Evening");
  assertEquals(made.stdout + made.stderr, "Evening: 2 added, 0 removed, 2 in all\n");
  await writeFile(file, "soundcloud:tracks:1184\n1078\n");
  const changed = await fixture.run("playlist_sync.ts", file, "Evening");
  assertEquals(changed.stdout + changed.stderr, "Evening: 1 added, 1 removed, 2 in all\n");
  const again = await fixture.run("playlist_sync.ts", file, "Evening");
  assertEquals(again.stdout + again.stderr, "Evening: as it should be\n");
  const [playlist] = (await fixture.client.me.getPlaylists(200)).collection.filter(({ title }) => title === "Evening");
  assertEquals(playlist?.tracks?.map(({ id }) => id), [1184, 1078]);
});

Deno.test("batch_export.ts writes every track of its user, and escapes formulas", async () => {
  await using fixture = await exampleFixture();
  await fixture.client.tracks.update(1184, { title: '=HYPERLINK("x"), quoted' });
  const { code, stdout, stderr } = await fixture.run("batch_export.ts");
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  const [head, ...lines] = stdout.trimEnd().split("\n");
  assertEquals(head, "urn,title,uploaded,seconds,plays,likes,genre");
  assertEquals(lines.length, (await fixture.client.fetchAll(fixture.client.me.getTracks(200))).length);
  assert(lines.some((line) => line.startsWith(`soundcloud:tracks:1184,"'=HYPERLINK(""x""), quoted",20`)));
});

Deno.test("connect.ts refreshes the tokens in the file that TOKENS names", async () => {
  await using fixture = await exampleFixture();
  await using folder = await temporaryFolder();
  const { sandbox } = fixture.served;
  const TOKENS = join(folder.path, "tokens.json");
  const { access_token, refresh_token } = sandbox.issueTokens(1);
  await new FileTokenStore(TOKENS).setTokens(access_token, refresh_token);
  sandbox.clock.advance(3_600_000);
  const { code, stdout, stderr } = await fixture.launch("batch_export.ts", [], { TOKENS }).outcome;
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  assertMatch(stdout, /\nsoundcloud:tracks:1184,/);
});

Deno.test("worker.ts redirects to a signed URL, refreshes its one token, and reports unplayable tracks", async () => {
  await using fixture = await exampleFixture();
  const { url, sandbox } = fixture.served;
  const app = { CLIENT_ID: sandbox.clientConfig.clientId, CLIENT_SECRET: sandbox.clientConfig.clientSecret };
  const env = { ...app, API_URL: url, AUTH_URL: url };
  const get = (path: string, method = "GET") => worker.fetch(new Request(`https://app.test${path}`, { method }), env);
  const { status, headers } = await get("/play/1078");
  assertEquals({ status, cacheControl: headers.get("cache-control") }, { status: 302, cacheControl: "no-store" });
  const sound = await fetch(headers.get("location") ?? "");
  assertMatch(await sound.text(), /^#EXTM3U/);
  const refused = await Promise.all([get("/play/4"), get("/play/.."), get("/"), get("/play/1078", "POST")]);
  assertEquals(refused.map(({ status }) => status), [404, 404, 404, 405]);
  const tokens = () => fixture.served.getJson<{ total: number }>("/_sandbox/requests?path=/oauth/token");
  assertEquals((await tokens()).total, 1);
  sandbox.clock.advance(3_600_000);
  const kept: Promise<unknown>[] = [];
  void worker.fetch(new Request("https://app.test/play/1078"), env, { waitUntil: (promise) => kept.push(promise) });
  await Promise.all(kept);
  assertEquals((await tokens()).total, 2, "the refresh ends even if its visitor leaves");
  assertEquals((await get("/play/1078")).status, 302);
  sandbox.config.playsLimit = 1;
  assertEquals((await get("/play/1078")).status, 503);
});

Deno.test("sign_in_worker.ts stores the pair of a refresh even if its visitor leaves", async () => {
  await using fixture = await exampleFixture();
  const { url, sandbox } = fixture.served;
  const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = sandbox.clientConfig;
  const entries = new Map();
  const object = new SessionObject({
    storage: {
      get: (key) => Promise.resolve(entries.get(key)),
      put: (key, value) => Promise.resolve(void entries.set(key, value)),
      deleteAll: () => Promise.resolve(entries.clear()),
    },
  });
  const send: typeof fetch = (input, init) => object.fetch(new Request(input, init));
  const SESSIONS = { idFromName: (name: string) => name, get: () => ({ fetch: send }) };
  const env = { CLIENT_ID, CLIENT_SECRET, REDIRECT_URI: "http://a.test/", API_URL: url, AUTH_URL: url, SESSIONS };
  const store = new HttpTokenStore("https://session.invalid/", { fetch: send });
  const { access_token: accessToken, refresh_token: refreshToken } = sandbox.issueTokens(1);
  await store.compareAndSwap(undefined, { generation: 0, accessToken, refreshToken });
  sandbox.clock.advance(3_600_000);
  const kept: Promise<unknown>[] = [];
  const request = new Request("http://a.test/", { headers: { cookie: "session=1" } });
  void signIn.fetch(request, env, { waitUntil: (promise) => kept.push(promise) });
  await Promise.all(kept);
  assert((await store.read())?.accessToken !== accessToken, "the pair is lost");
});

Deno.test("insights_server.ts records, and answers what came in a period", async () => {
  await using fixture = await exampleFixture();
  await using folder = await temporaryFolder();
  const env = { PORT: "0", INSIGHTS: join(folder.path, "insights.sqlite") };
  const server = fixture.launch("insights_server.ts", [], env);
  try {
    const [recorded = "", url = ""] = (await server.printed(/http.*\n/)).trim().split("\n");
    assertMatch(recorded, /^Night Ferry: recorded, \d+ changes$/);
    const get = async (path: string) => {
      const reply = await fetch(new URL(path, url));
      return { status: reply.status, body: await reply.json() };
    };
    const { totals, tracks, parts } = (await get("/?by=week")).body;
    const sum = tracks.reduce((total: number, track: { total: number }) => total + track.total, 0);
    assert(totals.plays.total >= sum && sum > 0 && parts.length >= 4);
    assertEquals(await get("/milestones?after=5"), { status: 200, body: [] });
    const { status, body } = await get("/?from=May");
    assertEquals({ status, error: body.error.includes("is not a date like 2026-05-03") }, { status: 400, error: true });
  } finally {
    server.signal("SIGTERM");
    assertEquals((await server.outcome).stderr, "");
  }
});

Deno.test({
  name: "examples/catalogue.yml: its steps apply a merged change and commit the URNs, also where git knows nobody",
  ignore: without("bash", "git"),
  async fn() {
    await using ann = await catalogueFixture();
    await ann.run("pull");
    const workflow = parse(await readFile(new URL("../../examples/catalogue.yml", import.meta.url), "utf8"));
    const [apply, commit, ...others] = workflow.jobs.apply.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    assertEquals({ apply, others }, { apply: "tonearm apply . --yes", others: [] });
    await ann.sound("third.wav", 300);
    await ann.write("tracks.csv", "urn,title,file\n,Third,third.wav\n");
    assertEquals((await ann.run("apply", "--yes")).code, 0);
    const env = { HOME: ann.home.directory, PATH: Deno.env.get("PATH") ?? "", GIT_CONFIG_NOSYSTEM: "1" };
    const begin = "git init -qb main && git init -q --bare ../origin && git remote add origin ../origin";
    const script =
      `cd "$0" && ${begin} && git config push.autoSetupRemote true\n${commit}git show origin/main:tracks.csv`;
    const { code, stdout, stderr } = await start(["bash", "-e", "-c", script, ann.folder], env).outcome;
    assertEquals(code, 0, stderr);
    assertMatch(stdout, /soundcloud:tracks:\d+,Third/);
  },
});

Deno.test("examples/: every example is run by a test, and says how to run it", async () => {
  const files = ["examples_test.ts", "sign_in_examples_test.ts", "sign_in_frameworks_test.ts"]
    .concat("upload_from_browser_test.ts", "uploading_from_ci_test.ts");
  const tests = (await Promise.all(files.map((file) => Deno.readTextFile(new URL(file, import.meta.url))))).join("");
  const examples = new URL("../../examples/", import.meta.url);
  for await (const { name, isDirectory } of Deno.readDir(examples)) {
    if (isDirectory) assert(tests.includes(`name: "${name}"`) || tests.includes(`"examples/${name}/`), name);
    if (!name.endsWith(".ts") || name === "connect.ts") continue;
    assert(tests.includes(`"${name} `) || tests.includes(`"${name}"`), name);
    const text = await Deno.readTextFile(new URL(name, examples));
    assertMatch(text, /^ \* .*(deno task sandbox:exec .*deno task run examples\/|Cloudflare Workers)/m, name);
  }
});
