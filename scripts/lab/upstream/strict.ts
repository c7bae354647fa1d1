/**
 * The promises of an OpenAPI document of the service, one a line: each parameter with its type, bounds, default and
 * marks, the statuses of each operation, the fields of each resource. `tests/contract/service.txt` holds those of the
 * service's document of 2026-07-19.
 *
 *     deno run scripts/lab/upstream/strict.ts api.json > tests/contract/service.txt
 */
import { parse } from "yaml";

type Json = Readonly<Record<string, unknown>>;

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

/** Returns an object's member; an object without members for anything else. */
function part(value: unknown, name: string): Json {
  const found = typeof value === "object" && value !== null ? (value as Json)[name] : undefined;
  return typeof found === "object" && found !== null ? found as Json : {};
}

/** Follows the references of a document. */
function resolver(document: unknown): (value: unknown) => Json {
  const resolve = (value: unknown): Json => {
    const object = (value ?? {}) as Json;
    if (typeof object.$ref !== "string") return object;
    const names = object.$ref.split("/").slice(1).map((name) => name.replaceAll("~1", "/"));
    return resolve(names.reduce<unknown>((found, name) => part(found, name), document));
  };
  return resolve;
}

function promiseOf(parameter: Json, resolve: (value: unknown) => Json): string {
  const schema = resolve(parameter.schema);
  const items = resolve(schema.items);
  const members = Object.entries(part(schema, "properties")).map(([name, type]) => `${name}:${resolve(type).type}`);
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
function fieldsOf(schema: unknown, resolve: (value: unknown) => Json): string[] {
  const found = resolve(schema);
  const choices = ["allOf", "anyOf", "oneOf"].flatMap((name) => Object.values(part(found, name)));
  const properties = part(found, "properties");
  const list = found.items ?? properties.collection;
  if (list !== undefined) return fieldsOf(resolve(list).items ?? list, resolve);
  return [...new Set([...Object.keys(properties), ...choices.flatMap((choice) => fieldsOf(choice, resolve))])];
}

/** Returns the promises of a document, in alphabetical order. */
export function promisesOf(document: unknown): string[] {
  const resolve = resolver(document);
  const lines: string[] = [];
  for (const [path, methods] of Object.entries(part(document, "paths"))) {
    for (const method of METHODS.filter((name) => Object.keys(part(methods, name)).length > 0)) {
      const operation = part(methods, method);
      const name = `${method.toUpperCase()} ${path}`;
      const parameters = Object.values(part(operation, "parameters")).map(resolve);
      const query = parameters.filter((parameter) => parameter.in === "query");
      lines.push(...query.map((parameter) => `${name}: ${promiseOf(parameter, resolve)}`));
      const responses = part(operation, "responses");
      lines.push(`${name}: ${Object.keys(responses).join(" ")}${operation.deprecated ? ", deprecated" : ""}`);
      const resource = RESOURCES[name];
      const reply = part(part(part(resolve(responses["200"]), "content"), "application/json"), "schema");
      const type = Object.keys(reply).length > 0 ? reply : jsonOf(resolve(responses["200"]));
      if (resource !== undefined) lines.push(...fieldsOf(type, resolve).map((field) => `${resource}.${field}`));
    }
  }
  return [...new Set(lines)].sort();
}

/** Returns the schema of a reply whose type has parameters, such as a charset. */
function jsonOf(reply: Json): Json {
  const [content] = Object.entries(part(reply, "content")).filter(([type]) => type.startsWith("application/json"));
  return part(content?.[1], "schema");
}

if (import.meta.main) {
  console.log(promisesOf(parse(await Deno.readTextFile(Deno.args[0] ?? ""))).join("\n"));
}
