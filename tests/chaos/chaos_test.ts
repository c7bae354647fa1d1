import { assertEquals } from "@std/assert";
import { BUG_NAMES, bugFor } from "./bugs.ts";
import { StrictHost } from "./host.ts";
import { hasFailed } from "./run.ts";
import { asPlanted, line } from "./report.ts";
import { rows } from "./rows.ts";
import { summary } from "./table.ts";
import { noCounts } from "./trial.ts";

/** Sends a refresh token; gives the status and the pair. */
async function refresh(host: StrictHost, token: string) {
  const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token });
  const reply = await fetch(`${host.url}/oauth/token`, { method: "POST", body });
  return { status: reply.status, body: await reply.json() };
}

async function callWith(host: StrictHost, access: string): Promise<number> {
  const reply = await fetch(`${host.url}/me`, { headers: { authorization: `OAuth ${access}` } });
  await reply.body?.cancel();
  return reply.status;
}

Deno.test("StrictHost revokes every token of a login when a refresh token is used again", async () => {
  await using host = await StrictHost.start();
  const first = host.login();
  const { body } = await refresh(host, first.refresh);
  assertEquals(await callWith(host, body.access_token), 200);
  assertEquals((await refresh(host, first.refresh)).status, 400);
  assertEquals(await callWith(host, body.access_token), 401);
  assertEquals((await refresh(host, body.refresh_token)).status, 400);
  assertEquals({ refreshes: host.refreshes, doubleSpends: host.doubleSpends }, { refreshes: 1, doubleSpends: 1 });
});

Deno.test("StrictHost in reject mode rejects the second use and keeps the login", async () => {
  await using host = await StrictHost.start();
  host.onReuse = "reject";
  const first = host.login();
  const { body } = await refresh(host, first.refresh);
  assertEquals((await refresh(host, first.refresh)).status, 400);
  assertEquals((await refresh(host, body.refresh_token)).status, 200);
});

Deno.test("StrictHost commits nothing when its gate replies instead", async () => {
  await using host = await StrictHost.start();
  const { refresh: token } = host.login();
  host.gate = { arrived: () => ({ status: 503 }) };
  assertEquals((await refresh(host, token)).status, 503);
  assertEquals(host.refreshes, 0);
});

Deno.test("StrictHost drops a reply after the commit when its gate requests it", async () => {
  await using host = await StrictHost.start();
  const { refresh: token } = host.login();
  // On a connection that it has used before, Deno sends the request once more.
  host.gate = { committed: () => "drop" };
  assertEquals(await refresh(host, token).catch(() => "dropped"), "dropped");
  assertEquals(host.refreshes, 1);
});

Deno.test("hasFailed() fails a row for a loss, a hang, a wrong answer or an unnecessary double spend", () => {
  const hasRowFailed = (counts: object, row = {}) => hasFailed(row, { ...noCounts(), ...counts });
  assertEquals([hasRowFailed({}), hasRowFailed({ unavoidable: 2, doubleSpends: 2 })], [false, false]);
  assertEquals(
    [{ avoidable: 1 }, { hangs: 1 }, { wrong: 1 }, { doubleSpends: 1 }].map((counts) => hasRowFailed(counts)),
    [true, true, true, true],
  );
  assertEquals(hasRowFailed({ doubleSpends: 1 }, { allowsDoubleSpends: true }), false);
});

Deno.test("deno task chaos: every row has a unique name and trials, and each attack some in the short form", () => {
  assertEquals(new Set(rows.map(({ id }) => id)).size, rows.length);
  assertEquals(rows.filter(({ trials }) => trials < 20).map(({ id }) => id), []);
  const attacks = (among: typeof rows) => new Set(among.map(({ id }) => id.split("-")[0]));
  assertEquals(attacks(rows.filter(({ short }) => short > 0)), attacks(rows));
});

Deno.test("deno task lab chaos --planted: every row has a bug to find, and fails if it doesn't", () => {
  assertEquals(new Set(rows.map(({ id }) => bugFor(id))), new Set(BUG_NAMES));
  const result = { id: "a", title: "", counts: noCounts(), remarks: [], seconds: 1, lacking: [], hasFailed: false };
  const blind = asPlanted(result, "sleeps");
  assertEquals(blind, { ...result, hasFailed: true, remarks: ["it doesn't find a process that sleeps"] });
  assertEquals(asPlanted({ ...result, hasFailed: true }, "sleeps").hasFailed, false);
  assertEquals(asPlanted({ ...result, lacking: ["redis"] }, "sleeps").hasFailed, false);
});

Deno.test("deno task chaos: prints what a row lacks, or its counts and failures", () => {
  const result = { id: "a", title: "", remarks: ["gone"], seconds: 1, lacking: [], hasFailed: true };
  assertEquals(line({ ...result, counts: { ...noCounts(), avoidable: 3 } }).startsWith("FAILED  a "), true);
  assertEquals(line({ ...result, counts: noCounts(), lacking: ["redis"] }), `skipped ${"a".padEnd(24)} needs redis`);
});

Deno.test("deno task chaos: docs/contributing/reliability.md has a line for the latest run of each row", () => {
  const row = rows[0]!;
  const outcome = (trials: number, lacking: string[] = []) => ({
    seed: trials,
    runtimes: ["deno"],
    results: [{
      ...{ id: row.id, title: "", remarks: [], seconds: 1, hasFailed: false },
      lacking,
      counts: { ...noCounts(), trials },
    }],
  });
  assertEquals(summary([outcome(1), outcome(2)]).split("\n").slice(2), [
    `| ${row.title} | 2 | 0 | 0 | 0 | 0 | 0 | 0 |`,
    "",
    "Runtimes: deno. Seeds: 1, 2.",
  ]);
  assertEquals(summary([outcome(1, ["redis"])]).split("\n").length, 4);
});
