/** The library's requests, judged by a validator that nobody here wrote, against the document that the sandbox serves. */
import "../support/required_modules.ts";
import { assert, assertEquals } from "@std/assert";
import { OpenAPIBackend } from "openapi-backend";
import { openApi } from "../../sandbox/document/openapi.ts";
import { type Exchange, expectations, UNDOCUMENTED } from "../support/operations/operations.ts";

/** What the library sends although the document doesn't name it, and why. */
const KNOWN: Readonly<Record<string, string>> = {
  "users.getLikesTracks: /query must NOT have additional properties":
    "cursor: the specification has it, and the service's own next_href carries it",
  "playlists.getTracks: /query must NOT have additional properties":
    "limit and offset: the specification has them, and the service's own next_href carries them",
  "search.tracks: /query/bpm/to must be integer": "the test sends a fraction on purpose",
};

async function validator(): Promise<OpenAPIBackend> {
  const definition = openApi("https://api.soundcloud.com", "https://secure.soundcloud.com") as never;
  const ajvOpts = { strict: false, validateFormats: false } as const;
  const api = new OpenAPIBackend({ definition, quick: true, coerceTypes: true, ajvOpts });
  await api.init();
  return api;
}

/** The validator's complaints about one request. It checks queries and JSON, but no forms. */
function validate(api: OpenAPIBackend, { method, path, query, json }: Exchange): string[] | undefined {
  const headers: Record<string, string> = { authorization: "OAuth t" };
  if (json !== undefined) headers["content-type"] = "application/json";
  const request = { method, path, query: new URLSearchParams(query).toString(), headers, body: json };
  const operation = api.matchOperation(request);
  if (operation === undefined) return undefined;
  const { errors } = api.validateRequest(request, operation);
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

Deno.test("openapi-backend accepts every request of the library's operations", async () => {
  const api = await validator();
  const [found, unmatched]: [Set<string>, string[]] = [new Set(), []];
  let judged = 0;
  for (const { name, endpoint, calls } of expectations("http://base.test")) {
    for (const exchange of calls.flatMap(({ exchanges }) => exchanges)) {
      if (exchange.form !== undefined) continue;
      const problems = validate(api, exchange);
      // Where /streams leads is an address that a reply gave, and no operation.
      if (problems === undefined && !(endpoint in UNDOCUMENTED) && name !== "tracks.getStreamUrl") unmatched.push(name);
      if (problems !== undefined) judged += 1;
      for (const each of problems ?? []) found.add(`${name}: ${each}`);
    }
  }
  assertEquals([...found].sort(), Object.keys(KNOWN).sort());
  assertEquals(unmatched, []);
  assert(judged > 130, String(judged));
});
