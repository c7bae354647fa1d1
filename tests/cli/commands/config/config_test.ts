import { assertEquals } from "@std/assert";
import { emptyHome, type Home, stubServer } from "../../../support/cli/cli.ts";

/** A home, and the queries that its searches have sent. */
async function searches(home: Home, ...lines: readonly string[][]): Promise<void> {
  for (const line of lines) assertEquals((await home.run(line)).stderr, "");
}

Deno.test("tonearm config: a default holds for each command that has the option, one with a command's name for it alone", async () => {
  const sent: string[] = [];
  await using service = stubServer((request) => {
    sent.push(new URL(request.url).searchParams.get("limit") ?? "");
    return Response.json({ collection: [] });
  });
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  await searches(home, ["config", "set", "limit", "7"], ["config", "set", "search.limit", "9"], ["likes", "-q"]);
  await searches(home, ["search", "-q", "x"], ["search", "-q", "x", "-n", "3"], [
    "search",
    "-q",
    "-n4",
    "x",
    "--",
    "--limit",
  ]);
  await searches(home, ["--quiet", "search", "x", "--limit=5"], ["config", "unset", "search.limit"], [
    "search",
    "-q",
    "x",
  ]);
  assertEquals(sent, ["7", "9", "3", "4", "5", "7"]);
});

Deno.test("tonearm config: an option without a value, one that conflicts with the command line, columns of other lists", async () => {
  await using service = stubServer(() => Response.json({ collection: [] }));
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  await searches(home, ["config", "set", "quiet", "yes"], ["config", "set", "user.fail-fast", "yes"], ["likes"]);
  assertEquals((await home.run(["user", "1", "--continue-on-error"])).code, 0);
  await searches(home, ["config", "set", "columns", "title,BPM"], ["config", "set", "sort", "plays"], ["playlists"]);
  assertEquals((await home.run(["likes", "--csv"])).stdout, "title,bpm\n");
  await searches(home, ["config", "set", "limit", "7"], ["feed", "--follow", "--once"]);
});

Deno.test("tonearm config: an alias stands for a command line, before further arguments", async () => {
  const queries: string[] = [];
  await using service = stubServer((request) => {
    const { searchParams } = new URL(request.url);
    queries.push(`${searchParams.get("q")} ${searchParams.get("genres")}`);
    return Response.json({ collection: [] });
  });
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  await searches(home, ["config", "set", "limit", "7"]);
  await searches(home, ["config", "set", "alias.night", "search --quiet --genre 'Deep House' late"]);
  await searches(home, ["night", "train"], ["--timeout", "5", "night"], ["--jsonl", "night"]);
  assertEquals(queries, ["late train Deep House", "late Deep House", "late Deep House"]);
  assertEquals(JSON.parse((await home.run(["config", "list", "--json"])).stdout), [
    { name: "limit", value: "7" },
    { name: "alias.night", value: "search --quiet --genre 'Deep House' late" },
  ]);
});
