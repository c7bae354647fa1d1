import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { CatalogueLock } from "../../../cli/catalogue/lock_file.ts";
import { catalogueFixture } from "../../support/cli/catalogue.ts";
import { emptyHome } from "../../support/cli/cli.ts";

Deno.test("CatalogueLock.save() forgets the steps of a run only when the lock file has them", async () => {
  await using home = await emptyHome();
  const lock = new CatalogueLock(home.directory, "soundcloud:users:1");
  await lock.steps.append({ intent: { urn: "soundcloud:tracks:1", fields: {} } });
  await Deno.mkdir(`${home.directory}/catalogue.lock.json`);
  await assertRejects(() => lock.save());
  assertMatch(await Deno.readTextFile(`${home.directory}/.tonearm/steps.jsonl`), /soundcloud:tracks:1/);
});

Deno.test("tonearm pull: what couldn't be written into the folder isn't in the lock file", async () => {
  await using ann = await catalogueFixture();
  await Deno.mkdir(ann.folder);
  await Deno.symlink("nowhere", `${ann.folder}/playlists`);
  assertEquals((await ann.run("pull")).code, 1);
  assertEquals(await ann.read("catalogue.lock.json").catch(() => "none"), "none");
});
