/**
 * Interrupts pull, apply, upload and edits of playlists at random requests, by signals, failing disks, lost replies and
 * refusals after success, with reads that lag behind. `TONEARM_INTERRUPTIONS=1000` for as many; `TONEARM_SEED=7` for others.
 */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { compileShim, Control } from "../../chaos/shim.ts";
import { type CatalogueFixture, catalogueFixture } from "../../support/cli/catalogue.ts";
import { seededRandom } from "../../support/watch/watched.ts";
import { writeTone } from "../../support/sandbox/sounds.ts";

const INTERRUPTIONS = Number(Deno.env.get("TONEARM_INTERRUPTIONS") ?? 24);
const SEED = Number(Deno.env.get("TONEARM_SEED") ?? 101);
/** The most requests of a work. */
const LATEST = 24;
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
const INTERRUPTERS = ["SIGKILL", "SIGTERM", "SIGHUP", "disk", "lost reply", "502 after success"] as const;

async function started(name: string): Promise<CatalogueFixture & { readonly argv: readonly string[] }> {
  const ann = await catalogueFixture();
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

/** Runs a work as a process, and interrupts it at its n-th request. Returns whether it had so many. */
async function interrupt(
  ann: CatalogueFixture,
  argv: readonly string[],
  how: { readonly what: typeof INTERRUPTERS[number]; readonly n: number; readonly isAfter: boolean },
  control: Control | undefined,
): Promise<boolean> {
  const { what, n, isAfter } = how;
  let count = 0;
  control?.set({});
  const running = ann.home.start([...argv, "--retries", "1"], control ? { env: control.env } : {});
  const strike = () => {
    if (what === "disk") control?.set({ failRename: -1, failFsync: -1 });
    else if (what.startsWith("SIG")) running.signal(what as "SIGKILL");
  };
  ann.observer = {
    request: () => void (++count === n && !isAfter && strike()),
    answer: () => {
      if (count !== n) return;
      if (isAfter) strike();
      if (what === "502 after success") return new Response("<html>", { status: 502 });
      if (what === "lost reply") {
        return new Response(new ReadableStream({ start: (controller) => controller.error(new Error("lost")) }));
      }
    },
  };
  const { stderr } = await running.outcome;
  ann.observer = undefined;
  if (count === 0) throw new Error(`The program sent no request: ${stderr}`);
  return count >= n;
}

Deno.test("tonearm pull, apply, upload, playlist add: interrupted anywhere, the next runs finish it, and nothing is lost or made twice", async () => {
  console.log(`TONEARM_SEED=${SEED}`);
  const random = seededRandom(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const folder = await Deno.makeTempDir({ prefix: "tonearm-interruptions-" });
  const shim = compileShim(folder);
  const wanted = new Map<string, Awaited<ReturnType<typeof finish>>>();
  for (const name of Object.keys(WORKS)) {
    await using ann = await started(name);
    wanted.set(name, await finish(ann, ann.argv));
  }
  let struck = 0;
  for (let round = 0; struck < INTERRUPTIONS; round++) {
    const name = pick(Object.keys(WORKS));
    const how = { what: pick(INTERRUPTERS), n: 1 + Math.floor(random() * LATEST), isAfter: random() < 0.5 };
    await using ann = await started(name);
    ann.sandbox.config.writeLagMs = pick([0, 0, 300]);
    const control = shim && how.what === "disk" ? new Control(shim, join(folder, "control")) : undefined;
    if (await interrupt(ann, ann.argv, how, control)) struck++;
    const what = `round ${round}: ${name}, ${JSON.stringify(how)}, reads ${ann.sandbox.config.writeLagMs} ms behind`;
    const state = await finish(ann, ann.argv).catch((cause) => {
      throw new Error(what, { cause });
    });
    assertEquals(state, wanted.get(name), what);
  }
  await Deno.remove(folder, { recursive: true });
});
