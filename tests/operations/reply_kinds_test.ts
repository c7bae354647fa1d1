import { assert, assertEquals } from "@std/assert";
import { ServiceClient, ServiceError } from "@tonearm/client";

const GROUPS = ["me", "users", "tracks", "playlists", "systemPlaylists", "search", "resolve"] as const;
/** Operations that take any reply: writes without a result, addresses, and waits for something that does not exist yet. */
const FREE = /^(?:follow|unfollow|like|unlike|delete|getPreviewUrl|waitUntilReady)/;
/** Arguments of operations that don't begin with an id. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  "resolve.resolveUrl": ["https://soundcloud.com/a/b"],
  "tracks.getTracks": [[1]],
  "tracks.createComment": [1, "a comment"],
  "tracks.upload": [{ title: "t", asset_data: new Blob(["sound"]) }],
  "tracks.update": [1, { title: "t" }],
  "tracks.updateStorefront": [1, { title: "t", type: "vinyl", link: "https://example.com" }],
  "users.getFollowing": [1, 2],
  "playlists.create": [{ title: "t" }],
  "playlists.update": [1, { title: "t" }],
  "playlists.addTracks": [1, [2]],
  "playlists.removeTracks": [1, [2]],
  "playlists.moveTrack": [1, 2, 0],
};

/** A client whose every reply has this body. */
function clientOf(body: string): ServiceClient {
  const headers = { "content-type": "application/json" };
  const client = new ServiceClient({
    clientId: "id",
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(body, { headers })),
  });
  client.setToken("token");
  return client;
}

async function codeOf(client: ServiceClient, group: typeof GROUPS[number], name: string): Promise<unknown> {
  const operations = client[group] as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
  const args = ARGUMENTS[`${group}.${name}`] ?? (group === "me" && !/er$|ing$/.test(name) ? [] : [1]);
  try {
    return { result: await operations[name]!(...args) };
  } catch (error) {
    return error instanceof ServiceError ? error.code : error;
  }
}

for (const body of ["", "null", "42", "true", '"text"']) {
  Deno.test(`ServiceClient: every operation with a result rejects ${body || "an empty reply"} with invalid_body`, async () => {
    const client = clientOf(body);
    const codes = GROUPS.flatMap((group) =>
      Object.keys(client[group]).filter((name) => !FREE.test(name)).map(async (name) =>
        [`${group}.${name}`, await codeOf(client, group, name)] as const
      )
    );
    const other = (await Promise.all(codes)).filter(([, code]) => code !== "invalid_body");
    assert(codes.length > 50);
    assertEquals(other, []);
  });
}
