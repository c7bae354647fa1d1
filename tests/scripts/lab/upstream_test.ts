import "../../support/required_modules.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { openApi } from "../../../sandbox/document/openapi.ts";
import { functionNames, upstream } from "../../../scripts/lab/upstream.ts";
import known from "../../../scripts/lab/upstream/accepted.json" with { type: "json" };
import { type Accepted, judge } from "../../../scripts/lab/upstream/accepted.ts";
import { compare, type Difference } from "../../../scripts/lab/upstream/compare.ts";
import { factsOf } from "../../../scripts/lab/upstream/facts.ts";
import { report } from "../../../scripts/lab/upstream/report.ts";
import { temporaryFolder } from "../../support/folder.ts";

const TRACK = {
  type: "object",
  properties: { title: { type: "string" }, sharing: { type: "string", enum: ["public", "private"] } },
  required: ["title"],
};

/** A document of two operations, with every kind of fact. */
function small(): Record<string, unknown> {
  return {
    openapi: "3.0.4",
    security: [{ header: [] }],
    paths: {
      "/tracks/{track_urn}": {
        get: {
          parameters: [
            { $ref: "#/components/parameters/limit" },
            { in: "path", name: "track_urn", required: true, schema: { type: "string" } },
          ],
          responses: { 200: { $ref: "#/components/responses/Track" }, 404: { description: "none" } },
        },
        put: {
          requestBody: {
            content: {
              "application/json": {
                schema: { type: "object", properties: { track: { $ref: "#/components/schemas/Track" } } },
              },
            },
          },
          responses: { 200: { $ref: "#/components/responses/Track" } },
        },
      },
    },
    components: {
      parameters: { limit: { in: "query", name: "limit", schema: { type: "integer" } } },
      responses: { Track: { content: { "application/json": { schema: { $ref: "#/components/schemas/Track" } } } } },
      schemas: { Track: structuredClone(TRACK) },
    },
  };
}

type Change = (document: ReturnType<typeof copy>) => void;

// deno-lint-ignore no-explicit-any -- a document of any shape
function copy(): any {
  return structuredClone(small());
}

const GET = "GET /tracks/{track_urn}";
const PUT = "PUT /tracks/{track_urn}";
const of = (document: ReturnType<typeof copy>) => document.paths["/tracks/{track_urn}"];

/** Changes, and the differences that they must cause: operation, sign, fact. */
const CHANGES: readonly (readonly [string, Change, readonly string[]])[] = [
  ["an operation that came", (d) => d.paths["/me"] = { get: {} }, ["GET /me added operation"]],
  ["an operation that went", (d) => delete of(d).put, [`${PUT} removed operation`]],
  ["a path's parameter with another name", (d) => {
    d.paths["/tracks/{id}"] = of(d);
    delete d.paths["/tracks/{track_urn}"];
  }, ["GET /tracks/{id} changed path", "PUT /tracks/{id} changed path"]],
  ["a parameter that came", (d) => of(d).get.parameters.push({ in: "query", name: "q", schema: { type: "string" } }), [
    `${GET} added parameter query q`,
  ]],
  ["a parameter that went", (d) => of(d).get.parameters.shift(), [`${GET} removed parameter query limit`]],
  ["a parameter's type", (d) => d.components.parameters.limit.schema.type = "string", [
    `${GET} changed parameter query limit`,
  ]],
  ["a parameter that is now required", (d) => d.components.parameters.limit.required = true, [
    `${GET} changed parameter query limit`,
  ]],
  ["a field that came, with what is in it", (d) => {
    d.components.schemas.Track.properties.user = { type: "object", properties: { urn: { type: "string" } } };
  }, [`${GET} added reply 200.user`, `${PUT} added body.track.user`, `${PUT} added reply 200.user`]],
  ["a field that went", (d) => delete d.components.schemas.Track.properties.sharing, [
    `${GET} removed reply 200.sharing`,
    `${PUT} removed body.track.sharing`,
    `${PUT} removed reply 200.sharing`,
  ]],
  ["a field that may be null", (d) => d.components.schemas.Track.properties.title.nullable = true, [
    `${GET} changed reply 200.title`,
    `${PUT} changed body.track.title`,
    `${PUT} changed reply 200.title`,
  ]],
  ["an enum value that came", (d) => d.components.schemas.Track.properties.sharing.enum.push("hidden"), [
    `${GET} added reply 200.sharing = "hidden"`,
    `${PUT} added body.track.sharing = "hidden"`,
    `${PUT} added reply 200.sharing = "hidden"`,
  ]],
  ["a status that went", (d) => delete of(d).get.responses[404], [`${GET} removed status 404`]],
  ["an operation that is deprecated", (d) => of(d).put.deprecated = true, [`${PUT} added deprecated`]],
  ["an operation that needs no token", (d) => of(d).get.security = [], [`${GET} removed security header`]],
  ["another security rule", (d) => d.security = [{ oauth: [], header: [] }], [
    `${GET} removed security header`,
    `${GET} added security header and oauth`,
    `${PUT} removed security header`,
    `${PUT} added security header and oauth`,
  ]],
];

for (const [what, change, expected] of CHANGES) {
  Deno.test(`compare() reports only ${what}`, () => {
    const changed = copy();
    change(changed);
    const found = compare(factsOf(small()), factsOf(changed));
    const reported = found.flatMap(({ operation, differences }) =>
      differences.map(({ kind, fact }) => `${operation} ${kind} ${fact}`)
    );
    assertEquals(reported.toSorted(), [...expected].sort());
  });
}

Deno.test("compare() asks whether the older and the newer value are alike", () => {
  const changed = copy();
  changed.components.parameters.limit.schema.type = "string";
  const asked: string[] = [];
  const found = compare(factsOf(small()), factsOf(changed), (before, after) => {
    if (before !== after) asked.push(`${before} → ${after}`);
    return true;
  });
  assertEquals({ asked, found }, { asked: ["integer → string"], found: [] });
});

Deno.test("compare() finds no difference between a document and itself, even with recursive schemas", () => {
  const document = copy();
  document.components.schemas.Track.properties.parent = { $ref: "#/components/schemas/Track" };
  assertEquals(compare(factsOf(document), factsOf(structuredClone(document))), []);
});

Deno.test("factsOf() has the types, formats, values and marks of parameters and fields", () => {
  const field = { type: ["string", "null"], format: "date-time", enum: ["a", 1] };
  const count = { type: "integer", nullable: true };
  const list = { type: "array", items: { type: "object", required: ["of", "none"], properties: { of: field } } };
  const document = {
    swagger: "2.0",
    paths: {
      "/me": {
        parameters: [{ in: "header", name: "x", schema: { type: "string", deprecated: true } }],
        post: {
          deprecated: true,
          parameters: [{ in: "query", name: "q", required: true, deprecated: true, schema: count }],
          requestBody: { content: { "application/json": { schema: list } } },
          responses: { 204: {} },
          security: [{}, { b: [], a: [] }],
        },
      },
    },
  };
  assertEquals(Object.fromEntries(factsOf(document).get("POST /me") ?? []), {
    "path": "/me",
    "deprecated": "",
    "parameter header x": "deprecated|string",
    "parameter query q": "deprecated|integer|nullable|required",
    "body": "array",
    "body[]": "object",
    "body[].of": "format date-time|nullable|required|string",
    'body[].of = "a"': "",
    "body[].of = 1": "",
    "status 204": "",
    "security none": "",
    "security a and b": "",
  });
});

Deno.test("factsOf() has the operation of each method, and nothing else of a path", () => {
  const methods = ["get", "put", "post", "delete", "patch", "head", "options"];
  const path = Object.fromEntries([...methods, "summary", "parameters"].map((name) => [name, {}]));
  const found = [...factsOf({ openapi: "3.0.0", paths: { "/a/{b}": path } }).keys()];
  assertEquals(found, methods.map((method) => `${method.toUpperCase()} /a/{}`));
});

Deno.test("factsOf() rejects anything but an OpenAPI document", () => {
  for (const value of [undefined, null, "text", [], {}, { openapi: "3.0.0" }, { paths: {} }]) {
    assertThrows(() => factsOf(value), TypeError, "not an OpenAPI document");
  }
});

Deno.test("judge() removes accepted differences, and counts them by reason", () => {
  const differences: Difference[] = [{ kind: "added", fact: "deprecated" }, { kind: "removed", fact: "status 404" }];
  const found = [{ operation: GET, differences }, { operation: "GET /me", differences }];
  const accepted: Accepted[] = [
    { operation: "GET /tracks/.*", fact: "deprecated", reason: "one" },
    { operation: ".*", fact: "status .*", kind: "removed", reason: "two" },
    { operation: "GET", fact: ".*", reason: "matched whole, so never" },
  ];
  const { open, counts } = judge(found, accepted);
  assertEquals(open, [{ operation: "GET /me", differences: [{ kind: "added", fact: "deprecated" }] }]);
  assertEquals(counts, [1, 2, 0]);
});

Deno.test("report() groups operations with the same change, and names the library's functions", () => {
  const differences: Difference[] = [{ kind: "changed", fact: "reply 200.id", before: "integer", after: "string" }];
  const open = [{ operation: GET, differences }, { operation: PUT, differences }, {
    operation: "GET /new",
    differences: [],
  }];
  const text = report(
    "Title",
    { open, counts: [0] },
    [{ operation: "", fact: "", reason: "Was so." }],
    functionNames(),
  );
  assertStringIncludes(
    text,
    "### GET /tracks/{track_urn}\n\nTouches `tracks.getTrack`, `tracks.waitUntilReady`.\n\n### PUT",
  );
  assertStringIncludes(text, "- `~` reply 200.id: integer → string");
  assertStringIncludes(text, "### GET /new\n\nNo function of the library calls it.");
  assertStringIncludes(text, "## Known differences that are gone\n\n- Was so.");
});

async function written(document: unknown, work: (path: string) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder({ "document.json": JSON.stringify(document) });
  await work(`${folder.path}/document.json`);
}

Deno.test("upstream() compares a single document with the project's own", async () => {
  // deno-lint-ignore no-explicit-any -- a document of any shape
  const own: any = structuredClone(openApi("https://api.soundcloud.com", "https://secure.soundcloud.com"));
  await written(own, async (path) => assertEquals((await upstream(path)).differs, false));
  own.paths["/charts"] = { get: { responses: {} } };
  own.components.schemas.Track.properties.mood = { type: "string" };
  await written(own, async (path) => {
    const { differs, text } = await upstream(path);
    assert(differs);
    assertStringIncludes(text, "### GET /charts\n\nNo function of the library calls it.\n\n- `+` operation");
    assertStringIncludes(text, "- `+` reply 200.mood: string");
    assertStringIncludes(text, "Touches `tracks.getTrack`");
  });
});

Deno.test("deno task upstream: every accepted difference has a reason with its source", () => {
  for (const { operation, fact, reason } of known) {
    assert(/^[A-Z].{15,}\.$/.test(reason), reason);
    new RegExp(operation);
    new RegExp(fact);
  }
});

Deno.test("deno task upstream: every operation of the sandbox's document has a library function", () => {
  const operations = factsOf(openApi("https://api.soundcloud.com", "https://secure.soundcloud.com"));
  assertEquals([...operations.keys()].filter((operation) => !functionNames().has(operation)), []);
});
