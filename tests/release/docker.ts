/**
 * Tests install/docker/Dockerfile without Docker: lints it, and runs its steps in a folder that replaces the image. The
 * installed packages are those that npm would serve. The machine's C library replaces Alpine's musl.
 */
import { assert, assertEquals } from "@std/assert";
import { createRequire } from "node:module";
import { chmod, copyFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { emptyProject, pack, type Tarballs } from "./packed.ts";
import { serveRegistry } from "./npm_registry.ts";
import { ROOT, run, toolbox } from "./toolbox.ts";
import { without } from "../support/programs.ts";

const TEXT = await readFile(`${ROOT}install/docker/Dockerfile`, "utf8");
const MOST_BYTES = 150e6;
/** The unpacked size of alpine:3.22, plus its libstdc++ and libgcc. */
const ALPINE_BYTES = 8.5e6 + 3.2e6;
const USER = "10001";

/** Returns the instructions of a kind with joined lines. */
function instructions(kind: string): string[] {
  const lines = TEXT.replaceAll(/^#.*\n/gm, "").replaceAll(/\\\n\s*/g, "").split("\n");
  return lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1));
}

/** Adds the result of the build steps to a folder: Node and the packages. */
async function build(root: string, tarballs: Tarballs): Promise<void> {
  const [install = "", strip = ""] = instructions("RUN");
  await mkdir(`${root}/app`, { recursive: true });
  await mkdir(`${root}/usr/local/bin`, { recursive: true });
  const node = `${root}/usr/local/bin/node`;
  await copyFile(`${await toolbox("node24")}/node_modules/node24/bin/node`, node);
  await chmod(node, 0o755);
  using registry = await serveRegistry(tarballs);
  const env = { VERSION: "latest", npm_config_registry: registry.url, npm_config_cache: `${root}-cache` };
  await run(["sh", "-ec", install], `${root}/app`, env);
  await run(["sh", "-ec", strip.replace(/^apk add \S+ binutils && /, "").replace("/usr/local/bin/node", node)], root);
}

/** Adds the machine's C library, which a program in the folder needs. */
async function addLibraries(root: string): Promise<void> {
  const { stdout } = await run(["ldd", `${root}/usr/local/bin/node`], root);
  for (const [path] of stdout.matchAll(/\/\S+\.so[.\d]*/g)) {
    await mkdir(dirname(root + path), { recursive: true });
    await copyFile(path, root + path);
  }
  await mkdir(`${root}/tmp`);
  await chmod(`${root}/tmp`, 0o1777);
}

async function bytesOf(path: string): Promise<number> {
  return parseInt((await run(["du", "-sb", path], path)).stdout);
}

/** Reads a system file about a process; Deno can read it only with all permissions. */
async function facts(pid: number, name: string): Promise<string> {
  return (await run(["cat", `/proc/${pid}/${name}`], ROOT)).stdout;
}

/** Returns the CPU time of a process and its threads, in seconds. */
async function processorTime(pid: number): Promise<number> {
  const fields = (await facts(pid, "stat")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Waits until a URL responds. */
async function answered(url: string): Promise<Response> {
  for (let tries = 0;; tries++) {
    const reply = await fetch(url).catch(() => undefined);
    if (reply !== undefined) return reply;
    if (tries > 600) throw new Error(`${url} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

Deno.test("install/docker/Dockerfile passes its linter, and ends as an unprivileged user", async () => {
  const { validate } = createRequire(`${await toolbox("dockerfile-utils")}/`)("dockerfile-utils");
  assertEquals(validate(TEXT), []);
  assert(
    validate(TEXT.replace("WORKDIR /app", "WORKDIR app")).length > 0,
    "it finds something where there is something",
  );
  assertEquals(instructions("USER"), [USER]);
  assertEquals(instructions("FROM").length, 3);
});

Deno.test("install/docker/compose.yaml names an existing target, the served port, and no more than it needs", async () => {
  const { services } = parse(await readFile(`${ROOT}install/docker/compose.yaml`, "utf8"));
  const { sandbox, tests } = services;
  assert(instructions("FROM").some((line) => line.endsWith(` AS ${sandbox.build.target}`)));
  assertEquals(sandbox.ports, ["127.0.0.1:8080:8080"]);
  assertEquals(sandbox.read_only, true);
  assertEquals(sandbox.cap_drop, ["ALL"]);
  assertEquals(tests.environment.SOUNDCLOUD_API_URL, `http://sandbox:${instructions("EXPOSE")[0]}`);
  assertEquals(tests.depends_on.sandbox.condition, "service_healthy");
});

Deno.test({
  name:
    "install/docker/Dockerfile's steps, run by hand: at most 150 MB, ready within a second, unprivileged and read-only",
  ignore: Deno.uid() !== 0 || without("chroot", "strip", "ldd"),
  async fn() {
    await using made = await emptyProject();
    const root = join(made.folder, "image");
    await mkdir(`${made.folder}/packed`);
    await build(root, await pack(`${made.folder}/packed`));
    const bytes = ALPINE_BYTES + await bytesOf(`${root}/usr`) + await bytesOf(`${root}/app`);
    assert(bytes <= MOST_BYTES, `${bytes} bytes`);
    await addLibraries(root);
    await chmod(made.folder, 0o755);
    const port = freePort();
    const entry: string[] = JSON.parse(instructions("ENTRYPOINT").at(-1) ?? "");
    const own: Readonly<Record<string, string>> = { "8080": String(port), node: "/usr/local/bin/node" };
    const command = entry.map((word) => own[word] ?? word);
    const child = new Deno.Command("chroot", {
      args: [`--userspec=${USER}:${USER}`, root, ...command, "--seed", "42"],
      env: { TONEARM_DATA_DIR: "/tmp/tonearm", PATH: Deno.env.get("PATH") ?? "" },
      clearEnv: true,
      stdout: "null",
      stderr: "null",
    }).spawn();
    try {
      const [health = ""] = /http:[^"]+/.exec(instructions("HEALTHCHECK")[0] ?? "") ?? [];
      const reply = await answered(health.replace("8080", String(port)));
      assertEquals([reply.status, (await reply.json()).status], [200, "ok"]);
      const seconds = await processorTime(child.pid);
      assert(seconds <= 1, `${seconds} s of processor time`);
      const owner = /^Uid:\s+(\d+)/m.exec(await facts(child.pid, "status"))?.[1];
      assertEquals(owner, USER);
    } finally {
      try {
        child.kill("SIGTERM");
      } catch {
        // The process has already exited; the failure above shows why.
      }
      await child.status;
    }
  },
});
