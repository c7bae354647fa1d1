import { assertEquals, assertStringIncludes } from "@std/assert";
import { emptyHome, serveWorld, stubServer } from "../../support/cli/cli.ts";

/** A service with a number of tracks, in pages. */
function catalogue(total: number) {
  return stubServer((request) => {
    const url = new URL(request.url);
    const limit = Number(url.searchParams.get("limit"));
    const offset = Number(url.searchParams.get("offset") ?? 0);
    const collection = Array.from({ length: Math.min(limit, total - offset) }, (_, index) => {
      const id = offset + index;
      return {
        kind: "track",
        id,
        urn: `soundcloud:tracks:${id}`,
        title: `Track ${id}`,
        duration: 61_000,
        user: { username: "u" },
      };
    });
    url.searchParams.set("offset", String(offset + limit));
    return Response.json({ collection, next_href: offset + limit < total ? url.href : null });
  });
}

Deno.test("tonearm --limit above a page's size follows the pages, and stops at the limit", async () => {
  await using service = catalogue(1000);
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  const { stdout, stderr } = await home.run(["search", "x", "--limit", "450"]);
  assertEquals(stdout.trimEnd().split("\n").length, 450);
  assertEquals(service.requests.length, 3);
  assertStringIncludes(stderr, "Showing the first 450");
});

Deno.test("tonearm --all is one document of everything, without a note", async () => {
  await using service = catalogue(401);
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  const { stdout, stderr } = await home.run(["search", "x", "--all", "--json=id"]);
  assertEquals(JSON.parse(stdout).map(({ id }: { id: number }) => id), Array.from({ length: 401 }, (_, id) => id));
  assertEquals({ stderr, requests: service.requests.length }, { stderr: "", requests: 3 });
});

Deno.test("tonearm: a complete list has no note", async () => {
  await using service = catalogue(20);
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  assertEquals((await home.run(["search", "x"])).stderr, "");
});

Deno.test("tonearm: an empty list says so, and is an empty array", async () => {
  await using service = catalogue(0);
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  assertEquals(await home.run(["search", "x"]), { code: 0, stdout: "", stderr: "No results.\n" });
  assertEquals(await home.run(["search", "x", "--json"]), { code: 0, stdout: "[]\n", stderr: "" });
});

for (const format of [[], ["--json"], ["--jsonl"]]) {
  Deno.test(`tonearm: a closed pipe stops fetching, quietly ${format}`, async () => {
    await using service = catalogue(1_000_000);
    await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
    const running = home.start(["search", "x", "--all", ...format]);
    await running.printed(/rack/);
    running.closeOutput();
    const { code, stderr } = await running.outcome;
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
    assertEquals(service.requests.length < 100, true);
  });
}

Deno.test("tonearm search: each kind of search finds its kind", async () => {
  await using world = await serveWorld();
  for (
    const [type, word, kind] of [
      ["tracks", "lofi", "track"],
      ["users", "a", "user"],
      ["playlists", "selection", "playlist"],
    ] as const
  ) {
    const { stdout } = await world.home.run(["search", word, "--type", type, "--json=kind", "--limit", "2"]);
    assertEquals(JSON.parse(stdout), [{ kind }, { kind }]);
  }
});

Deno.test("tonearm search: sends its filters", async () => {
  const queries: Record<string, string>[] = [];
  await using service = stubServer((request) => {
    queries.push(Object.fromEntries(new URL(request.url).searchParams));
    return Response.json({ collection: [] });
  });
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  await home.run([
    "search",
    "x",
    "--genre",
    "Ambient",
    "--genre",
    "Dub",
    "--tag",
    "tape",
    "--access",
    "preview",
    "-n",
    "7",
  ]);
  const { q, genres, tags, access, limit } = queries[0] ?? {};
  assertEquals({ q, genres, tags, access, limit }, {
    q: "x",
    genres: "Ambient,Dub",
    tags: "tape",
    access: "preview",
    limit: "7",
  });
});
