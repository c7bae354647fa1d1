import { assertEquals } from "@std/assert";
import { emptyHome, stubServer } from "../../support/cli/cli.ts";

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
