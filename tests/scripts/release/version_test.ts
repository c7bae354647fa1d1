import { assertEquals, assertRejects } from "@std/assert";
import { pathToFileURL } from "node:url";
import { projectFiles } from "../../../scripts/project_files.ts";
import { currentVersion } from "../../../scripts/project.ts";
import { PLACES, setVersion } from "../../../scripts/release/version.ts";
import { temporaryFolder, writeFiles } from "../../support/folder.ts";
import { without } from "../../support/programs.ts";

const ROOT = new URL("../../../", import.meta.url);
/** Where other things have versions, or where this one is history. */
const OTHERS = /^(deno\.lock|NOTICES\.md|CHANGELOG\.md|llms\.txt)$/;

/** A copy of the files that say the version. */
async function copy(changelog: string): Promise<{ url: URL } & AsyncDisposable> {
  const folder = await temporaryFolder({ "CHANGELOG.md": changelog });
  for (const path of Object.keys(PLACES)) {
    await writeFiles(folder.path, { [path]: await Deno.readTextFile(new URL(path, ROOT)) });
  }
  return { url: pathToFileURL(`${folder.path}/`), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

Deno.test("deno task version: sets the version everywhere, and heads the changelog's new entries with it", async () => {
  await using tree = await copy("# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.0.0\n");
  await setVersion("98.7.6-rc.5", tree.url, "2026-01-31");
  assertEquals(await currentVersion(tree.url), "98.7.6-rc.5");
  for (const [path, spelled] of Object.entries(PLACES)) {
    const text = await Deno.readTextFile(new URL(path, tree.url));
    assertEquals(text.split(spelled("98.7.6-rc.5")).length, 2, path);
  }
  const changelog = await Deno.readTextFile(new URL("CHANGELOG.md", tree.url));
  assertEquals(changelog, "# Changelog\n\n## 98.7.6-rc.5 - 2026-01-31\n\n- New.\n\n## 1.0.0\n");
  await setVersion("98.7.6", tree.url, "2026-02-01");
  const released = await Deno.readTextFile(new URL("CHANGELOG.md", tree.url));
  assertEquals(released, "# Changelog\n\n## 98.7.6 - 2026-02-01\n\n- New.\n\n## 1.0.0\n");
});

Deno.test("deno task version: changes nothing without a version or without new entries", async () => {
  for (const [version, changelog] of [["2", "## Unreleased\n"], ["2.0.0", "# Changelog\n"]] as const) {
    await using tree = await copy(changelog);
    const before = await currentVersion(tree.url);
    await assertRejects(() => setVersion(version, tree.url), RangeError, "Cannot set the version");
    assertEquals(await currentVersion(tree.url), before);
  }
});

Deno.test({
  name: "deno task version: the version appears only where the task sets it",
  ignore: without("git"),
  async fn() {
    const version = await currentVersion();
    const texts = await Promise.all((await projectFiles()).map(async (path) => {
      return { path, text: await Deno.readTextFile(new URL(path, ROOT)) };
    }));
    const paths = texts.filter(({ path, text }) => text.includes(version) && !OTHERS.test(path)).map(({ path }) =>
      path
    );
    assertEquals(paths.toSorted(), Object.keys(PLACES).toSorted());
  },
});
