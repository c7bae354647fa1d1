import { assertEquals } from "@std/assert";
import { chooser, readDecisions, writeConflicts } from "../../../cli/catalogue/conflicts_file.ts";
import { temporaryFolder } from "../../support/folder.ts";

Deno.test("chooser() follows a decision about this value, else the field's side, else that of all", () => {
  const made = [{ id: "t", field: "title", remote: "New", keep: "remote" }] as const;
  const choose = chooser(made, { genre: "remote", "*": "local" });
  const sides = [["t", "title", "New"], ["t", "title", "Newer"], ["u", "title", "New"], ["t", "genre", "x"]];
  assertEquals(sides.map((side) => choose(...side as [string, string, string])), [
    "remote",
    "local",
    "local",
    "remote",
  ]);
  assertEquals(chooser([])("t", "title", "New"), undefined);
  assertEquals(chooser(made, "local")("t", "genre", "x"), "local");
});

Deno.test("writeConflicts() writes what readDecisions() reads once somebody has decided, and no file without any", async () => {
  await using folder = await temporaryFolder();
  const conflict = { id: "t", name: "A", field: "title", base: "A", local: "B", remote: "C" };
  await writeConflicts(folder.path, [conflict, { ...conflict, id: "u" }]);
  assertEquals(await readDecisions(folder.path), []);
  const file = `${folder.path}/conflicts.yaml`;
  await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replace('keep: ""', "keep: local"));
  assertEquals(await readDecisions(folder.path), [{ id: "t", field: "title", remote: "C", keep: "local" }]);
  await writeConflicts(folder.path, []);
  assertEquals(await Deno.stat(file).catch(() => "gone"), "gone");
});
