import { assert, assertEquals, assertMatch } from "@std/assert";
import { SOURCE_KINDS, sources, type Subject } from "../../../sandbox/document/sources.ts";
import { fidelityPage } from "../../../scripts/docs/fidelity.ts";

const namesOf = (subject: Subject) => sources().filter((each) => each.subject === subject).map(({ name }) => name);

/** The required form of a reference, by kind. */
const REFERENCES: Readonly<Record<string, RegExp>> = {
  documented: /^\d{4}(-\d\d){0,2}( .+)?$/,
  recorded: /^\d{4}(-\d\d){0,2} [\w.-]+\/[\w.-]+(#\d+| [\w/]+)$/,
  reported: /^[\w.-]+\/[\w.-]+#\d+$/,
  assumed: /^.{15,}$/,
};

Deno.test("SOURCES: every source has a known kind, and a date, an issue or a reason", () => {
  for (const { name, kind, reference } of sources()) {
    assert(SOURCE_KINDS.includes(kind), `${name}: ${kind}`);
    assertMatch(reference, REFERENCES[kind] ?? /^$/, name);
  }
  assert(namesOf("behaviour").length > 50);
});

Deno.test("docs/contributing/fidelity.md lists the content of the data files", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/contributing/fidelity.md", import.meta.url));
  assertEquals(page, await fidelityPage());
});
