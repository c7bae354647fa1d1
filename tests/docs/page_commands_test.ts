import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { REPOSITORY } from "../../scripts/project.ts";
import { commandTree, flatten } from "../../scripts/docs/reference/tree.ts";
import { temporaryFolder } from "../support/folder.ts";
import { without } from "../support/programs.ts";
import { ARCHIVE, Releases } from "../support/cli/releases.ts";
import { start } from "../support/cli/cli.ts";

const ROOT = new URL("../../", import.meta.url);
const PAGES = [
  ...["README.md", "CONTRIBUTING.md", ".github/RELEASING.md", "SECURITY.md", "docs/command-line/installing.md"],
  ...["cli/README.md", "sandbox/README.md", "src/README.md", "examples/README.md"],
];
const TEXTS = new Map<string, string>();
for (const page of PAGES) TEXTS.set(page, await read(page));

function read(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, ROOT));
}

/** A file that runs a command, and the words of it that run it. */
type Place = readonly [path: string, words: string];

const NEWCOMER = "tests/release/newcomer.ts";
const NPM = "tests/release/npm.ts";
const JSR = "tests/release/jsr.ts";
const HERE = "tests/docs/page_commands_test.ts";
const INSTALL_SH = `curl -fsSL ${REPOSITORY}/releases/latest/download/install.sh | sh`;

/** The commands of the pages, each with the test that runs it. */
const RUN: Readonly<Record<string, Place>> = {
  "deno add jsr:@tonearm/client jsr:@tonearm/sandbox": [NEWCOMER, "deno add npm:@tonearm/client npm:@tonearm/sandbox"],
  "npm install @tonearm/client": [NEWCOMER, "npm install @tonearm/client &&"],
  "npm install --save-dev @tonearm/sandbox": [NEWCOMER, "&& npm install --save-dev @tonearm/sandbox"],
  "bun add @tonearm/client": [NEWCOMER, "bun add @tonearm/client &&"],
  "bun add --dev @tonearm/sandbox": [NEWCOMER, "&& bun add --dev @tonearm/sandbox"],
  "npm install -g tonearm": [NPM, '["npm", "install", "-g", "tonearm"]'],
  "npx tonearm": [NPM, '["npx", "--yes", "tonearm", "--version"]'],
  "bun add -g tonearm": [NPM, '["bun", "add", "-g", "tonearm"]'],
  "bunx tonearm": [NPM, '["bunx", "tonearm", "--version"]'],
  "npx tonearm --sandbox search lofi": [NPM, '"tonearm", "--sandbox", "search", "lofi"'],
  "npx tonearm --help": ["tests/cli/commands/doctor/checks_test.ts", '["--help"]'],
  "deno install -gA -n tonearm jsr:@tonearm/cli": [JSR, '"-gA", "-n", "tonearm"'],
  "deno install -gA --min-dep-age=0 -n tonearm jsr:@tonearm/cli": [
    "tests/cli/upgrade/installations.txt",
    "--min-dep-age=0 -n tonearm jsr:@tonearm/cli",
  ],
  "npm install -g tonearm@next": ["tests/release/workflow.ts", 'next: "98.1.0-rc.1"'],
  "deno run -A jsr:@tonearm/cli": [JSR, '"-A", "jsr:@tonearm/cli", "--version"'],
  [INSTALL_SH]: [HERE, "INSTALL_SH.replace"],
  "sha256sum --check --ignore-missing SHA256SUMS": [HERE, '"sha256sum --check --ignore-missing SHA256SUMS"'],
  "gh attestation verify <archive> --repo tonearm/tonearm": [
    "tests/install/install_test.ts",
    "attestation verify .* --repo tonearm",
  ],
  "npx -y deno@2.9.6 task demo": ["tests/scripts/docs/demo_test.ts", '"scripts/docs/demo.ts"'],
  "npx -y deno@2.9.6 task test": ["scripts/check/ci.ts", 'task("test", MINUTES'],
  "npx -y deno@2.9.6 task …": ["tests/release/npm.ts", '"npx"'],
  "deno task sandbox:exec --user 1 -- deno task run examples/playlist_sync.ts": [
    "tests/docs/examples_test.ts",
    "playlist_sync",
  ],
  "tonearm sandbox exec --user 1 -- …": ["tests/cli/commands/help/examples_test.ts", "commandTree"],
  "deno task build compile --with bun --target linux-x64-musl": ["tests/release/binary.ts", '"--with", "bun"'],
  "tonearm --version --verbose": ["tests/cli/about_test.ts", "--version --verbose"],
};

/** Why no test can run a command, and the test that comes nearest. */
type Unrun = readonly [reason: string, ...Place];

const HOMEBREW: Unrun = ["Homebrew: Ruby reads the formula", "tests/install/recipes_test.ts", "Homebrew"];

/** Commands that no test can run. */
const UNRUN: Readonly<Record<string, Unrun>> = {
  [`irm ${REPOSITORY}/releases/latest/download/install.ps1 | iex`]: [
    "PowerShell on Windows: a release installs by it; here its grammar is checked",
    "tests/release/scripts.ts",
    "install.ps1 is valid PowerShell grammar",
  ],
  "brew install tonearm/local/tonearm": HOMEBREW,
  'mkdir -p "$(brew --repository tonearm/local)/Formula"': HOMEBREW,
  'cp tonearm.rb "$(brew --repository tonearm/local)/Formula/"': HOMEBREW,
  "scoop install ./tonearm.json": [
    "Windows: the manifest's fields",
    "tests/install/recipes_test.ts",
    "scoop-bucket/bucket/tonearm",
  ],
  "winget install --manifest ./winget": [
    "Windows: winget's schemas",
    "tests/install/recipes_test.ts",
    "winget's files",
  ],
  "winget settings --enable LocalManifestFiles": [
    "Windows: winget's schemas",
    "tests/install/recipes_test.ts",
    "winget's files",
  ],
  "apt install ./tonearm_*_amd64.deb": [
    "needs a system to change: dpkg installs into a root of its own",
    "tests/install/packages_test.ts",
    '"--install", deb',
  ],
  "dnf install ./tonearm-*.x86_64.rpm": [
    "Fedora: rpm installs into a root of its own",
    "tests/install/packages_test.ts",
    '"--install", rpm',
  ],
  "makepkg -si": ["Arch Linux: makepkg builds the PKGBUILD", "tests/install/recipes_test.ts", '"--nodeps"'],
  "docker build --target program -t tonearm install/docker/": [
    "needs Docker's daemon: the image's steps run by hand",
    "tests/release/docker.ts",
    'instructions("RUN")',
  ],
  "git tag -s v1.2.3 && git push origin v1.2.3": [
    "it releases: the workflow that it starts is read",
    "tests/release/workflow.ts",
    "release.yml: a first release",
  ],
};

/** Words of a page that name a program's command, rather than a command line. */
const NAMES = ["deno test", "deno check", "deno lint", "deno compile", "deno test -P=test"];

/** The command lines of a page: those of its blocks, and those in its sentences and tables. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, lines = ""]) => lines.trim().split("\n"));
  const rest = text.replaceAll(/^```[^]*?^```$/gm, "");
  const spans = [...rest.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replaceAll("\\|", "|"));
  const starts = /^(?:deno|npm|npx|bunx?|brew|scoop|winget|makepkg|apt|dnf|docker|curl|irm|tonearm|git|gh|sha256sum) /;
  const lines = blocks.map((line) => line.replace(/ +#.*/, ""));
  return [...lines, ...spans.filter((code) => starts.test(code))].filter((line) => !NAMES.includes(line));
}

const COMMANDS = new Set([...TEXTS.values()].flatMap(commandsOf));

Deno.test("README.md and its like: each command is run by a test that holds it, or has the reason why none can", async () => {
  const help = flatten(await commandTree());
  const known = new Set([...Object.keys(RUN), ...Object.keys(UNRUN)]);
  // The examples of a command's help are all run, and so are tasks, below.
  for (const { path, examples } of help) [path, ...examples.map(([, line]) => line)].forEach((line) => known.add(line));
  const isTask = (line: string) =>
    /^deno task (?:(?:lab |build |release )?[\w:]+|…)(?: (?:tests\/\S+|file|file\.ts|1\.[23]\.\d(?:-rc\.1)?|…|\[files\]))*$/
      .test(line);
  assertEquals([...COMMANDS].filter((line) => !known.has(line) && !isTask(line)), []);
  for (const [command, place] of [...Object.entries(RUN), ...Object.entries(UNRUN)]) {
    const [path, words] = place.slice(-2) as [string, string];
    assert((await read(path)).includes(words), `${path} doesn't hold ${words}: who runs ${command}?`);
  }
});

Deno.test("README.md and its like: the list of commands has none that no page has", () => {
  const listed = [...Object.keys(RUN), ...Object.keys(UNRUN)];
  assertEquals(listed.filter((line) => !COMMANDS.has(line)), []);
});

/** Tasks that neither `.ci/run` nor a workflow runs, each with the test that runs what the task does. */
const TASKS: Readonly<Record<string, Place>> = {
  with: ["tests/scripts/deno_test.ts", "scripts/deno.ts"],
  "release runtimes": ["scripts/check/ci.ts", 'release("npm", 45, "runtimes")'],
  "test:unit": ["tests/scripts/check/test_test.ts", "unit"],
  "lab stress": ["tests/scripts/lab/stress_test.ts", "lab/stress.ts"],
  "lab contribute": ["tests/scripts/lab/contribute_test.ts", "CONTRIBUTIONS"],
  "lab fuzz": ["tests/faults/fuzz_test.ts", "deno task lab fuzz"],
  "lab insights": ["tests/insights/truth_test.ts", "deno task lab insights"],
  "lab upstream": ["tests/scripts/lab/upstream_test.ts", "scripts/lab/upstream.ts"],
  tonearm: [HERE, '"tonearm", "--help"'],
  run: ["tests/docs/readme_test.ts", '["task", "--quiet", "run", "-"]'],
  sandbox: ["tests/security/permissions_test.ts", '"-P=sandbox"'],
  "sandbox:exec": ["tests/security/permissions_test.ts", '"sandbox", "exec"'],
  "lab bench": ["tests/scripts/lab/bench/entered_test.ts", "scripts/lab/bench/library/run.ts"],
  "release version": ["tests/scripts/release/version_test.ts", "scripts/release/version.ts"],
  "release notes": ["tests/scripts/release/changelog_test.ts", "scripts/release/"],
  "build ledger": ["tests/scripts/check/tests/verdict_test.ts", "ledger"],
  "build namespaces": ["scripts/check/check.ts", 'script("build/generate_namespaces"'],
  docs: ["tests/docs/docs_test.ts", "scripts/docs/docs.ts"],
  accept: ["tests/scripts/accept_test.ts", "scripts/accept.ts"],
  "build reliability": ["tests/faults/reliability_test.ts", "docs/reliability.ts"],
  "build pictures": ["tests/sandbox/dashboard/access_test.ts", "TONEARM_PICTURES"],
  "build endpoints": ["scripts/check/check.ts", 'script("build/generate_endpoints"'],
  "build notices": ["scripts/check/check.ts", 'script("build/notices"'],
  "build bars": ["tests/sandbox/audio/catalogue_test.ts", "scripts/build/encode_bars.ts"],
  "build catalogue": ["tests/sandbox/seed/prepared_test.ts", "the prepared catalogue equals the drawn one"],
  "lab oracle": ["tests/scripts/lab/oracle_test.ts", "scripts/lab/oracle.ts"],
};

Deno.test("CONTRIBUTING.md: each task is run by .ci/run, by a workflow or by a test that holds it", async () => {
  const names = [
    ...(TEXTS.get("CONTRIBUTING.md") ?? "").matchAll(/^\| `deno task ((?:(?:lab|build|release) )?[\w:]+)/gm),
  ]
    .map(([, name]) => name);
  const workflows = ["test", "release", "lock", "site"].map((name) => read(`.github/workflows/${name}.yml`));
  const automatic = [await read("scripts/check/ci.ts"), ...await Promise.all(workflows)].join("\n");
  const isAutomatic = (name = "") => {
    const [task, job] = name.split(" ");
    const inList = job ? `task\\("${task}", \\d+, "${job}"|${task}\\("${job}"` : `task\\("${task}"`;
    return new RegExp(`${inList}|deno task ${name}(?![\\w:])`).test(automatic);
  };
  assertEquals(names.filter((name) => !isAutomatic(name) && !TASKS[name ?? ""]), []);
  assertEquals(Object.keys(TASKS).filter((name) => isAutomatic(name)), [], "these are run without a test");
  for (const [name, [path, words]] of Object.entries(TASKS)) {
    assert((await read(path)).includes(words), `${path} doesn't hold ${words}: who runs ${name}?`);
  }
});

for (const args of [["tonearm", "--sandbox", "search", "lofi"], ["tonearm", "--help"]]) {
  Deno.test(`deno task ${args.join(" ")}: the command runs in a clone`, async () => {
    await using folder = await temporaryFolder();
    const env = { ...Deno.env.toObject(), TONEARM_DATA_DIR: folder.path, TONEARM_CONFIG_DIR: folder.path };
    const running = start([Deno.execPath(), "task", "--quiet", "--cwd", fileURLToPath(ROOT), ...args], env);
    const { code, stdout, stderr } = await running.outcome;
    assertEquals(code, 0, stderr);
    assertMatch(stdout, args[0] === "api" ? /^$/ : /lofi|^Usage:$/m);
  });
}

Deno.test({
  name: "README.md: the line for Linux and macOS installs the program, from a release of this machine",
  ignore: without("sh", "curl", "tar"),
  async fn() {
    await using releases = await new Releases().publish("1.2.3");
    const script = await read("install/install.sh");
    await using page = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => new Response(script));
    const line = INSTALL_SH.replace(REPOSITORY, `http://127.0.0.1:${page.addr.port}`);
    const env = {
      PATH: Deno.env.get("PATH") ?? "",
      HOME: releases.folder,
      TONEARM_RELEASES: releases.address,
    };
    const { code, stdout, stderr } = await start(["sh", "-c", line], env).outcome;
    assertEquals(code, 0, stderr);
    assertMatch(stdout, /^tonearm 1\.2\.3 is in /);
  },
});

Deno.test({
  name: "docs/command-line/installing.md: the command that checks a release by hand accepts its archive, and no other",
  ignore: without("sha256sum", "tar"),
  async fn() {
    await using releases = await new Releases().publish("1.2.3");
    const check = async () => {
      const command = "sha256sum --check --ignore-missing SHA256SUMS";
      return await start(["sh", "-c", `cd '${releases.folder}' && ${command}`], { PATH: Deno.env.get("PATH") ?? "" })
        .outcome;
    };
    for (const name of [ARCHIVE, "SHA256SUMS"]) {
      const reply = await fetch(`${releases.address}/latest/download/${name}`);
      await Deno.writeFile(`${releases.folder}/${name}`, await reply.bytes());
    }
    const right = await check();
    assertEquals(right.stdout, `${ARCHIVE}: OK\n`, right.stderr);
    await Deno.writeTextFile(`${releases.folder}/${ARCHIVE}`, "another");
    assertEquals((await check()).code, 1);
  },
});
