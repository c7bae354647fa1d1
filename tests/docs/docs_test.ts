import { assert, assertEquals } from "@std/assert";
import * as client from "@tonearm/client";
import { pages } from "../../scripts/docs/docs.ts";
import { exchange } from "../../scripts/docs/exchanges.ts";
import { commandTree, flatten } from "../../scripts/docs/reference/tree.ts";
import { groupsOf, llms } from "../../scripts/docs/llms.ts";
import { runSnippet, type Snippet, snippetsOf } from "../../scripts/docs/snippets.ts";
import { without } from "../support/programs.ts";
import { startRedis } from "../support/sessions/redis.ts";
import { languageProgram, languages, newcomerBlocks, programsOf, RUNNER_HEADINGS } from "../support/docs/shown.ts";

const DOCS = new URL("../../docs/", import.meta.url);
const TEXTS = new Map<string, string>();
for (const name of await pages()) TEXTS.set(name, await Deno.readTextFile(new URL(name, DOCS)));

const needsRedis = ({ code }: Snippet) => code.includes("REDIS_URL");

for (const [name, text] of TEXTS) {
  const snippets = snippetsOf(text).filter((snippet) => !needsRedis(snippet));
  if (snippets.length === 0) continue;
  Deno.test({
    name: `docs/: every program of docs/${name} runs and prints the shown output`,
    async fn() {
      for (const { code, output } of snippets) {
        assertEquals(await runSnippet(code), output ?? "", `${code}\n\`deno task docs\` writes what is printed`);
      }
    },
  });
}

Deno.test("docs/: a program can be pasted anywhere: it reads no file of the repository, and needs no `using`", () => {
  const found = [...TEXTS].flatMap(([name, text]) => snippetsOf(text).map(({ code }) => [name, code]));
  assertEquals(found.filter(([, code = ""]) => /\bexamples\/|^using /m.test(code)).map(([name]) => name), []);
});

Deno.test("docs/common-errors.md: the sandbox gives each response as shown", async () => {
  const page = TEXTS.get("common-errors.md") ?? "";
  assertEquals(await exchange(page), page, "`deno task docs` writes the responses");
  const wrong = await exchange("```http\nGET /tracks/4\nauthorization: app\n\n>>> 200\n```\n");
  assert(wrong.includes(">>> 404 application/json"));
});

Deno.test({
  name: "docs/: the programs that need Redis run with it",
  ignore: without("redis-server"),
  async fn() {
    const snippets = [...TEXTS.values()].flatMap(snippetsOf).filter(needsRedis);
    await using redis = await startRedis();
    Deno.env.set("REDIS_URL", `redis://127.0.0.1:${redis.port}`);
    assert(snippets.length > 0);
    for (const { code } of snippets) assertEquals(await runSnippet(code), "Night Ferry\n");
  },
});

/** How the packages are installed; `test:npm` and `publish:check` install them by these names from registries of their own. */
const INSTALLS = [
  "deno add jsr:@tonearm/client jsr:@tonearm/sandbox\n",
  "npm install @tonearm/client\nnpm install --save-dev @tonearm/sandbox\n",
  "bun add @tonearm/client\nbun add --dev @tonearm/sandbox\n",
].map((lines) => `\`\`\`sh\n${lines}\`\`\``);

/** Why no test runs these is in `tests/docs/page_commands_test.ts`. */
const FOLDER = '"$(brew --repository tonearm/local)/Formula';
const HOMEBREW = `\`\`\`sh
mkdir -p ${FOLDER}"
cp tonearm.rb ${FOLDER}/"
brew install tonearm/local/tonearm
\`\`\``;

/** Commands of a page for an empty folder, which `test:npm` runs there (`tests/release/newcomer.ts`). */
const NEWCOMER = await newcomerBlocks();

/** Files of `examples/` that pages show whole, each with the test that runs it. */
const SHOWN: Readonly<Record<string, string>> = {
  "ci/first_state.sh": "../support/docs/ci.ts",
  "ci/github.yml": "uploading_from_ci_test.ts",
  "ci/gitlab.yml": "uploading_from_ci_test.ts",
  "ci/upload.sh": "uploading_from_ci_test.ts",
};

/** The blocks of docs/command-line/insights.md whose commands exist; tests run the examples of their help. */
async function insightsBlocks(): Promise<string[]> {
  const paths = [...flatten(await commandTree()).map(({ path }) => path), "tonearm watch milestones"];
  const isCommand = (line: string) => paths.some((path) => line === path || line.startsWith(`${path} --`));
  const isKnown = (code: string, kind: string) =>
    kind === "sh"
      ? code.trim().split("\n").every((line) => isCommand(line.replace(/ +#.*/, "")))
      : isCommand(/(?:run: npx |ExecStart=.*\/)(tonearm.*)/.exec(code)?.[1]?.replace("tonearm@1", "tonearm") ?? "");
  const blocks = [...(TEXTS.get("command-line/insights.md") ?? "").matchAll(/```(sh|yaml|ini)\n([^]*?)```/g)];
  // `tests/cli/commands/insights/record_test.ts` runs the block with the sandbox's clock.
  return blocks.filter(([, kind = "", code = ""]) => isKnown(code, kind) || code.includes("_sandbox/clock"))
    .map(([block]) => block);
}

/** The services of docs/testing/sandbox-server.md: Docker has to start them, but a test runs the sandbox's command. */
async function containerBlocks(): Promise<string[]> {
  const blocks = (TEXTS.get("testing/sandbox-server.md") ?? "").match(/```yaml\nservices:\n[^]*?```/g) ?? [];
  const test = await Deno.readTextFile(new URL("../cli/commands/sandbox/start_test.ts", import.meta.url));
  const options = blocks.flatMap((block) =>
    /command: npx tonearm sandbox start (.*)/.exec(block)?.[1]?.match(/--\S+/g) ?? []
  );
  return options.includes("--ca") && test.includes('"--ca"') ? blocks : [];
}

/** The blocks that tests other than those of this file run. */
async function blocksRunElsewhere(): Promise<string[]> {
  const shown = await Promise.all(
    Object.entries(SHOWN).map(async ([name, test]) => {
      const base = name.split("/").at(-1) ?? "";
      assert((await Deno.readTextFile(new URL(test, import.meta.url))).includes(base), `${test} doesn't run ${name}`);
      const code = await Deno.readTextFile(new URL(`../../examples/${name}`, import.meta.url));
      return `\`\`\`${name.endsWith(".sh") ? "sh" : "yaml"}\n${code}\`\`\``;
    }),
  );
  // `tests/sandbox/web/browser_test.ts` runs them.
  const inPage = [...(TEXTS.get("testing/sandbox-in-a-page.md") ?? "").matchAll(/```js\n[^]*?```/g)].map(([block]) =>
    block
  );
  // `tests/cli/watch/documented_test.ts` runs the first of each.
  const watching = TEXTS.get("guides/watching.md") ?? "";
  const hooks = [/```bash\n[^]*?```/, /```js\n[^]*?```/].flatMap((block) => block.exec(watching) ?? []);
  const runners = RUNNER_HEADINGS.flatMap(programsOf).map((code) => `\`\`\`js\n${code}\`\`\``);
  const foreign = languages().map((language) => languageProgram(language).block);
  return [
    ...INSTALLS,
    HOMEBREW,
    ...NEWCOMER.map(({ block }) => block),
    ...shown,
    ...runners,
    ...foreign,
    ...inPage,
    ...hooks,
    ...await insightsBlocks(),
    ...await containerBlocks(),
  ];
}

Deno.test("docs/: every code block is run by a test, or is the output of one", async () => {
  const elsewhere = await blocksRunElsewhere();
  const pages = [...TEXTS.values()].join("\n");
  for (const block of elsewhere) assert(pages.includes(block), `no page shows this any more:\n${block}`);
  for (const [name, text] of TEXTS) {
    const known = elsewhere.reduce((rest, block) => rest.replaceAll(block, ""), text);
    const rest = known.replaceAll(/```(?:ts\n[^]*?```\n\n```text|ts|console|http)\n[^]*?```/g, "");
    assertEquals(/^ *(?:```|~~~).*/m.exec(rest)?.[0], undefined, name);
  }
});

Deno.test("docs/: every link between pages leads to an existing page and heading", async () => {
  for (const [name, text] of TEXTS) {
    for (const [, target = ""] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const url = new URL(target, new URL(name, DOCS));
      const fragment = url.hash.slice(1);
      url.hash = "";
      const { isFile } = await Deno.stat(url);
      if (!fragment) continue;
      assert(isFile && headings(await Deno.readTextFile(url)).includes(fragment), `${name}: ${target}`);
    }
  }
});

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(/[^\w -]/g, "").replaceAll(" ", "-")
  );
}

Deno.test("docs/questions.md answers thirty questions, each with a page to read on and a source", () => {
  const answers = (TEXTS.get("questions.md") ?? "").split(/\n\n(?=\*\*)/).slice(1);
  assertEquals(answers.length, 30);
  for (const answer of answers) {
    assert(/\]\((?!https:)/.test(answer), `no page: ${answer}`);
    assert(/\(\[[^\]]+\]\(https:[^]*\)\)/.test(answer), `no source: ${answer}`);
  }
});

Deno.test("snippetsOf() finds programs and their shown output", () => {
  const page = "a\n\n```ts\none\n```\n\n```text\n1\n```\n\n```ts\ntwo\n```\n\nb\n";
  assertEquals(snippetsOf(page), [{ code: "one\n", output: "1\n" }, { code: "two\n", output: undefined }]);
});

Deno.test("runSnippet() returns what a program prints, and throws what it throws", async () => {
  assertEquals(await runSnippet(`console.log("a", [1]);`), "a [ 1 ]\n");
  const error = await runSnippet(`throw new RangeError("no");`).catch((error) => error);
  assert(error instanceof RangeError);
});

Deno.test("docs/: every function that docs/guides/migrating.md lists as unchanged is exported", () => {
  const text = TEXTS.get("guides/migrating.md") ?? "";
  const [, list = ""] = /These functions keep([^]*?)On the client/.exec(text) ?? [];
  const names = [...list.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  assertEquals(names.filter((name) => !(name in client)), []);
  assertEquals(new Set(names).size, 60);
});

Deno.test("docs/llms.txt lists every page, every example and every operation (`deno task docs` writes it)", async () => {
  const text = await Deno.readTextFile(new URL("llms.txt", DOCS));
  assertEquals(text, await llms());
  for (const name of TEXTS.keys()) assert(name === "index.md" || text.includes(`(${name})`), name);
  const app = new client.ServiceClient({ clientId: "id", clientSecret: "secret" });
  for (
    const group of ["auth", "me", "users", "tracks", "playlists", "search", "resolve", "likes", "reposts"] as const
  ) {
    const [, section = ""] = text.split(`### client.${group}\n`);
    const lines = section.split("\n###")[0]?.split("\n").filter((line) => line !== "") ?? [];
    assertEquals(
      lines.map((line) => /^- `(\w+)\(.*\)?: .+`: [A-Z].*\.$/.exec(line)?.[1]).sort(),
      Object.keys(app[group]).sort(),
    );
  }
});

Deno.test("groupsOf() returns one line per operation, with its first sentence", () => {
  const text = "export interface TracksApi {\n  /**\n   * Gets a\n   * track. Fast.\n   *\n   * @returns It.\n   */\n" +
    "  get(\n    id: Id,\n    options?: Options,\n  ): Promise<Track>;\n  /** The same as {@linkcode TracksApi.get}. */\n" +
    "  read(id: Id): Promise<Track>;\n}\n";
  assertEquals(groupsOf(text), [{
    name: "tracks",
    lines: [
      "- `get(id: Id, options?: Options): Promise<Track>`: Gets a track.\n",
      "- `read(id: Id): Promise<Track>`: The same as get.\n",
    ],
  }]);
});

Deno.test("docs/guides/errors.md explains exactly the codes of errors", async () => {
  const source = await Deno.readTextFile(new URL("../../src/types/error.ts", import.meta.url));
  const [, union = ""] = /type ErrorCode =([^;]*);/.exec(source) ?? [];
  const [, table = ""] = /^\| Code +\|.*\n([^]*?)\n\n/m.exec(TEXTS.get("guides/errors.md") ?? "") ?? [];
  const named = [...table.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, cell = ""]) =>
    cell.replaceAll("`", "").split(", ")
  );
  assertEquals(named.toSorted(), [...union.matchAll(/\| "(\w+)"/g)].map(([, code = ""]) => code).toSorted());
});
