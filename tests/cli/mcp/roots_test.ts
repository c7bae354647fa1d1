import { assertEquals, assertRejects } from "@std/assert";
import { Failure } from "../../../cli/errors.ts";
import { allowedPath } from "../../../cli/mcp/roots.ts";

/** Two folders with a file each, and beside them a file and a folder whose name begins like theirs. */
async function folders() {
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "tonearm-roots-" }));
  for (const folder of ["a", "b", "ab", "a/..sub"]) await Deno.mkdir(`${home}/${folder}`);
  for (const file of ["a/x.wav", "b/y.wav", "ab/z.wav", "secret.wav", "a/..sub/w.wav"]) {
    await Deno.writeTextFile(`${home}/${file}`, "");
  }
  await Deno.symlink(`${home}/secret.wav`, `${home}/a/out.wav`);
  await Deno.symlink(`${home}/a`, `${home}/link`);
  return { home, [Symbol.asyncDispose]: () => Deno.remove(home, { recursive: true }) };
}

for (
  const [path, expected] of [
    ["x.wav", "a/x.wav"],
    ["./x.wav", "a/x.wav"],
    ["..sub/w.wav", "a/..sub/w.wav"],
    ["../b/y.wav", "b/y.wav"],
    ["HOME/a/x.wav", "a/x.wav"],
    ["HOME/b/y.wav", "b/y.wav"],
    ["HOME/link/x.wav", "a/x.wav"],
  ] as const
) {
  Deno.test(`allowedPath() finds ${path} in the folders`, async () => {
    await using own = await folders();
    const roots = [`${own.home}/link`, `${own.home}/missing`, `${own.home}/b`];
    assertEquals(await allowedPath(path.replace("HOME", own.home), roots), `${own.home}/${expected}`);
  });
}

for (const path of ["../secret.wav", "out.wav", "HOME/secret.wav", "HOME/ab/z.wav", ".", "..", "HOME/a", "HOME"]) {
  Deno.test(`allowedPath() refuses ${path}, which is outside the folders`, async () => {
    await using own = await folders();
    const wanted = path.replace("HOME", own.home);
    const failure = await assertRejects(() => allowedPath(wanted, [`${own.home}/a`]), Failure);
    assertEquals({ kind: failure.kind, message: failure.message, hint: failure.hint }, {
      kind: "usage",
      message: `${wanted} is not a file in the folders that allow uploads`,
      hint: `Those are ${own.home}/a.`,
    });
  });
}

Deno.test("allowedPath() answers the same for a missing file, and says how to allow uploads where there is no folder", async () => {
  await using own = await folders();
  await assertRejects(
    () => allowedPath("none.wav", [`${own.home}/a`]),
    Failure,
    "none.wav is not a file in the folders",
  );
  const failure = await assertRejects(() => allowedPath("x.wav", []), Failure, "Uploads are off");
  assertEquals(failure.hint, "To allow them, the user starts the server with --root FOLDER.");
});
