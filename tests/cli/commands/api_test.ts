import { assertEquals, assertMatch } from "@std/assert";
import { emptyHome, serveWorld, stubServer } from "../../support/cli/cli.ts";

Deno.test("-i prints the status and the headers first", async () => {
  await using world = await serveWorld();
  const { stdout } = await world.home.run(["api", "-i", "/users/1"]);
  assertMatch(stdout, /^HTTP 200\n[^]*content-type: application\/json[^\n]*\n[^]*\n\n\{\n/);
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
  await home.run("api -X PUT /playlists/1 -f playlist[title]=Late=r -f playlist[sharing]=private".split(" "));
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

Deno.test("tonearm api never sends the token to another host", async () => {
  await using other = stubServer(() => Response.json({}));
  await using world = await serveWorld();
  for (const path of [`${other.url}/x`, `//${new URL(other.url).host}/x`, `/../..//${new URL(other.url).host}/`]) {
    await world.home.run(["api", path, "--retries", "0"]);
  }
  assertEquals(other.requests, []);
});
