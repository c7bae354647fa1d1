/**
 * Interrupts pull, apply, upload and edits of playlists at random requests, by signals, a closed terminal, failing and
 * full disks, lost replies and refusals after success, with reads that lag behind. `TONEARM_INTERRUPTIONS=1000` for as many; `TONEARM_SEED=7` for others.
 */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { compileShim, Control } from "../../chaos/shim.ts";
import { type CatalogueFixture, catalogueFixture } from "../../support/cli/catalogue.ts";
import type { Running } from "../../support/cli/cli.ts";
import { fill, smallDisk } from "../../support/small_disk.ts";
import { seededRandom } from "../../support/watch/watched.ts";
import { writeTone } from "../../support/sandbox/sounds.ts";

const INTERRUPTIONS = Number(Deno.env.get("TONEARM_INTERRUPTIONS") ?? 24);
const SEED = Number(Deno.env.get("TONEARM_SEED") ?? 101);
/** How many works are interrupted side by side: most of the time they wait. */
const LANES = 3;
/** How often a run is repeated until it has nothing left to do. */
const RUNS = 4;

/** Something that a user does, and can do again until it's done. */
interface Work {
  prepare(ann: CatalogueFixture): Promise<readonly string[]>;
}

async function trackUrns(ann: CatalogueFixture): Promise<string[]> {
  return [...(await ann.read("tracks.csv")).matchAll(/soundcloud:tracks:\d+/g)].map(([urn]) => urn);
}

const WORKS: Readonly<Record<string, Work>> = {
  /** Every kind of change: two uploads, edits, a new playlist, a new order, a deletion. */
  apply: {
    prepare: async (ann) => {
      const [first = ""] = await trackUrns(ann);
      for (const [index, name] of ["third.wav", "fourth.wav"].entries()) await ann.sound(name, 300 + 100 * index);
      const rows = [`${first},Late ferry,Drone,,public`, ",Third,Drone,third.wav,public", ",Fourth,,fourth.wav,"];
      await ann.write("tracks.csv", `urn,title,genre,file,sharing\n${rows.join("\n")}\n`);
      await ann.edit("playlists/first.yaml", "title: First", "title: Second");
      await ann.write("playlists/new.yaml", `title: New ones\ntracks:\n  - fourth.wav\n  - third.wav\n  - ${first}\n`);
      return ["apply", ann.folder, "--yes", "--prune"];
    },
  },
  /** Changes of both sides, to different values. */
  pull: {
    prepare: async (ann) => {
      await ann.edit("tracks.csv", "Ambient", "Drone");
      await ann.home.run(["track", "edit", "ann/night-ferry", "--title", "Day ferry"]);
      await ann.home.run(["playlist", "create", "Made elsewhere", ...await trackUrns(ann)]);
      return ["pull", ann.folder];
    },
  },
  upload: {
    prepare: async (ann) => {
      const files = ["one.wav", "two.wav", "three.wav"].map((name) => join(ann.home.directory, name));
      for (const [index, file] of files.entries()) await writeTone(file, 1, 300 + 100 * index);
      return ["upload", ...files, "--public"];
    },
  },
  playlist: {
    prepare: async (ann) => {
      const tracks = await trackUrns(ann);
      const { stdout } = await ann.home.run(["playlist", "create", "Short", tracks[0] ?? "", "--json=urn"]);
      return ["playlist", "add", JSON.parse(stdout).urn, ...tracks];
    },
  },
};

/** What interrupts a work at a request, before the service gets it or before the program gets the reply. */
const INTERRUPTERS = [
  ...["SIGKILL", "SIGTERM", "closed terminal", "failing disk", "full disk", "lost reply", "502 after success"],
] as const;

/** The replies that interrupt a run. */
const REPLIES: ReadonlyMap<string, () => Response> = new Map([
  ["502 after success", () => new Response("<html>", { status: 502 })],
  [
    "lost reply",
    () => new Response(new ReadableStream({ start: (controller) => controller.error(new Error("lost")) })),
  ],
]);

/** The disk that gets full, and the library that makes operations on files fail; each where this machine has it. */
interface Disks {
  readonly small?: string | undefined;
  readonly failing?: Control | undefined;
}

async function started(
  name: string,
  parent?: string,
): Promise<CatalogueFixture & { readonly argv: readonly string[] }> {
  const ann = await catalogueFixture({}, parent);
  assertEquals((await ann.run("pull")).code, 0);
  return Object.assign(ann, { argv: await WORKS[name]!.prepare(ann) });
}

/** Repeats a work until it is done. */
async function repeat(ann: CatalogueFixture, argv: readonly string[]): Promise<void> {
  for (let run = 1;; run++) {
    const { code, stderr } = await ann.home.run(argv);
    if (code === 0) return;
    if (run === RUNS) throw new Error(stderr);
  }
}

/** Completes a work, and returns the state of the account and of the folder. */
async function finish(ann: CatalogueFixture, argv: readonly string[]) {
  await repeat(ann, argv);
  // What the service didn't list yet, it lists by now.
  ann.sandbox.config.writeLagMs = 0;
  await repeat(ann, argv);
  ann.writes();
  assertEquals((await ann.home.run(argv)).code, 0);
  assertEquals(ann.writes(), [], "the next run has nothing to do");
  const sheet = (await ann.read("tracks.csv")).replace(/soundcloud:tracks:\d+/g, "N");
  const files = [...Deno.readDirSync(ann.folder)].map(({ name }) => name).toSorted();
  return { ...await ann.state(), sheet, files };
}

/** Does each work without an interruption, and returns the state at its end and the requests that it takes. */
async function undisturbed() {
  const works = new Map<string, { state: Awaited<ReturnType<typeof finish>>; requests: number }>();
  for (const name of Object.keys(WORKS)) {
    await using ann = await started(name);
    let requests = 0;
    ann.observer = { request: () => void requests++, answer: () => {} };
    await repeat(ann, ann.argv);
    ann.observer = undefined;
    works.set(name, { state: await finish(ann, ann.argv), requests });
  }
  return works;
}

/** When, and by what, a run is interrupted: at its n-th request or soon after it. */
interface Interruption {
  readonly what: typeof INTERRUPTERS[number];
  readonly n: number;
  /** Whether the service has answered. */
  readonly isAfter: boolean;
  readonly delayMs: number;
  /** What a full disk has left. */
  readonly leftBytes: number;
}

/** Sends a signal. Returns false if the process has just ended. */
function hits(running: Running, signal: Parameters<Running["signal"]>[0]): boolean {
  try {
    running.signal(signal);
    return true;
  } catch {
    return false;
  }
}

/** Runs a work as a process, and interrupts it. Returns whether it ran for long enough. */
async function interrupt(
  ann: CatalogueFixture,
  argv: readonly string[],
  { what, n, isAfter, delayMs, leftBytes }: Interruption,
  { small, failing }: Disks,
): Promise<boolean> {
  let count = 0;
  let isInterrupted = false;
  failing?.set({});
  // A terminal closes when the program that shows it ends.
  const terminal = what === "closed terminal" ? { columns: 80 } : {};
  const env = what === "failing disk" && failing ? failing.env : {};
  const running = ann.home.start([...argv, "--retries", "1"], { env, ...terminal });
  using ends = new DisposableStack();
  const strike = () => {
    if (isInterrupted) return;
    isInterrupted = true;
    if (what === "failing disk") failing?.set({ failRename: -1, failFsync: -1 });
    else if (what === "full disk") ends.use(fill(small!, leftBytes));
    else isInterrupted = hits(running, what === "closed terminal" ? "SIGKILL" : what as "SIGKILL");
  };
  const strikeSoon = () => {
    if (delayMs === 0) return strike();
    const timer = setTimeout(strike, delayMs);
    void running.ended.then(() => clearTimeout(timer));
  };
  ann.observer = {
    request: () => void (++count === n && !isAfter && !REPLIES.has(what) && strikeSoon()),
    answer: () => {
      if (count !== n || isInterrupted) return;
      if (!REPLIES.has(what)) return void (isAfter && strikeSoon());
      isInterrupted = true;
      return REPLIES.get(what)!();
    },
  };
  const { stderr } = await running.outcome;
  ann.observer = undefined;
  if (count === 0) throw new Error(`The program sent no request: ${stderr}`);
  return isInterrupted;
}

Deno.test("tonearm pull, apply, upload, playlist add: interrupted anywhere, the next runs finish it, and nothing is lost or made twice", async () => {
  console.log(`TONEARM_SEED=${SEED}`);
  using disks = new DisposableStack();
  const folder = disks.adopt(Deno.makeTempDirSync(), (path) => Deno.removeSync(path, { recursive: true }));
  const shim = compileShim(folder);
  const wanted = await undisturbed();
  const random = seededRandom(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const round = async ({ small, failing }: Disks): Promise<boolean> => {
    const name = pick(Object.keys(WORKS));
    const { requests, state } = wanted.get(name)!;
    const how: Interruption = {
      what: pick(INTERRUPTERS.filter((what) => what !== "full disk" || small)),
      n: 1 + Math.floor(random() * requests),
      isAfter: random() < 0.5,
      delayMs: pick([0, 0, 1, 3, 10, 30]),
      leftBytes: pick([0, 0, 4096, 12_288]),
    };
    const writeLagMs = pick([0, 0, 300]);
    await using ann = await started(name, how.what === "full disk" ? small : undefined);
    ann.sandbox.config.writeLagMs = writeLagMs;
    const isInterrupted = await interrupt(ann, ann.argv, how, { small, failing });
    const what = JSON.stringify({ name, ...how, writeLagMs });
    const actual = await finish(ann, ann.argv).catch((cause) => {
      throw new Error(what, { cause });
    });
    assertEquals(actual, state, what);
    return isInterrupted;
  };
  let interrupted = 0;
  await Promise.all(Array.from({ length: LANES }, async (_, lane) => {
    const small = disks.use(smallDisk(8))?.path;
    const failing = shim ? new Control(shim, join(folder, `control-${lane}`)) : undefined;
    while (interrupted < INTERRUPTIONS) {
      if (await round({ small, failing })) interrupted++;
    }
  }));
});
