/**
 * What `raw` is typed by, what the sandbox's document is made of, and what the library's operations call are one table.
 * The types of single paths are checked while this file compiles.
 */
import { assertEquals, assertThrows } from "@std/assert";
import type {
  ActivitiesResponse,
  EndpointReply,
  Endpoints,
  ListReply,
  PaginatedResponse,
  ServiceClient,
  ServiceMe,
  ServiceTrack,
  ServiceUser,
  StatusReply,
  Streams,
} from "@tonearm/client";
import { DOCUMENTED } from "../../sandbox/document/undocumented.ts";
import { OPERATIONS } from "../../sandbox/document/operations.ts";
import { OPERATION_TABLE } from "../../sandbox/contract/operations.ts";
import { generateEndpoints, readTypes } from "../../scripts/build/generate_endpoints.ts";
import { ENDPOINTS, expectations, UNDOCUMENTED } from "../support/operations/operations.ts";

Deno.test("Endpoints has the operations of the sandbox's table (`deno task build endpoints` writes it)", async () => {
  const modules = await readTypes();
  const file = modules["endpoints.ts"]!;
  assertEquals(generateEndpoints(file, modules, OPERATION_TABLE), file);
});

Deno.test("generateEndpoints() finds a reply's type by the name of its schema, and imports it", () => {
  const file = `import type { Old } from "./old.ts";\n\nexport type Endpoints = {\n};\n`;
  const modules = {
    "mood.ts": "export interface ServiceMood {}\n",
    "page.ts": "export interface PaginatedResponse {}\n",
  };
  const table = { "GET /mood": { who: "app", reply: { 200: "Mood" } }, "GET /hidden": { who: "app" } } as const;
  assertEquals(
    generateEndpoints(file, modules, table),
    'import type { ServiceMood } from "./mood.ts";\nimport type { PaginatedResponse } from "./page.ts";\n\n' +
      'export type Endpoints = {\n  "GET /mood": ServiceMood;\n};\n',
  );
  assertThrows(() => generateEndpoints(file, {}, table), TypeError, "Cannot write Mood");
});

Deno.test("src/operations calls what the sandbox's table lets clients call, and the OAuth host", () => {
  const called = expectations("http://base.test").map(({ endpoint }) => endpoint);
  const oauth = Object.keys(UNDOCUMENTED).filter((operation) => operation !== "GET /me/connections");
  assertEquals([...new Set(called)].sort(), [...DOCUMENTED, ...oauth].sort());
  assertEquals([...ENDPOINTS].sort(), OPERATIONS.map(({ operation }) => operation).sort());
});

/** Whether two types are one. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <A, B>(..._same: Same<A, B> extends true ? [] : ["these types differ"]): void => {};

Deno.test("EndpointReply recognises a documented path whatever its ids", () => {
  same<EndpointReply<"GET", "/me">, ServiceMe>();
  same<EndpointReply<"GET", "/tracks/123">, ServiceTrack>();
  same<EndpointReply<"GET", "/tracks/soundcloud:tracks:123">, ServiceTrack>();
  same<EndpointReply<"GET", "/tracks/{id}">, ServiceTrack>();
  same<EndpointReply<"GET", `/tracks/${number}`>, ServiceTrack>();
  same<EndpointReply<"GET", `/tracks/${string}/streams`>, Streams>();
  same<EndpointReply<"GET", "/tracks/1?secret_token=s-a">, ServiceTrack>();
  same<EndpointReply<"GET", "/tracks">, ListReply<ServiceTrack>>();
  same<EndpointReply<"GET", "/users/1/followers">, PaginatedResponse<ServiceUser>>();
  same<EndpointReply<"GET", "/me/activities/all/own">, ActivitiesResponse>();
  same<EndpointReply<"PUT", "/me/followings/7">, StatusReply | ServiceUser>();
  same<EndpointReply<"DELETE", "/tracks/7">, undefined>();
  assertEquals(true satisfies Same<EndpointReply<"POST", "/tracks">, ServiceTrack>, true);
});

Deno.test("EndpointReply is unknown for other paths and methods, and for a path of type string", () => {
  same<EndpointReply<"GET", "/nothing">, unknown>();
  same<EndpointReply<"GET", "/tracks/1/nothing">, unknown>();
  same<EndpointReply<"GET", "/tracks/1/streams/2/hls">, unknown>();
  same<EndpointReply<"POST", "/me">, unknown>();
  same<EndpointReply<"GET", string>, unknown>();
  same<EndpointReply<"GET", "tracks/1">, unknown>();
  // @ts-expect-error two types that differ are told apart
  same<EndpointReply<"GET", "/me">, ServiceTrack>();
  assertEquals(true satisfies Same<keyof Endpoints extends string ? unknown : never, unknown>, true);
});

/** Calls that are compiled, and never made. */
export function typed(client: ServiceClient, id: number, path: string): void {
  client.raw.get("/tracks/{id}", { id }).then(({ data }) => same<typeof data, ServiceTrack>());
  client.raw.get(`/tracks/${id}`).then(({ data }) => same<typeof data, ServiceTrack>());
  client.raw.get(`/users/${path}/tracks`).then(({ data }) => same<typeof data, ListReply<ServiceTrack>>());
  client.raw.get(path).then(({ data }) => same<typeof data, unknown>());
  client.raw.get<{ own: 1 }>("/tracks/1").then(({ data }) => same<typeof data, { own: 1 }>());
  client.raw.get<string>("/me").then(({ data }) => same<typeof data, string>());
  client.raw.put(`/me/followings/${id}`).then(({ data }) => same<typeof data, StatusReply | ServiceUser>());
  client.raw.post("/tracks", new FormData()).then(({ data }) => same<typeof data, ServiceTrack>());
  client.raw.delete(`/tracks/${id}`).then(({ data }) => same<typeof data, undefined>());
  const request = { method: "GET", path: "/me" } as const;
  client.raw.request(request).then(({ data }) => same<typeof data, ServiceMe>());
  client.raw.request({ method: "GET", path }).then(({ data }) => same<typeof data, unknown>());
}
