import type { ParameterRow } from "./row.ts";

/** Query parameters that aren't strings. */
export const PARAMETERS = {
  limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
  offset: { type: "integer", minimum: 0, default: 0 },
  linked_partitioning: { type: "boolean" },
  show_tracks: { type: "boolean" },
  sort: { type: "string", enum: ["asc", "desc"], default: "desc" },
  access: { type: "array", items: { type: "string", enum: ["playable", "preview", "blocked"] } },
  bpm: { type: "object", properties: { from: { type: "integer" }, to: { type: "integer" } } },
  duration: { type: "object", properties: { from: { type: "integer" }, to: { type: "integer" } } },
  created_at: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } } },
} as const;
PARAMETERS satisfies Readonly<Record<string, ParameterRow>>;
