import { assert, assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { control } from "../../support/sandbox/control.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters: Parameter[];
  readonly responses: Record<string, { readonly content?: unknown }>;
  readonly requestBody?: unknown;
}

interface Document {
  readonly openapi: string;
  readonly servers: { readonly url: string }[];
  readonly paths: Record<string, Record<string, OperationObject>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

async function documentOf(prefix = ""): Promise<Document> {
  using sandbox = createSandbox();
  if (prefix === "") return (await control<Document>(sandbox, "GET /openapi.json")).body;
  return await (await sandbox.fetch(`https://api.sandbox.test${prefix}/_sandbox/openapi.json`)).json();
}

function operationsOf({ paths }: Document): [string, OperationObject][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, OperationObject] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ])
  );
}

Deno.test("openapi.json has every operation once, each with a unique name", async () => {
  const document = await documentOf();
  const operations = operationsOf(document);
  const facts: { endpoints: string[] } = JSON.parse(
    await Deno.readTextFile(new URL("../../support/operations/operations.json", import.meta.url)),
  );
  assert(document.openapi.startsWith("3.1"));
  assertEquals(operations.map(([name]) => name).sort(), facts.endpoints.toSorted());
  assertEquals(new Set(operations.map(([, { operationId }]) => operationId)).size, operations.length);
});

Deno.test("openapi.json refers to no schema that isn't in it", async () => {
  const document = await documentOf();
  const text = JSON.stringify(document);
  const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? "");
  assert(referred.length > 100);
  assertEquals(referred.filter((name) => !(name in document.components.schemas)), []);
  assertEquals(text.includes("undefined"), false);
});

Deno.test("openapi.json declares every parameter of a path, ranges as deep objects, and lists with commas", async () => {
  for (const [name, { parameters }] of operationsOf(await documentOf())) {
    const inPath = parameters.filter((parameter) => parameter.in === "path").map((parameter) => `{${parameter.name}}`);
    assertEquals(inPath, name.match(/\{\w+\}/g) ?? [], name);
  }
  const parameters = (await documentOf()).paths["/tracks"]?.get?.parameters as { name: string; style?: string }[];
  const styles = Object.fromEntries(parameters.map(({ name, style }) => [name, style]).filter(([, style]) => style));
  assertEquals(styles, { bpm: "deepObject", duration: "deepObject", created_at: "deepObject", access: "form" });
});

Deno.test("openapi.json describes the caller's namespace", async () => {
  assertEquals((await documentOf()).servers, [{ url: "https://api.sandbox.test" }]);
  assertEquals((await documentOf("/~mine")).servers, [{ url: "https://api.sandbox.test/~mine" }]);
});
