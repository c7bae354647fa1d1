import { ARRAYS, CHOICES, FIELDS } from "../contract/fields.ts";
import { PARAMETERS } from "../contract/operations.ts";
import type { ParameterRow } from "../contract/row.ts";
import { type Documented, type Field, OPERATIONS, parameterName, schemaFields } from "./operations.ts";
import { sourceOf } from "./sources.ts";

export type Schema = Readonly<Record<string, unknown>>;

const PRIMITIVES: Readonly<Record<string, Schema>> = {
  boolean: { type: "boolean" },
  integer: { type: "integer" },
  number: { type: "number" },
  string: { type: "string" },
  timestamp: { type: "string", pattern: "^\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d \\+0000$" },
  uri: { type: "string", format: "uri" },
};

const PARAMETER_ROWS: Readonly<Record<string, ParameterRow>> = PARAMETERS;
const NAMED_CHOICES: Readonly<Record<string, string>> = CHOICES;

function named(type: string): Schema {
  return PRIMITIVES[type] ?? { $ref: `#/components/schemas/${type}` };
}

function oneOf(choices: readonly string[]): Schema {
  const areSchemas = choices.every((choice) => choice in PRIMITIVES || choice in FIELDS || choice in ARRAYS);
  return areSchemas ? { anyOf: choices.map(named) } : { type: "string", enum: choices };
}

/** Returns the JSON Schema of a type in the notation of the data files. */
export function schemaOf(type: string): Schema {
  if (type.endsWith("?")) return { anyOf: [schemaOf(type.slice(0, -1)), { type: "null" }] };
  if (type.startsWith("[")) return { type: "array", items: schemaOf(type.slice(1, -1)) };
  const choices = NAMED_CHOICES[type] ?? type;
  return choices.includes("|") ? oneOf(choices.split("|")) : named(type);
}

function objectOf(fields: readonly Field[]): Schema {
  return {
    type: "object",
    required: fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map(({ name, type, source }) => [name, { ...schemaOf(type), "x-source": source }]),
    ),
  };
}

export function schemas(): Record<string, Schema> {
  const objects = Object.entries(schemaFields()).map(([name, fields]) => [name, objectOf(fields)]);
  const arrays = Object.entries(ARRAYS).map(([name, type]) => [name, schemaOf(type)]);
  return Object.fromEntries([...objects, ...arrays]);
}

/** Serialisation styles of structured parameters: `bpm[from]=90`, `access=playable,preview`. */
const STYLES: Readonly<Record<string, object>> = {
  object: { style: "deepObject" },
  array: { style: "form", explode: false },
};

function parameters(path: string, rows: readonly string[]): unknown[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: "path", required: true, schema: { type: "string" } };
  });
  return [
    ...inPath,
    ...rows.map((row) => {
      const { required, deprecated, ...schema } = PARAMETER_ROWS[row] ?? { type: "string" };
      const marks = { ...(required && { required }), ...(deprecated && { deprecated }) };
      return { name: parameterName(row), in: "query", ...marks, schema, ...STYLES[schema.type] };
    }),
  ];
}

function content(schema: string): unknown {
  return schema === "" ? {} : { content: { "application/json": { schema: schemaOf(schema) } } };
}

function bodyOf({ body, form }: Documented): Record<string, unknown> {
  if (body === undefined && form === undefined) return {};
  const content = {
    ...(body === undefined ? {} : { "application/json": { schema: schemaOf(body) } }),
    ...(form === undefined ? {} : { "multipart/form-data": { schema: schemaOf(form) } }),
  };
  return { requestBody: { required: true, content } };
}

function operationObject(documented: Documented): Record<string, unknown> {
  const { operation, replies, deprecated } = documented;
  const [method = "", path = ""] = operation.split(" ");
  const responses = Object.entries(replies).map(([status, schema]) => {
    return [status, { description: status, ...content(schema) as object }];
  });
  return {
    operationId: method.toLowerCase() +
      path.replace(/[^a-z]+([a-z])/g, (_, letter) => letter.toUpperCase()).replace(/\W/g, ""),
    "x-source": sourceOf("operation", operation),
    parameters: parameters(path, documented.parameters),
    responses: Object.fromEntries(responses),
    ...(deprecated ? { deprecated } : {}),
    ...bodyOf(documented),
  };
}

function paths(): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const documented of OPERATIONS) {
    const [method = "", path = ""] = documented.operation.split(" ");
    (found[path] ??= {})[method.toLowerCase()] = operationObject(documented);
  }
  return found;
}

export function openApi(server: string, authServer: string): unknown {
  const flow = { authorizationUrl: `${authServer}/authorize`, tokenUrl: `${authServer}/oauth/token`, scopes: {} };
  return {
    openapi: "3.1.0",
    info: { title: "The SoundCloud API, as this sandbox has it", version: "1.0.0" },
    servers: [{ url: server }],
    security: [{ AuthHeader: [] }, { oAuth2_1: [] }],
    paths: paths(),
    components: {
      schemas: schemas(),
      securitySchemes: {
        AuthHeader: { type: "apiKey", in: "header", name: "Authorization", description: "OAuth TOKEN" },
        oAuth2_1: {
          type: "oauth2",
          flows: { authorizationCode: flow, clientCredentials: { tokenUrl: flow.tokenUrl, scopes: {} } },
        },
      },
    },
  };
}
