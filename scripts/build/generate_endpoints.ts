/**
 * Writes the types of replies in `src/types/endpoints.ts` from the sandbox's table of operations, so that the library
 * imports nothing of it. With `--check`, it only checks that the file is up to date.
 */
import { OPERATION_TABLE } from "../../sandbox/contract/operations.ts";
import type { OperationTable } from "../../sandbox/contract/row.ts";

const TARGET = "src/types/endpoints.ts";
const BEGIN = "export type Endpoints = {\n";
const END = "};\n";

/** The library's types by the schema of a reply. */
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
  "Connections": "Connection[]",
  "WebProfiles": "WebProfile[]",
  "Streams": "Streams",
  "Storefront": "Storefront",
  "Status": "StatusReply",
  "Found": "RedirectReply",
};

function typeOf(operation: string, schema: string): string {
  const type = TYPES[schema];
  if (type === undefined) throw new TypeError(`Cannot write ${operation}: the library has no type for ${schema}`);
  return type;
}

/** Returns the file with the operations of a table that clients may call, in alphabetical order. */
export function generateEndpoints(file: string, table: OperationTable): string {
  const start = file.indexOf(BEGIN) + BEGIN.length;
  const lines = Object.entries(table).flatMap(([operation, { reply }]) => {
    if (reply === undefined) return [];
    const types = Object.values(reply).map((schema) => typeOf(operation, schema));
    return [`  "${operation}": ${types.join(" | ")};\n`];
  });
  return file.slice(0, start) + lines.sort().join("") + file.slice(file.indexOf(END, start));
}

if (import.meta.main) {
  const target = new URL(`../../${TARGET}`, import.meta.url);
  const old = await Deno.readTextFile(target);
  const text = generateEndpoints(old, OPERATION_TABLE);
  const isCheck = Deno.args.includes("--check");
  if (text !== old && isCheck) console.error(`${TARGET} is not up to date: run \`deno task build endpoints\`.`);
  if (text !== old && !isCheck) await Deno.writeTextFile(target, text);
  Deno.exit(text !== old && isCheck ? 1 : 0);
}
