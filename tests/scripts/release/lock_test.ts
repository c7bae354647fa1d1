import { assert, assertEquals, assertMatch } from "@std/assert";
import { withoutSums } from "../../../scripts/release/lock.ts";

const ROOT = new URL("../../../", import.meta.url);

interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly jsr: Readonly<Record<string, { readonly integrity: string }>>;
}

const text = await Deno.readTextFile(new URL("deno.jsr.lock", ROOT));
const lock: Lock = JSON.parse(text);

/** The ranges of JSR's packages in the manifests. */
async function ranges(): Promise<string[]> {
  const paths = ["deno.json", "cli/deno.json", "sandbox/deno.json"];
  const manifests = await Promise.all(
    paths.map(async (path) => JSON.parse(await Deno.readTextFile(new URL(path, ROOT)))),
  );
  const targets = manifests.flatMap(({ imports = {} }) => Object.values<string>(imports));
  return [...new Set(targets.filter((target) => target.startsWith("jsr:")))].sort();
}

Deno.test("deno.jsr.lock resolves every range of JSR's packages, each with a checksum", async () => {
  const wanted = await ranges();
  assert(wanted.length > 0);
  for (const range of wanted) {
    const [, name, minimum = ""] = /^jsr:(@.+)@\^(.+)$/.exec(range) ?? [];
    // Deno writes ^0.43.2 as ~0.43.2, which is the same.
    const [, version = ""] = Object.entries(lock.specifiers).find(([specifier]) =>
      specifier.replace("@~", "@^") === range
    ) ?? [];
    assertMatch(version, /^\d+\.\d+\.\d+$/, `no version for ${range}`);
    assertEquals(version.split(".")[0], minimum.split(".")[0], range);
    assertMatch(lock.jsr[`${name}@${version}`]?.integrity ?? "", /^[0-9a-f]{64}$/, range);
  }
});

Deno.test("deno.jsr.lock names no registry, so that it's valid for any", () => {
  assertEquals(text.match(/\w+:\/\/|localhost|127\.0\.0\.1|"tarball"/g), null);
});

Deno.test("withoutSums() keeps the versions of a lock file, and removes the checksums of JSR's packages", () => {
  const { jsr, ...kept } = JSON.parse(withoutSums(text));
  assertEquals(jsr, undefined);
  const { jsr: _, ...before } = JSON.parse(text);
  assertEquals(kept, before);
});
