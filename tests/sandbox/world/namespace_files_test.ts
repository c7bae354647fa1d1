import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";

/** Databases, and the names of a namespace's files next to them. */
const FILES: readonly (readonly [path: string, own: string])[] = [
  ["state.db", "state~mine.db"],
  ["state.of.two.db", "state.of.two~mine.db"],
  ["state", "state~mine"],
  [".state", ".state~mine"],
  ["my.world\\state", "my.world\\state~mine"],
];

for (const [path, own] of FILES) {
  Deno.test(`createSandbox(): a namespace of ${path} is kept in ${own}`, async () => {
    const folder = await Deno.makeTempDir({ suffix: ".d" });
    try {
      using sandbox = createSandbox({ path: `${folder}/${path}` });
      const reply = await sandbox.fetch("https://api.sandbox.test/~mine/_sandbox/tokens", {
        method: "POST",
        body: "{}",
      });
      await reply.body?.cancel();
      const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
        !/-(?:wal|shm|media)$/.test(name)
      );
      assertEquals(names.toSorted(), [own, path].toSorted());
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
