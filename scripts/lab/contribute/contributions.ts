import type { Contribution } from "./edits.ts";

/** A `GET` with a path parameter: a row, a function, a route, an option of a command, and what each must do. */
const OPERATION: Contribution = {
  name: "operation",
  limit: 8,
  edits: [
    {
      file: "sandbox/contract/operations.ts",
      after: `  "GET /users/{user_urn}/playlists": ["app", "access show_tracks pages", "200 playlists", "401"],\n`,
      text: `  "GET /users/{user_urn}/albums": ["app", "pages", "200 playlists", "401 404", {
    source: "reported soundcloud/api#590",
  }],\n`,
    },
    {
      file: "src/operations/users.ts",
      after: "  return sendPage(token, path`/users/${user}/playlists`, query, options);\n}\n",
      text: `
/**
 * Lists the albums of a user.
 *
 * @param token Access token or session.
 * @param user User id: number, numeric string or URN.
 * @param limit Items per page, 1 to 200. Default 50.
 * @param options Call options.
 * @returns A page of playlists whose \`playlist_type\` is \`album\`.
 * @throws {TypeError} When the id is invalid.
 * @throws {RangeError} When the limit isn't a positive integer.
 * @throws {ServiceError} When the service refuses, or can't be reached.
 * @example
 * \`\`\`ts ignore
 * const { collection } = await getUserAlbums(token, 1);
 * collection.map(({ title }) => title); // ["Amber Selection 2"]
 * \`\`\`
 * @see {@link https://github.com/soundcloud/api/issues/590 | GET /users/{user_urn}/albums}
 */
export function getAlbums(
  token: TokenSource,
  user: ResourceId,
  limit?: number | CallOptions,
  options?: CallOptions,
): List<ServicePlaylist> {
  [limit, options] = optionsAt(limit, options);
  return sendPage(token, path\`/users/\${user}/albums\`, { ...LINKED, limit }, options);
}
`,
    },
    {
      file: "mod.ts",
      after: 'export type { StreamUrlOptions, WaitOptions } from "./src/operations/tracks_streams.ts";\nexport {\n',
      text: "  getAlbums as getUserAlbums,\n",
    },
    {
      file: "sandbox/routes/users.ts",
      after: "export const userListRoutes: Handlers = {\n",
      text: `  "GET /users/{user_urn}/albums": ofKnown(albums),\n`,
    },
    {
      file: "sandbox/routes/users.ts",
      after: `(window) => ownedBy(call.db, "playlists", userId, window));
  return partitioned(call, presentPlaylists(call, page.rows), page.next);
}
`,
      text: `
function albums(call: Call, userId: number): Response {
  const page = cursorPage(call, datedCursor("playlists"), (window) => {
    const all = ownedBy(call.db, "playlists", userId, { ...window, skip: 0, count: -1 });
    return all.filter(({ set_type }) => set_type === "album").slice(window.skip, window.skip + window.count);
  });
  return partitioned(call, presentPlaylists(call, page.rows), page.next);
}
`,
    },
    {
      file: "cli/commands/lists/lists.ts",
      after: `      if (!request.id) await rememberPlaylists(request.context, first.collection, !first.next_href);
      return first;
    })`,
      text: `, view(
      PLAYLISTS,
      async ({ client, id, limit, call }) =>
        await client.users.getAlbums(id || (await client.me.getMe(call)).urn, limit, call),
      { option: ["albums", "Show only albums"] },
    )`,
    },
    {
      file: "tests/support/operations/operations.json",
      after: `    "GET /users/{user_urn}",\n`,
      text: `    "GET /users/{user_urn}/albums",\n`,
    },
    {
      file: "tests/support/operations/operations.json",
      after: `  "operations": {\n`,
      text: `    "users.getAlbums": {
      "flat": "getUserAlbums",
      "endpoint": "GET /users/{user_urn}/albums",
      "command": ["playlists 2 --albums", "GET /users/2/albums"],
      "reply": "page",
      "calls": [
        {
          "args": ["soundcloud:users:1", null],
          "path": "/users/soundcloud:users:1/albums",
          "query": { "linked_partitioning": "true" }
        },
        { "args": [40, 7], "path": "/users/40/albums", "query": { "linked_partitioning": "true", "limit": "7" } }
      ]
    },\n`,
    },
    {
      file: "tests/sandbox/routes/users_test.ts",
      after: `  "/users/7/playlists",\n`,
      text: `  "/users/7/albums",\n`,
    },
    {
      file: "CHANGELOG.md",
      after: "## Unreleased\n\n### Added\n\n",
      text: "- `client.users.getAlbums()`, `tonearm playlists --albums` and the sandbox list a user's albums.\n",
    },
  ],
  tests: [
    "tests/operations",
    "tests/types",
    "tests/session",
    "tests/sandbox/document",
    "tests/sandbox/routes/users_test.ts",
    "tests/cli/commands/operations_test.ts",
    "tests/scripts/docs/site",
    "tests/docs/docs_test.ts",
  ],
};

/** A command that shows one thing: a file, a line of the table, a test. */
const COMMAND: Contribution = {
  name: "command",
  limit: 3,
  edits: [
    {
      file: "cli/commands/quota.ts",
      text: `import { act, type AnyCommand, command } from "../command.ts";
import { count } from "../output/format.ts";
import { show } from "../output/result.ts";
import { line } from "../output/text.ts";

const FIELDS = ["unlimited_upload_quota", "upload_seconds_used", "upload_seconds_left"];

/** Shows how much the signed-in user may still upload. */
export function quota(): AnyCommand {
  return command({ fields: FIELDS })
    .description("Show how much you may still upload")
    .example("The minutes that are left", "tonearm quota")
    .example("The seconds, for a program", "tonearm quota --json=upload_seconds_left")
    .action(act(async (context) => {
      const { client } = await context.connectAsUser();
      const { quota: found } = await client.me.getMe({ signal: context.host.signal });
      const left = found?.upload_seconds_left;
      await show(context, found ?? {}, () => line\`\${left == null ? "unlimited" : \`\${count(Math.floor(left / 60))} minutes left\`}\`);
    }));
}
`,
    },
    {
      file: "cli/commands.ts",
      after: `  ["me", "Personal", async () => (await import("./commands/me.ts")).me()],\n`,
      text: `  ["quota", "Personal", async () => (await import("./commands/quota.ts")).quota()],\n`,
    },
    {
      file: "tests/cli/commands/quota_test.ts",
      text: `import { assertEquals } from "@std/assert";
import { runInProcess } from "../../support/cli/test_host.ts";

const ENV = { TONEARM_TOKEN: "t", TONEARM_API_URL: "https://api.test" };

/** Runs \`quota\` for a user with this quota. */
function quotaOf(quota: unknown, ...words: string[]) {
  const fetch = () => Promise.resolve(Response.json({ kind: "user", id: 1, urn: "soundcloud:users:1", quota }));
  return runInProcess(["quota", ...words], { env: ENV, fetch });
}

Deno.test("tonearm quota: shows the minutes that are left, or that there is no limit", async () => {
  assertEquals((await quotaOf({ upload_seconds_left: 7199, upload_seconds_used: 1 })).stdout, "119 minutes left\\n");
  assertEquals((await quotaOf({ unlimited_upload_quota: true, upload_seconds_left: null })).stdout, "unlimited\\n");
});

Deno.test("tonearm quota --json: prints the quota as SoundCloud sends it", async () => {
  const { stdout } = await quotaOf({ upload_seconds_left: 60 }, "--json");
  assertEquals(JSON.parse(stdout), { upload_seconds_left: 60 });
});
`,
    },
  ],
  tests: ["tests/cli/commands", "tests/cli/output", "tests/cli/transcripts", "tests/docs/docs_test.ts"],
};

/** A named fault: a row with its source, what it does, what each kind of call must make of it. */
const FAULT: Contribution = {
  name: "fault",
  limit: 3,
  edits: [
    {
      file: "sandbox/contract/faults.ts",
      after: `  envoy_503: ["SoundCloud's service mesh can't reach the API.", "reported soundcloud/api#311"],\n`,
      text:
        `  envoy_502: ["The API's response makes no sense to SoundCloud's service mesh.", "assumed: Envoy does this"],\n`,
    },
    {
      file: "sandbox/contract/faults.ts",
      after: `export type FaultName =\n`,
      text: `  | "envoy_502"\n`,
    },
    {
      file: "sandbox/faults/edge.ts",
      after: `  envoy_503: { rule: {}, answer: ({ call }) => envoy(call, 503, UPSTREAM) },\n`,
      text:
        `  envoy_502: { rule: {}, answer: ({ call }) => envoy(call, 502, "upstream connect error: protocol error") },\n`,
    },
    {
      file: "tests/faults/fault_matrix.ts",
      after: `  envoy_503: { fails: "503" },\n`,
      text: `  envoy_502: { fails: "502" },\n`,
    },
  ],
  tests: [
    "tests/sandbox/faults",
    "tests/sandbox/document",
    "tests/sandbox/control",
    "tests/faults",
    "tests/docs/docs_test.ts",
  ],
};

/** The three tasks of CONTRIBUTING.md. */
export const CONTRIBUTIONS: readonly Contribution[] = [OPERATION, COMMAND, FAULT];
