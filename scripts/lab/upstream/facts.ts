// Converts an OpenAPI document to comparable facts by operation.

/** The facts of one operation: `parameter query limit` → `integer`. */
export type Facts = ReadonlyMap<string, string>;

/** Operations by method and path, the names of path parameters left out: `GET /tracks/{}`. */
export type Operations = ReadonlyMap<string, Facts>;

/** An object of a document. */
export type Json = Readonly<Record<string, unknown>>;

const METHODS = ["get", "put", "post", "delete", "patch", "head", "options"];
/** The depth to which nested fields are followed. */
const DEEPEST = 6;

/** The value, if it is an object; otherwise an empty one. */
export function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? value as Json : {};
}

/** The value, if it is a list; otherwise an empty one. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Resolves a reference in a document; other values are unchanged. */
export function resolved(document: unknown, value: unknown): Json {
  const { $ref } = object(value);
  if (typeof $ref !== "string") return object(value);
  const names = $ref.replace(/^#\//, "").split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return resolved(document, names.reduce<unknown>((at, name) => object(at)[name], document));
}

/** Collects facts, and joins several statements about one subject. */
class Collector {
  readonly facts = new Map<string, string>();
  readonly #document: Json;
  readonly #deepest: number;

  constructor(document: Json, deepest: number) {
    this.#document = document;
    this.#deepest = deepest;
  }

  add(name: string, value = ""): void {
    const known = this.facts.get(name);
    const values = new Set([...known?.split("|") ?? [], value].filter((each) => each !== ""));
    this.facts.set(name, [...values].sort().join("|"));
  }

  follow(value: unknown): Json {
    return resolved(this.#document, value);
  }

  /** Collects a schema with everything in it, and each circular reference once. */
  schema(name: string, value: unknown, trail: readonly unknown[] = [], depth = 0): void {
    const schema = this.follow(value);
    if (trail.includes(schema)) return;
    const within = [...trail, schema];
    const choices = ["oneOf", "anyOf", "allOf"].flatMap((key) => list(schema[key]));
    for (const choice of choices) this.schema(name, choice, within, depth);
    for (const type of typesOf(schema)) this.add(name, type);
    if (choices.length === 0 && !this.facts.has(name)) this.add(name);
    for (const option of list(schema.enum)) this.add(`${name} = ${JSON.stringify(option)}`);
    if (schema.items !== undefined) this.schema(`${name}[]`, schema.items, within, depth);
    if (depth >= this.#deepest) return;
    const properties = object(schema.properties);
    for (const [field, member] of Object.entries(properties)) {
      this.schema(`${name}.${field}`, member, within, depth + 1);
    }
    for (const field of list(schema.required).map(String)) {
      if (field in properties) this.add(`${name}.${field}`, "required");
    }
  }

  /** The schemas of a request or a reply, whatever its media type. */
  content(name: string, value: unknown): void {
    for (const media of Object.values(object(object(value).content))) this.schema(name, object(media).schema);
  }
}

function typesOf({ type, nullable, format, deprecated }: Json): string[] {
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === "string");
  return [
    ...types.map((each) => each === "null" ? "nullable" : String(each)),
    ...(nullable === true ? ["nullable"] : []),
    ...(typeof format === "string" ? [`format ${format}`] : []),
    ...(deprecated === true ? ["deprecated"] : []),
  ];
}

function operationFacts(collector: Collector, document: Json, path: string, operation: Json): Facts {
  collector.add("path", path);
  if (operation.deprecated === true) collector.add("deprecated");
  for (const each of [...list(object(object(document.paths)[path]).parameters), ...list(operation.parameters)]) {
    const parameter = collector.follow(each);
    // Their names are in the path.
    if (parameter.in === "path") continue;
    const name = `parameter ${String(parameter.in)} ${String(parameter.name)}`;
    collector.schema(name, parameter.schema);
    if (parameter.required === true) collector.add(name, "required");
    if (parameter.deprecated === true) collector.add(name, "deprecated");
  }
  if (operation.requestBody !== undefined) collector.content("body", collector.follow(operation.requestBody));
  for (const [status, reply] of Object.entries(object(operation.responses))) {
    collector.add(`status ${status}`);
    collector.content(`reply ${status}`, collector.follow(reply));
  }
  for (const rule of list(operation.security ?? document.security)) {
    collector.add(`security ${Object.keys(object(rule)).sort().join(" and ") || "none"}`);
  }
  return collector.facts;
}

/**
 * The facts of a document.
 *
 * @param deepest Maximum depth of nested fields. Default 6.
 * @throws {TypeError} When it isn't an OpenAPI document.
 */
export function factsOf(document: unknown, deepest: number = DEEPEST): Operations {
  const root = object(document);
  if (root.openapi === undefined && root.swagger === undefined || root.paths === undefined) {
    throw new TypeError("Cannot compare the document: it is not an OpenAPI document");
  }
  const found = new Map<string, Facts>();
  for (const [path, item] of Object.entries(object(root.paths))) {
    for (const method of METHODS.filter((method) => method in object(item))) {
      const facts = operationFacts(new Collector(root, deepest), root, path, object(object(item)[method]));
      found.set(`${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, "{}")}`, facts);
    }
  }
  return found;
}
