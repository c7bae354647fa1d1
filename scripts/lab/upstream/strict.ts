/**
 * The promises of an OpenAPI document of the service, one a line: each parameter with its type, bounds, default and
 * marks, the statuses of each operation, the fields of each resource. `tests/contract/service.txt` holds those of the
 * service's document of 2026-07-19.
 *
 *     deno run scripts/lab/upstream/strict.ts api.json > tests/contract/service.txt
 */
import { parse } from "yaml";
import { type Json, list, object, resolved } from "./facts.ts";

const METHODS = ["get", "post", "put", "delete"];

/** An operation for each resource. */
const RESOURCES: Readonly<Record<string, string>> = {
  "GET /me": "Me",
  "GET /users/{user_urn}": "User",
  "GET /tracks/{track_urn}": "Track",
  "GET /playlists/{playlist_urn}": "Playlist",
  "GET /tracks/{track_urn}/comments": "Comment",
  "GET /tracks/{track_urn}/streams": "Streams",
  "GET /users/{user_urn}/web-profiles": "WebProfile",
  "GET /me/feed": "Activity",
  "PUT /tracks/{track_urn}/storefront": "Storefront",
};

/** Follows the references of a document. */
type Resolve = (value: unknown) => Json;

function promiseOf(parameter: Json, resolve: Resolve): string {
  const schema = resolve(parameter.schema);
  const items = resolve(schema.items);
  const members = Object.entries(object(schema.properties)).map(([name, type]) => `${name}:${resolve(type).type}`);
  return [
    `${parameter.name} ${schema.type}`,
    ...(items.enum ? [`of ${(items.enum as string[]).join("|")}`] : []),
    ...(schema.enum ? [`one of ${(schema.enum as string[]).join("|")}`] : []),
    ...(members.length > 0 ? [members.join(" ")] : []),
    ...["minimum", "maximum", "default"].flatMap((name) =>
      schema[name] === undefined ? [] : [`${name} ${schema[name]}`]
    ),
    ...["required", "deprecated"].filter((name) => parameter[name] === true),
  ].join(", ");
}

/** Returns the names of the fields of a schema: those of the items of a list, and of every choice. */
function fieldsOf(schema: unknown, resolve: Resolve): string[] {
  const found = resolve(schema);
  const choices = ["allOf", "anyOf", "oneOf"].flatMap((name) => list(found[name]));
  const properties = object(found.properties);
  const items = found.items ?? properties.collection;
  if (items !== undefined) return fieldsOf(resolve(items).items ?? items, resolve);
  return [...new Set([...Object.keys(properties), ...choices.flatMap((choice) => fieldsOf(choice, resolve))])];
}

/** Returns the promises of a document, in alphabetical order. */
export function promisesOf(document: unknown): string[] {
  const resolve: Resolve = (value) => resolved(document, value);
  const lines: string[] = [];
  for (const [path, methods] of Object.entries(object(object(document).paths))) {
    for (const method of METHODS.filter((name) => name in object(methods))) {
      const operation = object(object(methods)[method]);
      const name = `${method.toUpperCase()} ${path}`;
      const parameters = list(operation.parameters).map(resolve);
      const query = parameters.filter((parameter) => parameter.in === "query");
      lines.push(...query.map((parameter) => `${name}: ${promiseOf(parameter, resolve)}`));
      const responses = object(operation.responses);
      lines.push(`${name}: ${Object.keys(responses).join(" ")}${operation.deprecated ? ", deprecated" : ""}`);
      const resource = RESOURCES[name];
      const type = jsonOf(resolve(responses["200"]));
      if (resource !== undefined) lines.push(...fieldsOf(type, resolve).map((field) => `${resource}.${field}`));
    }
  }
  return [...new Set(lines)].sort();
}

/** Returns the schema of a reply whose type has parameters, such as a charset. */
function jsonOf(reply: Json): Json {
  const [, content] = Object.entries(object(reply.content)).find(([type]) => type.startsWith("application/json")) ?? [];
  return object(object(content).schema);
}

if (import.meta.main) {
  console.log(promisesOf(parse(await Deno.readTextFile(Deno.args[0] ?? ""))).join("\n"));
}
