import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp";
import { METRICS, query } from "@tonearm/client/insights";
import { z } from "zod";
import type { Context } from "../context.ts";
import { queryOptions } from "../insights/options.ts";
import { withStore } from "../insights/store.ts";
import { basis, eventText } from "../insights/words.ts";
import { addTool, NAMED } from "./tool.ts";

const DATE = z.string().optional();

/** Registers the tool. It asks the store of `tonearm insights record`, not SoundCloud. */
export function addInsights(server: McpServer, context: Context): void {
  const inputSchema = {
    from: DATE.describe("First day, 2026-05-03; default: 28 days"),
    to: DATE.describe("Last day; default: today"),
    by: z.enum(["day", "week", "month"]).default("week"),
    sort: z.enum(METRICS).default("plays").describe("Ranks the tracks"),
    top: z.number().int().min(0).max(50).default(10),
    track: z.string().optional().describe(NAMED),
    user: z.string().optional().describe("Default: the account recorded last"),
    zone: z.string().optional().describe("Time zone"),
  };
  const description = "Growth of the user's catalogue in a period, from recorded counts, against the time before. " +
    "Repeat what basis says of gaps; estimated parts are no measurements, and null is unknown, not 0.";
  const annotations = { readOnlyHint: true, openWorldHint: false };
  addTool(server, "get_insights", { description, inputSchema, annotations }, async (given) => {
    const asked = await queryOptions(context, given);
    const insights = await withStore(context, {}, (store) => query(store, asked));
    const { source, period, recorded, totals, profile, parts, tracks, trackCount, rising, falling, events } = insights;
    return {
      ...{ of: source.title, period, basis: basis(insights), recorded, totals, profile },
      parts: parts.map(({ from, growth, isEstimated, isPartial }) => ({
        ...{ from, growth: Object.keys(growth).length === 0 ? null : growth },
        ...(isEstimated ? { estimated: true } : {}),
        ...(isPartial ? { partial: true } : {}),
      })),
      tracks: tracks.map(({ urn, title, state, counts }) => ({ urn, title, state, ...counts[given.sort] })),
      ...{ trackCount, rising, falling },
      events: events.slice(0, 10).map((event) => `${event.at.slice(0, 10)} ${eventText(event)}`),
    };
  });
}
