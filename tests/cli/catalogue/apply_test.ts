import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { ServiceClient } from "@tonearm/client";
import { applyCatalogue, type ApplyOptions, planCatalogue } from "../../../cli/catalogue/mod.ts";
import { type CatalogueFixture, catalogueFixture, type State } from "../../support/cli/catalogue.ts";

/** Creates a folder with every kind of change: one sound uploaded twice, edits, a new playlist, a new order, a deletion. */
async function editedCatalogue(): Promise<CatalogueFixture> {
  const ann = await catalogueFixture();
  await ann.run("pull");
  await ann.sound("third.wav", 300);
  await ann.sound("fourth.wav", 300);
  const urns = [...(await ann.read("tracks.csv")).matchAll(/soundcloud:tracks:\d+/g)].map(([urn]) => urn);
  await ann.write(
    "tracks.csv",
    `urn,title,genre,file,sharing\n${
      urns[0]
    },Late ferry,Drone,,public\n,Third,Drone,third.wav,public\n,Fourth,,fourth.wav,\n`,
  );
  await ann.edit("playlists/first.yaml", "title: First", "title: Second");
  await ann.write("playlists/new.yaml", `title: New ones\ntracks:\n  - fourth.wav\n  - third.wav\n  - ${urns[0]}\n`);
  return ann;
}

/** Runs `apply` until it succeeds, and returns the state of the account. */
async function finish(ann: CatalogueFixture): Promise<State> {
  for (let run = 1;; run++) {
    const { code, stderr } = await ann.run("apply", "--yes", "--prune");
    if (code === 0) break;
    if (run === 3) throw new Error(stderr);
  }
  return await ann.state();
}

/** Kills the program at its n-th request: before the service gets it, or before the program gets the reply. */
async function killAt(ann: CatalogueFixture, n: number, when: "before" | "after"): Promise<{ isOver: boolean }> {
  let count = 0;
  const program = ann.home.start(["apply", ann.folder, "--yes", "--prune"]);
  ann.observer = {
    request: () => void (++count === n && when === "before" && program.signal("SIGKILL")),
    answer: () => void (count === n && when === "after" && program.signal("SIGKILL")),
  };
  const { code } = await program.outcome;
  ann.observer = undefined;
  return { isOver: code === 0 };
}

/** How many kills run at once: most of the time, a run waits for a track that may still appear. */
const AT_ONCE = 6;

for (const when of ["before", "after"] as const) {
  Deno.test(`tonearm apply: killed ${when} any of its requests and run again, it reaches the same state`, async () => {
    const whole = await editedCatalogue();
    const wanted = await finish(whole);
    await whole[Symbol.asyncDispose]();
    const resumed = async (n: number): Promise<boolean> => {
      await using ann = await editedCatalogue();
      const { isOver } = await killAt(ann, n, when);
      assertEquals(await finish(ann), wanted, `after request ${n}`);
      ann.writes();
      assertEquals((await ann.run("apply", "--yes", "--prune")).code, 0);
      assertEquals(ann.writes(), [], `a second apply after request ${n}`);
      return isOver;
    };
    for (let first = 1, isOver = false; !isOver; first += AT_ONCE) {
      isOver = (await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => resumed(first + index)))).some(Boolean);
    }
  });
}

Deno.test("applyCatalogue() creates nothing that another run has created since the plan, and sends no row that has moved", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  for (const name of ["third.wav", "fourth.wav"]) await ann.sound(name);
  await ann.write("tracks.csv", "urn,title,file\n,Third,third.wav\n");
  await ann.write("playlists/new.yaml", "title: New\ntracks: [third.wav]\n");
  const client = new ServiceClient(ann.sandbox.clientConfig);
  client.setToken(ann.sandbox.issueTokens("ann").access_token);
  const journal = join(ann.home.directory, "journal");
  const plan = await planCatalogue(client, ann.folder, { journal });
  const done: string[] = [];
  const run: ApplyOptions["run"] = async (actions, take) => {
    for (const action of actions) done.push((await take(action)).action);
  };
  await applyCatalogue(client, ann.folder, plan, { journal, run });
  await applyCatalogue(client, ann.folder, plan, { journal, run });
  assertEquals(done, ["upload", "create-playlist", "already-there", "already-there"]);
  await ann.edit("tracks.csv", "file\n", "file\n,Third,fourth.wav\n");
  await assertRejects(
    () => applyCatalogue(client, ann.folder, plan, { journal }),
    Error,
    "changed elsewhere since the plan: file",
  );
});
