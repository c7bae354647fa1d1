import type { Call } from "../http/call.ts";
import { enveloped } from "./bodies.ts";
import type { FaultDefinition, FaultMatch } from "./rule.ts";

/** The service's own 500: for every request, or with a preset for the requests that are known to cause it. */
export type ServerError =
  | "server_error"
  | `server_error:${"token" | "reposts" | "playlists" | "filename" | "artwork" | "duplicate_q"}`;

/** Number of characters of an upload that are searched for its artwork. */
const SCANNED = 64 * 1024 * 1024;
const UPLOAD = { method: "POST", path: "/tracks" };

function fails(about: string, match?: FaultMatch, applies?: FaultDefinition["applies"]): FaultDefinition {
  return {
    about,
    rule: match ? { match } : {},
    ...(applies ? { applies } : {}),
    answer: ({ call }) => enveloped(call, 500),
  };
}

/** Checks whether a part's header has a file name with non-ASCII characters. */
async function hasUnicodeName(call: Call): Promise<boolean> {
  const names = (await call.peek()).matchAll(/filename\*?=(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/g);
  return [...names].some(([whole, quoted, plain]) =>
    whole.startsWith("filename*") || /[^\x20-\x7e]/.test(quoted ?? plain ?? "")
  );
}

async function hasArtwork(call: Call): Promise<boolean> {
  return (await call.scan(SCANNED)).includes('name="track[artwork_data]"');
}

function hasEmptyQ({ url }: Call): boolean {
  return url.searchParams.getAll("q").length > 1 && url.searchParams.getAll("q").includes("");
}

/** The 500 and its presets. */
export const serverErrors: Readonly<Record<ServerError, FaultDefinition>> = {
  "server_error": fails("The service answers 500."),
  "server_error:token": fails("The token endpoint answers 500.", { method: "POST", path: "/oauth/token" }),
  "server_error:reposts": fails("A limit on reposts is reported as a 500.", { method: "POST", path: "/reposts/*" }),
  "server_error:playlists": fails("Changes to playlists fail.", { method: "PUT", path: "/playlists/{playlist}" }),
  "server_error:filename": fails("Uploads fail if the file's name isn't plain ASCII.", UPLOAD, hasUnicodeName),
  "server_error:artwork": fails("Uploads with artwork fail.", UPLOAD, hasArtwork),
  "server_error:duplicate_q": fails(
    "Searches fail if q is given twice and one is empty.",
    { method: "GET" },
    hasEmptyQ,
  ),
};
