import {
  assertEquals,
  assertMatch,
  assertObjectMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { createSandbox, parseWorldData, type SandboxOptions, WorldDataError } from "@tonearm/sandbox";
import { caller, sandboxApi } from "../../support/api.ts";
import { control } from "../../support/sandbox/requests.ts";
import { authorizeUrl, exchange } from "../../support/oauth.ts";

const WORLD = {
  empty: true,
  users: [
    { permalink: "quiet" },
    { permalink: "ann", plan: "Pro Unlimited", likes: 500, follows: ["quiet"] },
  ],
  tracks: [
    { title: "Out", user: "ann", tags: ["slow", "two words"], genre: "Dub" },
    { title: "Blocked", user: "ann", access: "blocked" },
    { title: "Private", user: "ann", sharing: "private", secretToken: "s-mine1234567" },
    { title: "Not ready", user: "ann", processing: true },
  ],
  playlists: [{ title: "Both", user: "quiet", tracks: ["ann/blocked", "out"] }],
  comments: [{ track: "out", user: "quiet", body: "First!", timestamp: 1500 }],
} as const satisfies SandboxOptions;

Deno.test("createSandbox() builds a world from ten lines of data", async () => {
  using sandbox = createSandbox(WORLD);
  const [quiet, ann] = [caller(sandbox, "quiet"), caller(sandbox, "ann")];
  assertEquals((await quiet.get("/me/tracks")).items, []);
  assertEquals((await quiet.get("/me")).body.permalink, "quiet");
  assertEquals((await ann.get("/me/followings")).items.map(({ permalink }) => permalink), ["quiet"]);
  let likes = 0;
  for (let next: string | null | undefined = "/me/likes/tracks?limit=200&linked_partitioning=true"; next;) {
    const { body } = await ann.get(next);
    likes += body.collection.length;
    next = body.next_href;
  }
  assertEquals(likes, 500);
  assertEquals((await ann.get("/me")).body.public_favorites_count, 500);
  const titles = (await ann.get("/me/tracks?limit=200")).items.map(({ title }) => title).sort();
  assertEquals(titles, ["Blocked", "Not ready", "Out", "Private"]);
  const [found] = (await quiet.get("/tracks?q=two+words")).items;
  assertObjectMatch(found ?? {}, { title: "Out", tag_list: 'slow "two words"', user: { permalink: "ann" } });
  const resolve = async (url: string) => (await quiet.get(`/resolve?url=https://soundcloud.com/${url}`)).status;
  assertEquals(await resolve("ann/private"), 404);
  assertEquals(await resolve("ann/private/s-mine1234567"), 302);
  assertEquals((await quiet.get("/users/soundcloud:users:2/tracks?access=blocked")).items.map(({ title }) => title), [
    "Blocked",
  ]);
  const [list] = (await quiet.get("/me/playlists?show_tracks=true")).items;
  assertEquals(list?.tracks.map(({ title }) => title), ["Out"], "what is blocked isn't listed");
});

Deno.test("createSandbox(): a number of likes is of tracks of others, and of generated ones if they are too few", async () => {
  using sandbox = createSandbox({
    empty: true,
    users: [{ permalink: "ann", likes: 2 }, { permalink: "bea", likes: 3 }],
    tracks: [{ title: "Of Ann", user: "ann" }, { title: "Of Bea", user: "bea" }],
  });
  const liked = async (user: string) =>
    (await caller(sandbox, user).get("/me/likes/tracks")).items.map(({ title }) => title).sort();
  assertEquals(await liked("ann"), ["Filler 2", "Of Bea"]);
  assertEquals(await liked("bea"), ["Filler 2", "Filler 3", "Of Ann"]);
  const { body } = await caller(sandbox, "ann").get("/resolve?url=https://soundcloud.com/filler");
  assertEquals((await caller(sandbox, "ann").get(new URL(body.location).pathname)).body.username, "Filler");
});

Deno.test("createSandbox() adds data to the catalogue, and reset() restores both", async () => {
  using api = sandboxApi({ user: "ann", users: [{ permalink: "ann" }], tracks: [{ title: "Mine", user: "ann" }] });
  assertEquals((await api.get("/me/tracks")).items.map(({ title }) => title), ["Mine"]);
  assertEquals((await api.get("/users/1")).status, 200);
  await api.delete(`/tracks/${(await api.get("/me/tracks")).items[0]?.urn}`);
  await control(api.sandbox, "POST /reset");
  assertEquals((await caller(api.sandbox, "ann").get("/me/tracks")).items.map(({ title }) => title), ["Mine"]);
});

const MISTAKES: readonly (readonly [unknown, string])[] = [
  [{ tracsk: [] }, "the sandbox has no field tracsk, did you mean tracks?"],
  [{ users: {} }, "Cannot read the options: users must be a list, not {}"],
  [{ users: [{ permalink: "x", likes: ["ann/out"] }] }, "users[0].likes[0]: no track is ann/out"],
  [{ tracks: [{ title: "x", user: "night-fery" }] }, "did you mean night-ferry?"],
  [
    { playlists: [{ title: "x", user: "night-ferry", tracks: ["night-ferry/no"] }] },
    "playlists[0].tracks[0]: no track is night-ferry/no, the most similar are night-ferry/",
  ],
  [{ tracks: [{ title: "x", user: "night-ferry", toString: 1 }] }, "tracks[0].toString: no field has this name"],
  [{ comments: [7] }, "comments[0] must be an object, not 7"],
  [{ apps: [{ clientId: "sandbox-client" }] }, "there is an app sandbox-client already"],
];

for (const [options, message] of MISTAKES) {
  Deno.test(`createSandbox(${JSON.stringify(options)}) names the path and the field, and suggests a correction`, () => {
    const error = assertThrows(() => createSandbox(options as SandboxOptions), TypeError);
    assertStringIncludes(error.message, message);
  });
}

Deno.test("createSandbox(): an added user is found by name, and a track has a secret token of its own", async () => {
  using api = sandboxApi({
    user: "ann",
    empty: true,
    users: [{ permalink: "ann", username: "Zephyrine" }],
    tracks: [{ title: "One", user: "ann", sharing: "private" }, { title: "Two", user: "ann", sharing: "private" }],
  });
  assertEquals((await api.get("/users?q=zephyrine")).items.map(({ permalink }) => permalink), ["ann"]);
  const tokens = (await api.get("/me/tracks")).items.map(({ secret_uri }) =>
    new URL(String(secret_uri)).searchParams.get("secret_token")
  );
  for (const token of tokens) assertMatch(token ?? "", /^s-\w{11}$/);
  assertEquals(new Set(tokens).size, 2);
});

const SHOP = {
  clientId: "shop",
  clientSecret: "hush",
  name: "My shop",
  redirectUris: ["http://localhost:3000/a", "http://localhost:3000/b"],
} as const;

/** Signs a user in to the shop. */
async function signIn(redirectUri: string): Promise<number> {
  using sandbox = createSandbox({ apps: [SHOP] });
  const { clientId: client_id, clientSecret: client_secret } = SHOP;
  const page = await sandbox.fetch(authorizeUrl(sandbox, { sandbox_user: "1", redirect_uri: redirectUri }), {
    redirect: "manual",
  });
  const code = new URL(page.headers.get("location") ?? "about:blank").searchParams.get("code") ?? "";
  return (await exchange(sandbox, code, { client_id, client_secret, redirect_uri: redirectUri })).status;
}

Deno.test("createSandbox({ apps }): an app signs in at each of its redirect URIs, and at no other", async () => {
  const [a, b] = SHOP.redirectUris;
  assertEquals(await signIn(a), 200);
  assertEquals(await signIn(b), 200);
  assertEquals(await signIn("http://localhost:3000/c"), 400);
});

Deno.test("createSandbox({ apps }): clients are configured with the first app and its first redirect URI", () => {
  const configured = (...apps: NonNullable<SandboxOptions["apps"]>) => {
    using sandbox = createSandbox({ apps });
    const { clientId, clientSecret, redirectUri } = sandbox.clientConfig;
    return { clientId, clientSecret, redirectUri };
  };
  const other = { clientId: "other", clientSecret: "o", redirectUris: ["http://localhost:1/"] };
  assertEquals(configured(SHOP, other), {
    clientId: "shop",
    clientSecret: "hush",
    redirectUri: SHOP.redirectUris[0],
  });
  assertEquals(configured({ clientId: "cli" }), {
    clientId: "cli",
    clientSecret: "",
    redirectUri: "http://127.0.0.1:8765/callback",
  });
  assertEquals(configured(), {
    clientId: "sandbox-client",
    clientSecret: "sandbox-secret",
    redirectUri: "http://127.0.0.1:8765/callback",
  });
});

Deno.test("parseWorldData() reads and checks seed, clock, strictness and settings", async () => {
  const text =
    "seed: 7\nclock: 2031-01-01T00:00:00Z\nstrict: true\nconfig: { country: FR }\nusers: [{ permalink: ann }]\n";
  using sandbox = createSandbox(await parseWorldData(text, "world.yaml"));
  assertEquals(sandbox.config.country, "FR");
  assertEquals(new Date(sandbox.clock.now()).getUTCFullYear(), 2031);
  const problems: Record<string, string> = {
    "config: { playsLimt: 3 }":
      "Cannot read world.yaml: config: Cannot set playsLimt: no setting has this name, did you",
    "seed: -1": "Cannot read world.yaml: seed must be a whole number from 0, not -1",
    "clock: noon": "Cannot read world.yaml: clock must be a time such as",
    "strict: 1": "Cannot read world.yaml: strict must be true or false, not 1",
    "confg: {}": "Cannot read world.yaml: confg: no part has this name, did you mean config?",
  };
  for (const [wrong, message] of Object.entries(problems)) {
    const error = await assertRejects(() => parseWorldData(wrong, "world.yaml"), TypeError);
    assertStringIncludes(error.message, message);
  }
});

Deno.test("WorldDataError names the position of a duplicate name or a broken reference", () => {
  const pathOf = (options: SandboxOptions) => assertThrows(() => createSandbox(options), WorldDataError).path;
  assertEquals(pathOf({ tracks: [{ title: "Song", user: "nobody" }] }), "tracks[0].user");
  assertEquals(pathOf({ users: [{ permalink: "ann" }, { permalink: "ann" }] }), "users[1].permalink");
});
