/**
 * Tests the last steps of a release in `.github/workflows/release.yml`: each may fail at any of its calls, and run
 * again.
 *
 * npm is real, with a local registry and without provenance, which requires GitHub. A stand-in for `gh` stores a
 * release in a folder. `release/jsr.ts` does the same for JSR.
 *
 * @module
 */
import { assertEquals, assertNotEquals } from "@std/assert";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { emptyProject, type Project } from "./packed.ts";
import { ROOT, run } from "./toolbox.ts";

const VERSION = "1.2.3";
const PACKAGES = ["@tonearm/client", "@tonearm/sandbox", "tonearm"];

/** Returns the script of a job's last step. */
async function stepOf(job: string): Promise<string> {
  const { jobs } = parse(await readFile(`${ROOT}.github/workflows/release.yml`, "utf8"));
  return jobs[job].steps.at(-1).run;
}

/** Runs a script like the workflow; returns its exit code. */
async function step(script: string, cwd: string, env: Record<string, string>): Promise<number> {
  const { code } = await new Deno.Command("bash", { args: ["-e", "-c", script], cwd, env, stderr: "null" }).output();
  return code;
}

/** An npm registry that accepts packages and can reject one of them. */
class NpmRegistry implements AsyncDisposable {
  readonly published: string[] = [];
  /** Number of the package to reject; 0 for none. */
  refuses = 0;
  readonly #documents = new Map<string, unknown>();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = Deno.serve(options, async (request) => {
      const name = decodeURIComponent(new URL(request.url).pathname.slice(1));
      if (request.method === "PUT") return this.#take(name, await request.json());
      const found = this.#documents.get(name);
      return found ? Response.json(found) : Response.json({ error: "Not found" }, { status: 404 });
    });
  }

  get address(): string {
    return `127.0.0.1:${this.#server.addr.port}/`;
  }

  #take(name: string, document: unknown): Response {
    this.refuses -= 1;
    if (this.refuses === 0) return Response.json({ error: "Not today" }, { status: 403 });
    // npm's error for an existing version.
    if (this.#documents.has(name)) return Response.json({ error: "Cannot publish over" }, { status: 403 });
    this.#documents.set(name, document);
    this.published.push(name);
    return Response.json({ ok: true }, { status: 201 });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server.shutdown();
  }
}

/** Packs small packages with the names of the release's packages. */
async function packAll({ folder }: Project): Promise<void> {
  for (const name of PACKAGES) {
    const place = join(folder, "packages", name);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, "package.json"), JSON.stringify({ name, version: VERSION }));
    await run(["npm", "pack", "--silent", "--pack-destination", folder, place], folder);
  }
}

Deno.test(".github/workflows/release.yml: the npm step resumes where it failed, in the packages' order of dependence", async () => {
  await using project = await emptyProject();
  await packAll(project);
  const script = (await stepOf("npm")).replace(" --provenance", "");
  assertNotEquals(script, await stepOf("npm"));
  for (let failing = 1; failing <= PACKAGES.length; failing += 1) {
    await using registry = new NpmRegistry();
    const config = join(project.folder, "npmrc");
    await writeFile(config, `registry=http://${registry.address}\n//${registry.address}:_authToken=token\n`);
    const settings = { npm_config_userconfig: config, npm_config_registry: `http://${registry.address}` };
    const env = {
      ...settings,
      npm_config_cache: join(project.folder, `cache-${failing}`),
      GITHUB_REF_NAME: `v${VERSION}`,
    };
    registry.refuses = failing;
    assertNotEquals(await step(script, project.folder, env), 0);
    assertEquals(registry.published, PACKAGES.slice(0, failing - 1));
    assertEquals(await step(script, project.folder, env), 0);
    assertEquals(registry.published, PACKAGES);
    const isLast = failing === PACKAGES.length;
    if (isLast) assertEquals(await step(script, project.folder, env), 0, "after everything was published");
  }
});

/** Stores a release in a folder; the call with the number in `fails` fails. */
const GH = `#!/bin/sh
cd "$STATE" || exit 1
echo "$1 $2" >> calls
[ "$(wc -l < calls)" = "$(cat fails)" ] && exit 1
case "$1 $2" in
  "release view") [ -e state ] ;;
  "release create") [ ! -e state ] && echo draft > state ;;
  "release upload")
    [ -e state ] || exit 1
    shift 4
    for file; do cp "$FILES/$file" assets/ || exit 1; done ;;
  "release edit") echo published > state ;;
  *) exit 2 ;;
esac
`;
const FILES = ["SHA256SUMS", "NOTICES.md", "tonearm.cdx.json", "install.sh", "install.ps1"];
const ARCHIVES = [
  "tonearm-linux-x64.tar.gz",
  "tonearm-windows-x64.zip",
  "lgpl-sources.tar.gz",
  `tonearm-${VERSION}.tgz`,
];

Deno.test(".github/workflows/release.yml: the step for GitHub's release page may fail at any call and run again; a published page is complete", async () => {
  const script = await stepOf("github");
  // view, create, upload, edit, and none. If only `view` fails, the next call does the work.
  for (let failing = 1; failing <= 5; failing += 1) {
    await using project = await emptyProject();
    const { folder } = project;
    const [files, state, programs] = ["files", "state", "programs"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const place of [files, join(state, "assets"), programs]) await mkdir(place, { recursive: true });
    for (const name of [...FILES, ...ARCHIVES]) await writeFile(join(files, name), name);
    await writeFile(join(programs, "gh"), GH, { mode: 0o755 });
    await writeFile(join(state, "fails"), `${failing}`);
    const env = {
      PATH: `${programs}:${Deno.env.get("PATH")}`,
      STATE: state,
      FILES: files,
      GITHUB_REF_NAME: `v${VERSION}`,
    };
    const shown = async () => await readFile(join(state, "state"), "utf8").catch(() => "") === "published\n";
    const failed = await step(script, files, env) !== 0;
    assertEquals(failed, failing > 1 && failing < 5, `call ${failing}`);
    if (failed) {
      assertEquals(await shown(), false, `shown before it was complete: call ${failing}`);
      assertEquals(await step(script, files, env), 0, `again after call ${failing}`);
    }
    assertEquals(await shown(), true);
    assertEquals((await readdir(join(state, "assets"))).toSorted(), [...FILES, ...ARCHIVES].toSorted());
  }
});
