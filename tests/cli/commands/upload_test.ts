import { assert, assertEquals, assertMatch } from "@std/assert";
import { execFileSync } from "node:child_process";
import { rename, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emptyHome, serveWorld, stubServer, type World } from "../../support/cli/cli.ts";
import { writeTone } from "../../support/sandbox/sounds.ts";

interface UploadFixture extends World {
  /** Returns the path of a file. */
  at(name: string): string;
  /** Returns the titles of the user's newest tracks. */
  titles(): Promise<string[]>;
  /** Runs `upload` and parses its JSON. */
  json(...args: string[]): Promise<{ code: number; value: Record<string, unknown>[] }>;
}

async function uploadFixture(): Promise<UploadFixture> {
  const world = await serveWorld();
  world.sandbox.config.transcodeDelayMs = 0;
  const at = (name: string) => join(world.home.directory, name);
  for (const [index, name] of ["one.wav", "two.wav", "three.wav"].entries()) {
    await writeTone(at(name), 1, 300 + 100 * index);
  }
  return {
    ...world,
    at,
    titles: async () => {
      const { stdout } = await world.home.run(["api", "/me/tracks?linked_partitioning=true&limit=5"]);
      return JSON.parse(stdout).collection.map(({ title }: { title: string }) => title);
    },
    json: async (...args) => {
      const { code, stdout } = await world.home.run(["upload", ...args, "--json"]);
      const value = JSON.parse(stdout);
      return { code, value: Array.isArray(value) ? value : [value] };
    },
  };
}

Deno.test("tonearm upload: an interrupted batch resumes where it stopped, and sends nothing twice", async () => {
  await using fixture = await uploadFixture();
  const manifest = fixture.at("batch.csv");
  await writeFile(manifest, "file\none.wav\ntwo.wav\nthree.wav\n");
  const hangs = fixture.sandbox.faults.add({ match: { method: "POST", path: "/tracks", nth: 2 }, latencyMs: 60_000 });
  const running = fixture.home.start(["upload", "--manifest", manifest]);
  await running.printed(/uploaded\t.*one\.wav/);
  running.signal("SIGINT");
  assertEquals((await running.outcome).code, 130);
  fixture.sandbox.faults.remove(hangs.id);
  const again = await fixture.json("--manifest", manifest);
  assertEquals(again.value.map(({ outcome }) => outcome), ["already there", "uploaded", "uploaded"]);
  const third = await fixture.json("--manifest", manifest);
  assertEquals(third.value.map(({ outcome }) => outcome), ["already there", "already there", "already there"]);
  assertEquals((await fixture.titles()).filter((title) => ["one", "two", "three"].includes(title)).length, 3);
});

Deno.test("tonearm upload: recognises a file by its content: it's sent again when changed, not when moved, touched or renamed", async () => {
  await using fixture = await uploadFixture();
  assertEquals((await fixture.json(fixture.at("one.wav"), fixture.at("two.wav"))).code, 0);
  await rename(fixture.at("one.wav"), fixture.at("moved.wav"));
  await utimes(fixture.at("two.wav"), 1, 1);
  const outcomes = async (...args: string[]) => (await fixture.json(...args)).value.map(({ outcome }) => outcome);
  assertEquals(await outcomes(fixture.at("moved.wav"), fixture.at("two.wav")), ["already there", "already there"]);
  await writeTone(fixture.at("two.wav"), 2);
  assertEquals(await outcomes(fixture.at("two.wav")), ["uploaded"]);
  assertEquals(await outcomes(fixture.at("two.wav"), "--again"), ["uploaded"]);
});

Deno.test("tonearm upload: two concurrent runs send every file once", async () => {
  await using fixture = await uploadFixture();
  const files = ["one.wav", "two.wav", "three.wav"].map(fixture.at);
  const runs = [1, 2].map(() => fixture.home.spawn(["upload", ...files, "--jsonl", "--json=outcome"]));
  const outcomes = (await Promise.all(runs)).flatMap(({ stdout }) => stdout.trimEnd().split("\n"));
  assertEquals(outcomes.filter((line) => line.includes('"uploaded"')).length, 3);
  assertEquals(outcomes.filter((line) => line.includes('"already there"')).length, 3);
});

for (const option of ["--wait", "--wait-for=60"]) {
  Deno.test(`tonearm upload ${option} returns once the track can be played`, async () => {
    await using fixture = await uploadFixture();
    fixture.sandbox.config.transcodeDelayMs = 300;
    const { code, stdout, stderr } = await fixture.home.run(["upload", fixture.at("one.wav"), option]);
    assertEquals(code, 0);
    assertMatch(stderr, /soundcloud:tracks:\d+ is ready to play/);
    const [, , , urn = ""] = stdout.split("\t");
    assertMatch((await fixture.home.run(["stream", urn])).stdout, /^(hls|http)_/);
  });
}

Deno.test({
  name: "tonearm upload: streams a large file with its exact length, in little more memory than when idle",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const size = 400 * 2 ** 20;
    let [received, idle, peak, announced] = [0, 0, 0, 0];
    const pid: { value?: number } = {};
    const memory = (field: string) => {
      const status = execFileSync("cat", [`/proc/${pid.value}/status`], { encoding: "utf8" });
      return Number(new RegExp(`${field}:\\s*(\\d+)`).exec(status)?.[1]) / 1024;
    };
    await using service = stubServer(async (request) => {
      if (new URL(request.url).pathname === "/me") {
        idle = memory("VmRSS");
        return Response.json({ urn: "soundcloud:users:1", kind: "user" });
      }
      announced = Number(request.headers.get("content-length"));
      for await (const chunk of request.body ?? []) received += chunk.length;
      peak = memory("VmHWM");
      return Response.json({ urn: "soundcloud:tracks:9", title: "Large", permalink_url: "https://soundcloud.com/a/b" });
    });
    await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
    const path = join(home.directory, "large.wav");
    await writeFile(path, "RIFF0000WAVE");
    await truncate(path, size);
    const running = home.start(["upload", path]);
    pid.value = running.pid;
    const { code, stderr } = await running.outcome;
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
    assertEquals(received, announced);
    assertEquals(received > size && received < size + 1000, true);
    assert(peak - idle < 64, `it took ${Math.round(peak - idle)} MiB more than the ${Math.round(idle)} MiB when idle`);
  },
});

Deno.test("tonearm upload: shows the progress bar only on a terminal", async () => {
  await using fixture = await uploadFixture();
  await writeTone(fixture.at("long.wav"), 60);
  const terminal = await fixture.home.run(["upload", fixture.at("long.wav")], { columns: 80 });
  assertMatch(terminal.stdout, /long\.wav .*━+.* 100% 960 kB of 960 kB/);
  const pipe = await fixture.home.run(["upload", fixture.at("one.wav")]);
  assertEquals(pipe.stderr, "");
});

Deno.test("tonearm upload --dry-run: writes nothing, not even a journal", async () => {
  await using home = await emptyHome();
  const file = join(home.directory, "a.wav");
  await Deno.copyFile(new URL("../../../examples/tone.wav", import.meta.url), file);
  const before = await Array.fromAsync(Deno.readDir(home.directory), ({ name }) => name);
  assertEquals((await home.run(["upload", file, "--dry-run"])).code, 0);
  assertEquals(await Array.fromAsync(Deno.readDir(home.directory), ({ name }) => name), before);
});
