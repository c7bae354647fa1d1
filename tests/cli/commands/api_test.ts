import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { emptyHome, serveWorld, stubServer } from "../../support/cli/cli.ts";

Deno.test("tonearm api prints the reply unchanged", async () => {
  await using world = await serveWorld();
  for (const path of ["/users/1", "users/1"]) {
    assertEquals(JSON.parse((await world.home.run(["api", path])).stdout).username, "Night Ferry");
  }
  assertEquals(JSON.parse((await world.home.run(["api", "/users/1", "--json=id"])).stdout), { id: 1 });
});

Deno.test("-i prints the status and the headers first", async () => {
  await using world = await serveWorld();
  const { stdout } = await world.home.run(["api", "-i", "/users/1"]);
  assertMatch(stdout, /^HTTP 200\n[^]*content-type: application\/json[^\n]*\n[^]*\n\n\{\n/);
});

Deno.test("tonearm api: an error reply goes to stdout and sets the exit code", async () => {
  await using world = await serveWorld();
  const missing = await world.home.run(["api", "/users/999999"]);
  assertEquals([missing.code, JSON.parse(missing.stdout).code], [5, 404]);
  assertStringIncludes(missing.stderr, "GET /users/999999 answered 404");
  const refused = await world.home.run(["api", "/me"], { env: { TONEARM_TOKEN: "revoked" } });
  assertEquals(refused.code, 4);
});

Deno.test("-f sets the query of a GET, and the JSON body of other methods", async () => {
  const seen: unknown[] = [];
  await using service = stubServer(async (request) => {
    const { pathname, search } = new URL(request.url);
    seen.push([request.method, pathname + search, await request.text()]);
    return Response.json({});
  });
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  await home.run(["api", "-X", "GET", "/tracks?limit=1", "-f", "q=a b&c"]);
  await home.run(["api", "/x", "-f", "title=Late"]);
  await home.run([
    "api",
    "-X",
    "PUT",
    "/playlists/1",
    "-f",
    "playlist[title]=Late=r",
    "-f",
    "playlist[sharing]=private",
  ]);
  await home.run(["api", "-X", "DELETE", "/likes/tracks/1"]);
  await home.run(["api", "/y", "--body", "-"], { stdin: '{"a":[1]}' });
  assertEquals(seen, [
    ["GET", "/tracks?limit=1&q=a+b%26c", ""],
    ["POST", "/x", '{"title":"Late"}'],
    ["PUT", "/playlists/1", '{"playlist":{"title":"Late=r","sharing":"private"}}'],
    ["DELETE", "/likes/tracks/1", ""],
    ["POST", "/y", '{"a":[1]}'],
  ]);
});

Deno.test("tonearm api --paginate prints the items of all pages as one array, or one per line", async () => {
  await using world = await serveWorld();
  const path = "/users/1/followers?limit=5&linked_partitioning=true";
  const first = JSON.parse((await world.home.run(["api", path])).stdout);
  const all = JSON.parse((await world.home.run(["api", "--paginate", path])).stdout);
  assertEquals(all.length > first.collection.length, true);
  const lines = await world.home.run(["api", "--paginate", "--jsonl", path]);
  assertEquals(lines.stdout.trimEnd().split("\n").length, all.length);
});

Deno.test("tonearm api: wrong usage is exit 2", async () => {
  await using home = await emptyHome({ TONEARM_TOKEN: "t" });
  for (
    const argv of [["/x", "-f", "novalue"], ["/x", "--paginate", "-X", "POST"], ["/x", "-X", "BREW"], [
      "/x",
      "--body",
      "-",
    ]]
  ) {
    assertEquals((await home.run(["api", ...argv], { stdin: "{" })).code, 2, argv.join(" "));
  }
});

Deno.test("tonearm api never sends the token to another host", async () => {
  await using other = stubServer(() => Response.json({}));
  await using world = await serveWorld();
  for (const path of [`${other.url}/x`, `//${new URL(other.url).host}/x`, `/../..//${new URL(other.url).host}/`]) {
    await world.home.run(["api", path, "--retries", "0"]);
  }
  assertEquals(other.requests, []);
});
