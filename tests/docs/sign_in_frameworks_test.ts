import { assertEquals } from "@std/assert";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { emptyProject, packClient } from "../release/packed.ts";
import { run, type Tool, TOOLS } from "../release/toolbox.ts";
import { exampleFixture } from "../support/docs/examples.ts";
import { fromNpm, withoutPackages } from "../support/programs.ts";
import { Browser, type SignInTest, signInTests } from "../support/docs/sign_in.ts";

const EXAMPLES = new URL("../../examples/", import.meta.url);

interface Serving {
  /** The program, from the project's folder. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A project of `examples/`. */
interface Framework {
  readonly name: string;
  /** What its `package.json` names, and Node. */
  readonly tools: readonly Tool[];
  /** Files that only this test needs. */
  readonly files?: Readonly<Record<string, string>>;
  /** Programs of npm and their arguments, which check and build it. */
  readonly steps: readonly (readonly string[])[];
  /** What Node runs to serve it on a port of 127.0.0.1, in the project or among the packages, and with which variables. */
  serve(folder: string, port: string): Serving;
  /** What it prints once it serves. */
  readonly ready: RegExp;
}

const FRAMEWORKS: readonly Framework[] = [{
  name: "next",
  tools: ["@types/node", "@types/react", "next", "node22", "react", "react-dom", "typescript"],
  // The packages lie in the folder above, which Turbopack doesn't look into by itself.
  files: {
    "next.config.mjs": 'import { resolve } from "node:path";\n' +
      'export default { turbopack: { root: resolve(import.meta.dirname, "../..") } };\n',
  },
  steps: [["next/dist/bin/next", "build"]],
  serve: (folder, port) => ({
    args: ["../node_modules/next/dist/bin/next", "start", folder, "--hostname", "127.0.0.1", "--port", port],
  }),
  ready: /Ready in/,
}, {
  name: "sveltekit",
  tools: [
    "@sveltejs/adapter-node",
    "@sveltejs/kit",
    "@sveltejs/vite-plugin-svelte",
    "@types/node",
    "node22",
    "svelte",
    "svelte-check",
    "typescript",
    "vite",
  ],
  steps: [
    ["@sveltejs/kit/svelte-kit.js", "sync"],
    ["svelte-check/bin/svelte-check"],
    ["vite/bin/vite.js", "build"],
  ],
  serve: (_folder, port) => ({
    args: ["build/index.js"],
    env: { HOST: "127.0.0.1", PORT: port, ORIGIN: `http://127.0.0.1:${port}` },
  }),
  ready: /Listening/,
}];

const made = new AsyncDisposableStack();
Deno.test.afterAll(() => made.disposeAsync());

/** The client as npm packs it, once for all projects. */
const client = once(async () => await packClient(made.use(await emptyProject()).folder));

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => result ??= make();
}

/** A copy of an example below the toolbox that has its packages, built. */
async function built({ name, files = {}, steps }: Framework, box: string): Promise<string> {
  const folder = await Deno.makeTempDir({ dir: box, prefix: "project-" });
  made.defer(() => Deno.remove(folder, { recursive: true }));
  await cp(new URL(`${name}/`, EXAMPLES), folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, file), text);
  const place = join(folder, "node_modules/@tonearm/client");
  await Deno.mkdir(place, { recursive: true });
  await run(["tar", "xzf", await client(), "--strip-components=1", "-C", place], folder);
  for (const [program = "", ...args] of steps) {
    await run([nodeOf(box), join(box, "node_modules", program), ...args], folder, { NEXT_TELEMETRY_DISABLED: "1" });
  }
  return folder;
}

function nodeOf(box: string): string {
  return join(box, "node_modules/node22/bin/node");
}

/** A port that nothing listens on: what serves a built project has to know its own before it starts. */
async function freePort(): Promise<string> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return await Promise.resolve(`${listener.addr.port}`);
}

for (const framework of FRAMEWORKS) {
  const { name, tools, serve, ready } = framework;
  const box = await fromNpm(...tools);
  const ignore = withoutPackages(box);
  const project = once(() => built(framework, `${box}`));

  Deno.test(`examples/${name} requires the versions that it's tested with`, async () => {
    const { dependencies, devDependencies } = JSON.parse(
      await Deno.readTextFile(new URL(`${name}/package.json`, EXAMPLES)),
    );
    const { "@tonearm/client": _, ...others } = { ...dependencies, ...devDependencies };
    const versions = tools.filter((tool) => tool !== "node22").map((tool) => [tool, TOOLS[tool]]);
    const ranges = Object.entries<string>(others).map(([tool, range]) => [tool, range.replace(/^[~^]/, "")]);
    assertEquals(ranges.toSorted(), versions.toSorted());
  });

  const launched = async (test: SignInTest) => {
    const folder = await project();
    await using here = await exampleFixture();
    const port = await freePort();
    const { args: [program = "", ...args], env } = serve(folder, port);
    const variables = { NEXT_TELEMETRY_DISABLED: "1", SESSIONS: join(folder, "sessions"), ...env };
    const server = here.start([nodeOf(`${box}`), join(folder, program), ...args], variables);
    try {
      await server.printed(ready);
      await test(() => new Browser(`http://127.0.0.1:${port}`), here.served);
    } finally {
      server.signal("SIGTERM");
      assertEquals((await server.outcome).stderr, "");
    }
  };
  for (const test of signInTests(`examples/${name}`, launched, ignore)) Deno.test(test);
}
