/**
 * Compares the data of sandbox/document with `data.txt`, which has been checked against the service's document.
 * `TONEARM_GOLDEN=write` writes it.
 */
import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { control } from "../../support/sandbox/requests.ts";

const GOLDEN = new URL("data.txt", import.meta.url);

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Sources {
  readonly entries: readonly Readonly<Record<string, string>>[];
}

/** Returns a line for each operation, field of a schema and source. */
function linesOf({ paths, components, ...rest }: Document, { entries, ...sources }: Sources): string[] {
  const line = (name: string, value: unknown) => `${name} ${JSON.stringify(value)}`;
  return [
    line("document", rest),
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => line(`${method} ${path}`, operation))
    ),
    ...Object.entries(components).flatMap(([kind, named]) =>
      Object.entries(named).flatMap(([name, { properties = {}, ...schema }]) => [
        line(`${kind} ${name}`, schema),
        ...Object.entries(properties).map(([field, property]) => line(`${name}.${field}`, property)),
      ])
    ),
    ...entries.map(({ subject, name, kind, reference }) => `${subject} ${name}: ${kind} ${reference}`),
    line("sources", sources),
  ];
}

Deno.test("sandbox/document: operations, fields, sources and changes are those that were compared with the service's", async () => {
  using sandbox = createSandbox();
  const { body: document } = await control<Document>(sandbox, "GET /openapi.json");
  const { body: sources } = await control<Sources>(sandbox, "GET /document");
  const lines = linesOf(document, sources);
  if (Deno.env.get("TONEARM_GOLDEN") === "write") await Deno.writeTextFile(GOLDEN, `${lines.join("\n")}\n`);
  const golden = (await Deno.readTextFile(GOLDEN)).trimEnd().split("\n");
  assertEquals(lines.filter((line) => !golden.includes(line)), [], "these are new");
  assertEquals(golden.filter((line) => !lines.includes(line)), [], "these have gone");
  assertEquals(lines, golden, "the order differs");
});
