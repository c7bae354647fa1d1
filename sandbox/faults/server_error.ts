import type { Call } from "../http/call.ts";
import { enveloped } from "./bodies.ts";
import type { FaultDefinition, FaultDefinitions, FaultMatch } from "./rule.ts";

/** Number of characters of an upload that are searched for its artwork. */
const SCANNED = 64 * 1024 * 1024;
const UPLOAD = { method: "POST", path: "/tracks" };

function fails(match?: FaultMatch, applies?: FaultDefinition["applies"]): FaultDefinition {
  return {
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
export const serverErrors: FaultDefinitions = {
  "server_error": fails(),
  "server_error:token": fails({ method: "POST", path: "/oauth/token" }),
  "server_error:reposts": fails({ method: "POST", path: "/reposts/*" }),
  "server_error:playlists": fails({ method: "PUT", path: "/playlists/{playlist}" }),
  "server_error:filename": fails(UPLOAD, hasUnicodeName),
  "server_error:artwork": fails(UPLOAD, hasArtwork),
  "server_error:duplicate_q": fails({ method: "GET" }, hasEmptyQ),
};
