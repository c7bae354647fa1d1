import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { explain, Failure } from "../../../cli/errors.ts";
import { keepPlace, readPlace, type Watched } from "../../../cli/watch/state.ts";

const WATCHED: Watched = { source: "followers", service: "https://api.test", account: "soundcloud:users:1" };

/** A state file with a text. */
async function stateFile(text?: string) {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-state-" });
  const file = `${folder}/state.json`;
  if (text !== undefined) await Deno.writeTextFile(file, text);
  return { folder, file, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

Deno.test("readPlace() finds none in a missing file, and then the place that keepPlace() stored last", async () => {
  await using state = await stateFile();
  assertEquals(await readPlace(state.file, WATCHED), undefined);
  for (const place of ["p1", "p2"]) await keepPlace(state.file, WATCHED, place);
  assertEquals(await readPlace(state.file, WATCHED), "p2");
  assertEquals(JSON.parse(await Deno.readTextFile(state.file)), { ...WATCHED, place: "p2" });
});

Deno.test("keepPlace() keeps a link, removes what a killed run left, and reports a folder that can't be", async () => {
  await using state = await stateFile("{}");
  const link = `${state.folder}/link.json`;
  await Deno.symlink(state.file, link);
  const draft = `${state.file}.${crypto.randomUUID()}.tmp`;
  await Deno.writeTextFile(draft, "");
  await Deno.utime(draft, 0, 0);
  await keepPlace(link, WATCHED, "p1");
  assertEquals((await Array.fromAsync(Deno.readDir(state.folder), ({ name }) => name)).toSorted(), [
    "link.json",
    "state.json",
  ]);
  assertEquals(await readPlace(state.file, WATCHED), "p1");
  const error = explain(await keepPlace(`${state.file}/state.json`, WATCHED, "p1").catch((error) => error));
  assertStringIncludes(error.message, `Cannot create the folder ${state.file}: `);
  assert(!error.hint?.includes("TONEARM_CONFIG_DIR"));
});

for (
  const [key, other, expected] of [
    ["source", "likes", 'its source is "followers"'],
    ["service", "https://other.test", 'its service is "https://api.test"'],
    ["account", "soundcloud:users:2", 'its account is "soundcloud:users:1"'],
    ["account", undefined, 'its account is "soundcloud:users:1"'],
  ] as const
) {
  Deno.test(`readPlace() rejects the state of a watch with another ${key} than ${other}`, async () => {
    await using state = await stateFile();
    await keepPlace(state.file, WATCHED, "p1");
    const failure = await assertRejects(() => readPlace(state.file, { ...WATCHED, [key]: other }), Failure);
    assertEquals(failure.kind, "usage");
    assertEquals(failure.message, `${state.file} is the state of another watch: ${expected}`);
    assertEquals(failure.hint, "Choose another file: each watch needs its own.");
  });
}

for (const text of ["{}", "", "null", "[]", '"p1"', '{"place": 1}', "not JSON"]) {
  Deno.test(`readPlace() rejects a file that holds ${JSON.stringify(text)}, which no watch wrote`, async () => {
    await using state = await stateFile(text);
    const failure = await assertRejects(() => readPlace(state.file, WATCHED), Failure);
    assertEquals(failure.kind, "usage");
    assertEquals(failure.message, `${state.file} is not the state of a watch`);
    assertEquals(failure.hint, "Name another file.");
  });
}

Deno.test("readPlace() reports a file that it cannot read", async () => {
  await using state = await stateFile();
  const failure = await assertRejects(() => readPlace(state.folder, WATCHED), Failure, `Cannot read ${state.folder}: `);
  assertEquals(failure.kind, "failed");
});
