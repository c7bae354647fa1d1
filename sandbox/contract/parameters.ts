import type { ParameterRow } from "./row.ts";

/** Query parameters other than optional texts. `access:all` is `access` with another default. */
export const PARAMETERS = {
  limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
  offset: { type: "integer", default: 0, deprecated: true },
  linked_partitioning: { type: "boolean" },
  show_tracks: { type: "boolean" },
  sort: { type: "string", enum: ["asc", "desc"], default: "desc" },
  access: {
    type: "array",
    items: { type: "string", enum: ["playable", "preview", "blocked"] },
    default: ["playable", "preview"],
  },
  "access:all": {
    type: "array",
    items: { type: "string", enum: ["playable", "preview", "blocked"] },
    default: ["playable", "preview", "blocked"],
  },
  url: { type: "string", required: true },
  bpm: { type: "object", properties: { from: { type: "integer" }, to: { type: "integer" } } },
  duration: { type: "object", properties: { from: { type: "integer" }, to: { type: "integer" } } },
  created_at: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } } },
} as const;
PARAMETERS satisfies Readonly<Record<string, ParameterRow>>;
