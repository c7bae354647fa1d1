/**
 * The jobs of the tasks `lab`, `build` and `release`: `deno task lab mutate --sample=40` runs one, `deno task lab` lists
 * them.
 */
import { fileURLToPath } from "node:url";
import { chooseConfig } from "./deno.ts";

const ROOT = new URL("../", import.meta.url);

/** A job. */
export interface Job {
  /** What it does, as in CONTRIBUTING.md. */
  readonly about: string;
  /** The permissions, and the script with its arguments. */
  readonly run?: readonly [permissions: string, ...words: string[]];
  /** The permissions, and the tests. */
  readonly test?: readonly [permissions: string, ...words: string[]];
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The jobs of each task by name. */
export const ROOMS: Readonly<Record<string, Readonly<Record<string, Job>>>> = {
  lab: {
    mutate: { about: "make small faults, and tell which of them no test notices", run: ["check", "lab/mutate.ts"] },
    stress: {
      about: "run each test file 10 times, alone, shuffled and beside busy loops",
      run: ["check", "lab/stress.ts"],
    },
    contribute: {
      about: "do the three tasks of CONTRIBUTING.md in a copy, and count the files: operation, command, fault",
      run: ["build", "lab/contribute.ts"],
    },
    chaos: { about: "attack shared sessions, and count what is lost", run: ["build", "../tests/chaos/main.ts"] },
    simulation: {
      about: "run random schedules of the token engine in virtual time: --schedules=1000000, --replay=7 --kind=stops",
      run: ["test", "../tests/simulation/main.ts"],
    },
    fuzz: {
      about: "answer 100,000 calls with nonsense, and see what they leave in memory",
      test: ["test", "tests/faults/fuzz_test.ts", "tests/faults/memory_test.ts"],
      env: { TONEARM_FUZZ: "100000" },
    },
    insights: {
      about:
        "record a year of 8,000 tracks, kill recorders 500 times, and hold the figures of docs/command-line/insights.md",
      test: ["test", "tests/insights/truth_test.ts", "tests/insights/killed_test.ts"],
      env: { INSIGHTS_TRACKS: "8000", INSIGHTS_DAYS: "365", INSIGHTS_KILLS: "500" },
    },
    bench: { about: "measure speed and memory", run: ["test", "lab/bench/main.ts"] },
    oracle: {
      about: "compare the sandbox with SoundCloud by a fixed list of calls",
      run: ["oracle", "lab/oracle.ts"],
    },
    upstream: { about: "compare two OpenAPI documents of SoundCloud", run: ["upstream", "lab/upstream.ts"] },
  },
  build: {
    npm: { about: "build the three npm packages in npm/", run: ["build", "build/build_npm.ts"] },
    compile: { about: "compile the command line to single files in dist/", run: ["build", "build/compile.ts"] },
    namespaces: { about: "write src/session/namespaces.ts", run: ["check", "build/generate_namespaces.ts"] },
    endpoints: { about: "write src/types/endpoints.ts", run: ["check", "build/generate_endpoints.ts"] },
    bars: { about: "encode the AAC of the sandbox's catalogue", run: ["check", "build/encode_bars.ts"] },
    catalogue: {
      about: "write the database of the default catalogue",
      run: ["check", "build/prepare_catalogue.ts"],
    },
    ledger: { about: "write tests/ledger/, the number of tests of each file", run: ["check", "check/ledger.ts"] },
    notices: { about: "write NOTICES.md", run: ["check", "build/notices.ts"] },
    reliability: {
      about: "write the table of docs/contributing/reliability.md",
      run: ["check", "docs/reliability.ts"],
    },
    pictures: {
      about: "take the pictures of README.md, in a browser",
      test: ["test", "tests/sandbox/dashboard/access_test.ts", "--filter=picture"],
      env: { TONEARM_PICTURES: "write" },
    },
  },
  release: {
    version: { about: "set the version in every file: 1.2.3", run: ["check", "release/version.ts"] },
    notes: { about: "print what CHANGELOG.md says of this version", run: ["check", "release/changelog.ts"] },
    rehearse: {
      about: "publish to registries of this machine by the lines of release.yml, and install from them",
      test: ["build", "tests/release/jsr.ts", "tests/release/workflow.ts"],
    },
    publish: { about: "publish the three packages on JSR", run: ["build", "release/publish.ts"] },
    recipes: { about: "write the recipes of package managers", run: ["check", "release/recipes.ts"] },
    packages: { about: "build the packages for Debian and Fedora", run: ["build", "release/packages.ts"] },
    sources: { about: "pack the sources of the works under the LGPL", run: ["build", "build/notices/sources.ts"] },
    npm: {
      about: "test the npm packages, installed into empty projects",
      test: [
        "build",
        ...["npm", "newcomer", "programs", "dnt", "scripts", "docker"].map((name) => `tests/release/${name}.ts`),
      ],
    },
    runtimes: { about: "start every place of docs/places.md", test: ["build", "tests/release/places.ts"] },
    binary: { about: "test the compiled program", test: ["build", "tests/release/binary.ts"] },
  },
};

/** Lists the jobs of a task. */
export function listed(room: string): string {
  const jobs = Object.entries(ROOMS[room] ?? {});
  const width = Math.max(...jobs.map(([name]) => name.length));
  return jobs.map(([name, { about }]) => `deno task ${room} ${name.padEnd(width)}  ${about}\n`).join("");
}

/** The arguments of `deno` for a job. */
export function argsOf({ run, test }: Job, config: string, rest: readonly string[]): string[] {
  const [permissions = "", ...words] = run ?? test ?? [];
  const first = run ? words.map((word) => fileURLToPath(new URL(word, import.meta.url))) : words;
  // `deno task check` checks the types.
  const kind = run ? ["run"] : ["test", "--no-check"];
  return [...kind, "-q", "--config", config, `-P=${permissions}`, ...first, ...rest];
}

async function main([room = "", name, ...rest]: readonly string[]): Promise<number> {
  const job = name === undefined ? undefined : ROOMS[room]?.[name];
  if (!job) {
    console.error(`${name === undefined ? "" : `There is no ${name} in ${room}.\n\n`}${listed(room)}`);
    return name === undefined ? 0 : 1;
  }
  // The tests of other jobs run in the same process.
  const words = job.test ? rest.flatMap((word) => ROOMS[room]?.[word]?.test?.slice(1) ?? [word]) : rest;
  const args = argsOf(job, await chooseConfig(job.run ? "run" : "test"), words);
  const child = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env: { ...job.env } }).spawn();
  Deno.addSignalListener("SIGINT", () => {});
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", () => child.kill("SIGTERM"));
  return (await child.status).code;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
