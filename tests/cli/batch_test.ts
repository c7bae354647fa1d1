import { assertEquals, assertMatch } from "@std/assert";
import { emptyHome, serveWorld, stubServer } from "../support/cli/cli.ts";
import { without } from "../support/programs.ts";

Deno.test("tonearm track: looks up 200 ids per request, and missing ones individually", async () => {
  const known = (id: string) => ({ id: Number(id), urn: `soundcloud:tracks:${id}`, title: `t${id}`, kind: "track" });
  await using service = stubServer((request) => {
    const { pathname, searchParams } = new URL(request.url);
    const ids = (searchParams.get("urns") ?? searchParams.get("ids") ?? "").split(",").map((id) =>
      id.split(":").at(-1)
    );
    if (pathname !== "/tracks") return new Response("{}", { status: 404 });
    return Response.json(ids.filter((id) => id !== undefined && id !== "7").map((id) => known(id ?? "")));
  });
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  const stdin = Array.from({ length: 250 }, (_, index) => `${index + 1}\n`).join("");
  const { code, stdout } = await home.run(["track", "-", "--jsonl"], { stdin });
  assertEquals(code, 8);
  assertEquals(service.requests, ["GET /tracks", "GET /tracks/7", "GET /tracks"]);
  const rows = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(rows.length, 250);
  assertEquals(rows.map(({ status }) => status).filter((status) => status !== "ok"), ["error"]);
  assertEquals({ id: rows[6].id, code: rows[6].error.code }, { id: "7", code: "not_found" });
});

Deno.test({
  name: "tonearm track -: several ids may be typed at a terminal",
  ignore: without("script", "stty"),
  async fn() {
    await using world = await serveWorld();
    const typed = world.home.start(["track", "-"], { columns: 80 });
    typed.type("999998\n999999\n\x04");
    assertEquals((await typed.outcome).code, 5);
  },
});

Deno.test("tonearm: a batch prints each result as soon as it arrives", async () => {
  const second = Promise.withResolvers<void>();
  await using service = stubServer(async (request) => {
    if (!request.url.includes("/users/")) return Response.json([]);
    if (request.url.endsWith("/users/2")) await second.promise;
    return Response.json({ id: 1, urn: "soundcloud:users:1", username: "u", kind: "user" });
  });
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  const running = home.start(["user", "1", "2", "--jsonl"]);
  try {
    assertMatch(await running.printed(/\n/), /^\{"status":"ok","id":1,.*\}\n$/);
  } finally {
    second.resolve();
  }
  assertEquals((await running.outcome).code, 0);
});
