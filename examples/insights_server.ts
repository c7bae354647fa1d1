/**
 * A page of numbers: records the catalogue every six hours, and answers what came in a period, as JSON.
 *
 * `deno task sandbox:exec --user 1 -- deno task run examples/insights_server.ts`, then open the URL that it prints;
 * `/?from=2026-05-01&to=2026-05-31&by=week` is another period, and `/milestones?after=12` what happened since.
 * With your own account, `TOKENS` names the file of a `FileTokenStore`, since an access token lasts an hour.
 *
 * @module
 */
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import process from "node:process";
import { eventsAfter, InsightsError, query, record, SqliteInsightsStore, type Unit } from "@tonearm/client/insights";
import { connect } from "./connect.ts";

const EVERY_MS = 6 * 3_600_000;
const client = await connect();
const db = new DatabaseSync(process.env.INSIGHTS ?? "insights.sqlite");
const store = new SqliteInsightsStore(db);
const stop = new AbortController();

/** Records, and again later. A failure is told: the next turn continues. */
async function recordRegularly(): Promise<void> {
  const next = setTimeout(recordRegularly, EVERY_MS);
  stop.signal.addEventListener("abort", () => clearTimeout(next));
  try {
    for (const { source, status, changed } of await record(client, store, { signal: stop.signal })) {
      console.log(`${source.title}: ${status}, ${changed} changes`);
    }
  } catch (error) {
    console.error("Not recorded:", error);
  }
}

async function answer(url: URL): Promise<unknown> {
  const param = (name: string) => url.searchParams.get(name) ?? undefined;
  if (url.pathname === "/milestones") return await eventsAfter(store, Number(param("after") ?? 0));
  const by = param("by") as Unit | undefined;
  const { recorded, totals, parts, tracks } = await query(store, {
    from: param("from"),
    to: param("to"),
    by,
    zone: "UTC",
  });
  return { recorded, totals, parts, tracks: tracks.map(({ title, counts }) => ({ title, ...counts.plays })) };
}

const server = createServer(async (request, response) => {
  const reply = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  try {
    reply(200, await answer(new URL(request.url ?? "/", "http://localhost")));
  } catch (error) {
    const isOurs = error instanceof RangeError || error instanceof InsightsError;
    reply(error instanceof RangeError ? 400 : 503, { error: isOurs ? error.message : "Try again later" });
  }
});

await recordRegularly();
server.listen(Number(process.env.PORT ?? 8765), "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
});
process.once("SIGTERM", () => {
  stop.abort();
  server.close(() => db.close());
  server.closeAllConnections();
});
