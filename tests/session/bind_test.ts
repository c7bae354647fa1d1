import { assertEquals } from "@std/assert";
import { getMeFeed, getMeRecentlyPlayedTracks, getUserLikesTracks, searchTracks } from "@tonearm/client";
import type { MeApi, MethodOptions, RawApi, RawRequest, TracksApi, UsersApi } from "@tonearm/client";

const token = "own";

Deno.test("MethodOptions: a function accepts its options where soundcloud-api-ts has them, and sends no token in a URL", async () => {
  const sent: [string, string | null][] = [];
  const fetch = (url: unknown, init?: RequestInit) => {
    sent.push([String(url), new Headers(init?.headers).get("authorization")]);
    return Promise.resolve(Response.json({ collection: [] }));
  };
  await getMeFeed("stored", 20, { token, fetch });
  await getMeFeed("stored", { token, fetch });
  await getMeRecentlyPlayedTracks("stored", { token, fetch });
  await getUserLikesTracks("stored", 1, 20, { token, fetch });
  await searchTracks("stored", "lofi", { token, fetch });
  assertEquals(sent.map(([, authorization]) => authorization), Array(5).fill("OAuth own"));
  assertEquals(sent.filter(([url]) => url.includes(token)), []);
  // @ts-expect-error no place takes anything
  const limit: Parameters<typeof getMeFeed>[1] = "20";
  // @ts-expect-error nor any object
  const cursor: Parameters<typeof getUserLikesTracks>[3] = { limit: 20 };
  assertEquals([limit, cursor].length, 2);
});

Deno.test("MethodOptions: the options of a method have no base URL and no fetch", () => {
  const options: MethodOptions = { token, timeoutMs: 1, headers: {}, maxRetries: 0 };
  assertEquals(Object.keys(options).length, 4);
  // @ts-expect-error the client has the address
  const address: MethodOptions = { baseUrl: "https://api.example" };
  // @ts-expect-error the client has the fetch
  const sender: Parameters<TracksApi["getTrack"]>[1] = { fetch };
  // @ts-expect-error the client has the address
  const host: Parameters<UsersApi["getLikesTracks"]>[3] = { authUrl: "https://secure.example" };
  // @ts-expect-error the client has the address, for raw requests too
  const raw: Parameters<RawApi["get"]>[2] = { baseUrl: "https://api.example" };
  const request: RawRequest = { method: "GET", path: "/tracks/1", timeoutMs: 1, maxRetries: 0, headers: {} };
  assertEquals([raw, request].length, 2);
  // @ts-expect-error no place takes anything
  const limit: Parameters<MeApi["getFeed"]>[0] = "20";
  assertEquals([address, sender, host, limit].length, 4);
});
