import { assert, assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { SOURCE_KINDS, type SourceEntry, SOURCES, type Subject, SUBJECTS } from "../../../sandbox/document/sources.ts";
import { fidelityPage } from "../../../scripts/docs/fidelity.ts";
import { control } from "../../support/sandbox/control.ts";

const namesOf = (subject: Subject) => SOURCES.filter((each) => each.subject === subject).map(({ name }) => name);

/** The required form of a reference, by kind. */
const REFERENCES: Readonly<Record<string, RegExp>> = {
  documented: /^\d{4}(-\d\d){0,2}( .+)?$/,
  recorded: /^\d{4}(-\d\d){0,2} [\w.-]+\/[\w.-]+(#\d+| [\w/]+)$/,
  reported: /^[\w.-]+\/[\w.-]+#\d+$/,
  assumed: /^.{15,}$/,
};

Deno.test("SOURCES: every source has a known kind, and a date, an issue or a reason", () => {
  for (const { name, kind, reference } of SOURCES) {
    assert(SOURCE_KINDS.includes(kind), `${name}: ${kind}`);
    assertMatch(reference, REFERENCES[kind] ?? /^$/, name);
  }
  assert(namesOf("behaviour").length > 50);
});

interface Reply {
  readonly counts: Record<string, Record<string, number>>;
  readonly entries: readonly SourceEntry[];
  readonly changes: readonly { readonly date: string; readonly what: string }[];
}

Deno.test("GET /_sandbox/document shows every source, with counts that add up", async () => {
  using sandbox = createSandbox();
  const { body } = await control<Reply>(sandbox, "GET /document");
  assertEquals(body.entries, SOURCES);
  assertEquals(body.changes.at(-1)?.date, "2026-10-28");
  const sum = (name: string) => Object.values(body.counts[name] ?? {}).reduce((a, b) => a + b, 0);
  assertEquals(sum("all"), SOURCES.length);
  assertEquals(SUBJECTS.reduce((total, subject) => total + sum(subject), 0), SOURCES.length);
});

Deno.test("openapi.json carries the source of each operation and field", async () => {
  using sandbox = createSandbox();
  const { body } = await control<{
    paths: Record<string, Record<string, Record<string, unknown>>>;
    components: { schemas: Record<string, { properties?: Record<string, Record<string, unknown>> }> };
  }>(sandbox, "GET /openapi.json");
  assertEquals(body.paths["/disconnect"]?.post?.["x-source"], "documented 2026-09-30");
  assertEquals(body.components.schemas.Track?.properties?.title?.["x-source"], "documented 2026-07-19");
  for (const { properties = {} } of Object.values(body.components.schemas)) {
    for (const [name, property] of Object.entries(properties)) assert(property["x-source"], name);
  }
});

Deno.test("docs/contributing/fidelity.md lists the content of the data files", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/contributing/fidelity.md", import.meta.url));
  assertEquals(page, await fidelityPage());
});
