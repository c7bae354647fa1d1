/**
 * The three tables of the service's operations say the same: what `raw` is typed by, what the sandbox's document is
 * made of, and what the library's operations call. The types of single paths are checked while this file compiles.
 */
import { assertEquals } from "@std/assert";
import ts from "typescript";
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
import { DOCUMENTED } from "../../sandbox/document/documented.ts";
import { OPERATIONS } from "../../sandbox/document/operations.ts";
import { operations as routes } from "../../sandbox/routes/mod.ts";
import { OPERATION_SOURCES } from "../../sandbox/document/source_operations.ts";
import { ENDPOINTS, expectations, UNDOCUMENTED } from "../support/operations/expectations.ts";

const TABLE = new URL("../../src/types/endpoints.ts", import.meta.url);

/** The document's schemas as the library's types. */
const TYPES: Readonly<Record<string, string>> = {
  "": "undefined",
  "Me": "ServiceMe",
  "User": "ServiceUser",
  "Users": "PaginatedResponse<ServiceUser>",
  "Track": "ServiceTrack",
  "TracksArray": "ServiceTrack[]",
  "Tracks|TracksArray": "ListReply<ServiceTrack>",
  "Playlist": "ServicePlaylist",
  "Playlists|PlaylistsArray": "ListReply<ServicePlaylist>",
  "SystemPlaylist": "ServiceSystemPlaylist",
  "SystemPlaylists|SystemPlaylistsArray": "ListReply<ServiceSystemPlaylist>",
  "Activities": "ActivitiesResponse",
  "Comment": "ServiceComment",
  "Comments": "PaginatedResponse<ServiceComment>",
  "WebProfiles": "WebProfile[]",
  "Streams": "Streams",
  "Storefront": "Storefront",
  "Status": "StatusReply",
  "Found": "RedirectReply",
};

/** The table that `raw` is typed by, read from its source: an operation and the text of its type. */
async function readTable(): Promise<Record<string, string>> {
  const source = ts.createSourceFile("endpoints.ts", await Deno.readTextFile(TABLE), ts.ScriptTarget.Latest, true);
  const table = source.statements.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === "Endpoints");
  const members = table && ts.isTypeLiteralNode(table.type) ? table.type.members.filter(ts.isPropertySignature) : [];
  return Object.fromEntries(
    members.map(({ name, type }) => [ts.isStringLiteral(name) ? name.text : "", type?.getText() ?? ""]),
  );
}

Deno.test("Endpoints has the operations of the sandbox's document, each with the types of its successful replies", async () => {
  const documented = OPERATIONS.map(({ operation, replies }) => {
    const successes = Object.entries(replies).filter(([status]) => Number(status) < 400);
    return [operation, successes.map(([, schema]) => TYPES[schema] ?? `no type for ${schema}`).join(" | ")];
  });
  const { "GET /me/connections": beyond, ...table } = await readTable();
  assertEquals(table, Object.fromEntries(documented));
  assertEquals(beyond, "Connection[]");
});

Deno.test("Endpoints, the sandbox's document, its routes and sources, and the library's operations name the same", async () => {
  const table = Object.keys(await readTable()).sort();
  assertEquals(table.length, 69);
  assertEquals(table, [...DOCUMENTED].sort());
  const called = expectations("http://base.test").map(({ endpoint }) => endpoint);
  const oauth = Object.keys(UNDOCUMENTED).filter((operation) => operation !== "GET /me/connections");
  assertEquals([...new Set(called)].sort(), [...table, ...oauth].sort());
  assertEquals([...ENDPOINTS].sort(), table.filter((operation) => operation !== "GET /me/connections"));
  const shape = (operation: string) => operation.replace(/\{\w+\}|:\w+/g, "{}");
  const served = new Set(routes.map(({ method, path }) => shape(`${method} ${path}`)));
  assertEquals(table.filter((operation) => !served.has(shape(operation))), []);
  assertEquals(table.filter((operation) => !(operation in OPERATION_SOURCES)), []);
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
