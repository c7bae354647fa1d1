import { assert, assertEquals, assertMatch } from "@std/assert";
import { chooseConfig, isLinked } from "../../scripts/deno.ts";
import { ran } from "../support/programs.ts";

const ROOT = new URL("../../", import.meta.url);

/** A copy of what scripts/deno.ts reads, so that it writes nothing into the tree. */
class Copy implements AsyncDisposable {
  readonly #folder = Deno.makeTempDirSync({ prefix: "tonearm-choose-" });

  constructor() {
    const offline = [...Deno.readDirSync(new URL("offline/", ROOT))].map(({ name }) => `offline/${name}/deno.json`);
    for (const path of ["deno.json", "cli/deno.json", "sandbox/deno.json", "scripts/deno.ts", ...offline]) {
      Deno.mkdirSync(`${this.#folder}/${path.replace(/[^/]*$/, "")}`, { recursive: true });
      Deno.copyFileSync(new URL(path, ROOT), `${this.#folder}/${path}`);
    }
  }

  /** Runs `deno eval` through the script, against a registry and an empty cache. */
  run(code: string, registry: string, only = ""): Promise<{ code: number; out: string; err: string }> {
    return this.deno(["eval", "-q", code], registry, only);
  }

  /** Runs any command of `deno` likewise. */
  async deno(
    words: string[],
    registry: string,
    only = "",
    permissions: string[] = [],
  ): Promise<{ code: number; out: string; err: string }> {
    const env = {
      JSR_URL: registry,
      TONEARM_REGISTRY: only,
      DENO_DIR: `${this.#folder}/cache`,
      TONEARM_DENO_CONFIG: "",
    };
    const args = ["run", "-A", ...permissions, "--no-config", "scripts/deno.ts", ...words];
    const { code, stdout, stderr } = await ran(Deno.execPath(), args, { env, cwd: this.#folder });
    return { code, out: stdout, err: stderr };
  }

  /** Writes the lock file of the real packages, empty if nothing else is said. */
  lock(text: string = JSON.stringify({ version: "5" })): void {
    this.write("deno.jsr.lock", text);
  }

  write(path: string, text: string): void {
    Deno.writeTextFileSync(`${this.#folder}/${path}`, text);
  }

  read(path: string): string {
    return Deno.readTextFileSync(`${this.#folder}/${path}`);
  }

  linked(): { links: string[]; lock: { path: string; frozen: boolean } } | undefined {
    try {
      return JSON.parse(Deno.readTextFileSync(`${this.#folder}/deno.linked.json`).replace(/^\/\/.*/, ""));
    } catch {
      return undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** A registry that gives every request the same status, and counts them. */
class Registry implements AsyncDisposable {
  requests = 0;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(status: number) {
    this.#server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
      this.requests += 1;
      return new Response("{}", { status });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

const NOBODY = "http://127.0.0.1:1/";

Deno.test("scripts/deno.ts links the stand-ins when no registry answers, and says so in one line", async () => {
  await using copy = new Copy();
  const { code, out, err } = await copy.run("console.log('ran')", NOBODY);
  assertEquals({ code, out }, { code: 0, out: "ran\n" }, err);
  assertEquals(err, `${NOBODY} does not answer: using the stand-ins of offline/ for its packages.\n`);
  const linked = copy.linked();
  assert(linked?.links.includes("./offline/std_assert"));
  // Frozen, so that a changed range of deno.json is an error, and no silent change of the lock.
  assertEquals(linked?.lock, { path: "deno.lock", frozen: true });
});

Deno.test("scripts/deno.ts uses the packages of a registry that answers, and says so in one line", async () => {
  await using copy = new Copy();
  await using registry = new Registry(200);
  const { out, err } = await copy.run("console.log(Deno.env.get('TONEARM_DENO_CONFIG'))", registry.url);
  assertMatch(out, /\/deno\.jsr\.json\n$/);
  assertEquals({ err, linked: copy.linked() }, { err: `Using the packages of ${registry.url}.\n`, linked: undefined });
  // The one in the repository is for releases; a clone has one of its own, ignored by git.
  assertEquals(JSON.parse(copy.read("deno.jsr.json")).lock, "deno.local.lock");
});

Deno.test("scripts/deno.ts avoids a failed registry for a while, but tries another", async () => {
  await using copy = new Copy();
  await using failing = new Registry(500);
  await copy.run("", failing.url);
  await copy.run("", failing.url);
  assertEquals(failing.requests, 1);
  await using reachable = new Registry(200);
  assertEquals((await copy.run("", reachable.url)).err, `Using the packages of ${reachable.url}.\n`);
});

Deno.test("scripts/deno.ts says in one line that the checkout can't be written to", async () => {
  await using copy = new Copy();
  const { code, err } = await copy.deno(["eval", ""], "http://127.0.0.1:9/", "", ["--deny-write"]);
  assertEquals(code, 1);
  assertMatch(err, /^Cannot write into .*: copy the project to a folder that is yours\n$/);
});

Deno.test("scripts/deno.ts links a stand-in that was added since", async () => {
  await using copy = new Copy();
  await copy.run("", NOBODY);
  const add =
    "Deno.mkdirSync('offline/new'); Deno.writeTextFileSync('offline/new/deno.json', '{\"name\":\"@x/y\",\"exports\":{}}')";
  await copy.run(add, NOBODY);
  await copy.run("", NOBODY);
  assert(copy.linked()?.links.includes("./offline/new"));
});

Deno.test("scripts/deno.ts exits with the command's code", async () => {
  await using copy = new Copy();
  assertEquals((await copy.run("Deno.exit(7)", NOBODY)).code, 7);
});

Deno.test("scripts/deno.ts may run concurrently", async () => {
  await using copy = new Copy();
  const runs = await Promise.all(Array.from({ length: 6 }, (_, i) => copy.run(`console.log(${i})`, NOBODY)));
  assertEquals(runs.map(({ out, err }) => [out, err.split("\n").length]), runs.map((_, i) => [`${i}\n`, 2]));
});

Deno.test("scripts/deno.ts rejects the stand-ins under TONEARM_REGISTRY=jsr", async () => {
  await using copy = new Copy();
  const { code, out, err } = await copy.run("console.log('ran')", NOBODY, "jsr");
  assertEquals({ code, out }, { code: 1, out: "" });
  assertEquals(err, `Cannot use JSR: ${NOBODY} does not answer, and TONEARM_REGISTRY is jsr\n`);
  assertEquals(copy.linked(), undefined);
});

Deno.test("scripts/deno.ts uses the frozen lock file for every command under TONEARM_REGISTRY=jsr", async () => {
  await using copy = new Copy();
  await using registry = new Registry(200);
  const { code, err } = await copy.run("console.log('ran')", registry.url, "jsr");
  assertEquals(code, 1);
  assertMatch(err, /^Cannot build a release: there is no deno\.jsr\.lock/);
  copy.lock();
  const show = "console.log(JSON.parse(Deno.readTextFileSync(Deno.env.get('TONEARM_DENO_CONFIG'))).lock)";
  const { out } = await copy.run(show, registry.url, "jsr");
  assertEquals(out, `{ path: "deno.jsr.lock", frozen: true }\n`);
});

async function checkLockIsKept(): Promise<void> {
  await using copy = new Copy();
  const registry = Deno.env.get("JSR_URL") ?? "https://jsr.io/";
  const program = 'import { assert } from "@std/assert";\nassert(true);\nconsole.log("ran");\n';
  copy.write("program.ts", program);
  copy.lock();
  const run = () => copy.deno(["run", "-q", "program.ts"], registry, "jsr");
  const refused = await run();
  assert(refused.code !== 0);
  assertMatch(refused.err, /lockfile is out of date/);
  await copy.deno(["cache", "-q", "--frozen=false", "program.ts"], registry, "jsr");
  assertEquals((await run()).out, "ran\n");
  copy.lock(
    copy.read("deno.jsr.lock").replace(/(assert@[\d.]+": \{\s+"integrity": ")[0-9a-f]{64}/, `$1${"0".repeat(64)}`),
  );
  const tampered = await run();
  assert(tampered.code !== 0);
  assertMatch(tampered.err, /[Ii]ntegrity check failed/);
}

// Where the stand-ins are in use, there is no registry to take a package from.
if (!isLinked(await chooseConfig())) {
  Deno.test(
    "scripts/deno.ts under TONEARM_REGISTRY=jsr runs locked packages, and rejects another checksum or an unlocked package",
    checkLockIsKept,
  );
}
