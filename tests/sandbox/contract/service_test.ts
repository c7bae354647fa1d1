/**
 * Holds the tables of sandbox/contract against the service's document (`tests/contract/service.txt`), and the library's
 * types against the tables.
 */
import { assert, assertEquals } from "@std/assert";
import ts from "typescript";
import { API_TABLE } from "../../../sandbox/contract/operations.ts";
import { PUBLISHED } from "../../../sandbox/contract/row.ts";
import { openApi } from "../../../sandbox/document/openapi.ts";
import { schemaFields } from "../../../sandbox/document/operations.ts";
import { promisesOf } from "../../../scripts/lab/upstream/strict.ts";

const ROOT = new URL("../../../", import.meta.url);

/** The promises of the service's document, and those of the sandbox's. */
async function promises(): Promise<{ service: string[]; own: string[] }> {
  const text = await Deno.readTextFile(new URL("tests/contract/service.txt", ROOT));
  const document = JSON.parse(JSON.stringify(openApi("https://api.test", "https://auth.test")));
  return { service: text.trimEnd().split("\n"), own: promisesOf(document) };
}

/** Whether a row names another source than the service's document for a promise. */
function isSourced(promise: string): boolean {
  const row = API_TABLE[promise.slice(0, promise.indexOf(": "))];
  if (row !== undefined) {
    return row.source !== undefined || (row.deviation !== undefined && !promise.includes(", default"));
  }
  const [schema = "", name] = promise.split(".");
  const field = schemaFields()[schema]?.find((each) => each.name === name);
  return field !== undefined && field.source !== PUBLISHED;
}

Deno.test("sandbox/contract: what the service's document promises is in the tables, but where a row says why not", async () => {
  const { service, own } = await promises();
  assertEquals(service.filter((promise) => !own.includes(promise) && !isSourced(promise)), []);
});

Deno.test("sandbox/contract: what the tables promise is in the service's document, or has a source of its own", async () => {
  const { service, own } = await promises();
  assertEquals(own.filter((promise) => !service.includes(promise) && !isSourced(promise)), []);
  assert(service.length > 300);
});

/** The library's types by schema. */
const TYPES: Readonly<Record<string, string>> = {
  User: "ServiceUser",
  Me: "ServiceMe",
  Track: "ServiceTrack",
  Playlist: "ServicePlaylist",
  SystemPlaylist: "ServiceSystemPlaylist",
  Comment: "ServiceComment",
  CommentUser: "CommentUser",
  WebProfile: "WebProfile",
  Storefront: "Storefront",
  Streams: "Streams",
};

/** The fields of each interface of `src/types/`, those of its bases included. */
async function interfaces(): Promise<(name: string) => string[]> {
  const found = new Map<string, ts.InterfaceDeclaration>();
  for await (const { name } of Deno.readDir(new URL("src/types/", ROOT))) {
    const text = await Deno.readTextFile(new URL(`src/types/${name}`, ROOT));
    const { statements } = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    for (const each of statements.filter(ts.isInterfaceDeclaration)) found.set(each.name.text, each);
  }
  const fieldsOf = (name: string): string[] => {
    const declaration = found.get(name);
    const bases = declaration?.heritageClauses?.flatMap(({ types }) =>
      types.map(({ expression }) => expression.getText())
    );
    const own = declaration?.members.filter(ts.isPropertySignature).map(({ name }) => name.getText()) ?? [];
    return [...own, ...(bases ?? []).flatMap(fieldsOf)];
  };
  return fieldsOf;
}

Deno.test("src/types has a field for each field of a schema in sandbox/contract", async () => {
  const fieldsOf = await interfaces();
  const lacking = Object.entries(TYPES).flatMap(([schema, type]) => {
    const own = fieldsOf(type);
    assert(own.length > 0, type);
    return (schemaFields()[schema] ?? []).filter(({ name }) => !own.includes(name)).map(({ name }) =>
      `${type}.${name}`
    );
  });
  assertEquals(lacking, []);
});
