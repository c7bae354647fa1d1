import { assert, assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { control } from "../../support/sandbox/requests.ts";

interface Document {
  readonly openapi: string;
  readonly servers: { readonly url: string }[];
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

async function documentOf(prefix = ""): Promise<Document> {
  using sandbox = createSandbox();
  if (prefix === "") return (await control<Document>(sandbox, "GET /openapi.json")).body;
  return await (await sandbox.fetch(`https://api.sandbox.test${prefix}/_sandbox/openapi.json`)).json();
}

Deno.test("openapi.json names each operation once", async () => {
  const document = await documentOf();
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId)
  );
  assert(document.openapi.startsWith("3.1"));
  assertEquals(ids.filter((id, i) => ids.indexOf(id) < i), []);
});

Deno.test("openapi.json refers to no schema that isn't in it", async () => {
  const document = await documentOf();
  const text = JSON.stringify(document);
  const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? "");
  assert(referred.length > 100);
  assertEquals(referred.filter((name) => !(name in document.components.schemas)), []);
  assertEquals(text.includes("undefined"), false);
});

Deno.test("openapi.json describes the caller's namespace", async () => {
  assertEquals((await documentOf()).servers, [{ url: "https://api.sandbox.test" }]);
  assertEquals((await documentOf("/~mine")).servers, [{ url: "https://api.sandbox.test/~mine" }]);
});
