import type { ResourceId } from "../types/resource_id.ts";
import type { Unit } from "./calendar.ts";
import type { Source } from "./read.ts";
import type { Metric } from "./schema.ts";

/** Options of {@linkcode query}. */
export interface QueryOptions {
  /** Only this track or playlist. */
  readonly track?: ResourceId | undefined;
  /** The account or public user. Default: the account that was recorded last. */
  readonly user?: ResourceId | undefined;
  /** The first day, as `2026-05-03`. Default: 27 days before the last. */
  readonly from?: string | undefined;
  /** The last day, which is included. Default: today. */
  readonly to?: string | undefined;
  /** How the period is divided. Default `day`. */
  readonly by?: Unit | undefined;
  /** The time zone of days. Default: that of the machine. */
  readonly zone?: string | undefined;
  /** The count that ranks the tracks. Default `plays`. */
  readonly sort?: Metric | undefined;
  /** Maximum number of tracks. Default 20. */
  readonly top?: number | undefined;
  /** The name of the service. Default `api.soundcloud.com`. */
  readonly service?: string | undefined;
  /** The current time, in milliseconds since 1970. Default: that of the machine. */
  readonly now?: number | undefined;
}

/** A count over a period. */
export interface Growth {
  /** The count at the last reading. */
  readonly total: number;
  /** What came in the period. */
  readonly growth: number;
  /** What came in the same time before it; null unless all of that time was recorded. */
  readonly before: number | null;
}

/** Counts by name; those that SoundCloud hides are left out. */
export type Counts<T> = Partial<Record<Metric, T>>;

/** A day, week or month. */
export interface Part {
  /** Its first day. */
  readonly from: string;
  /** What came in it; empty if nothing was recorded. */
  readonly growth: Counts<number>;
  /** The number of readings in it. */
  readonly readings: number;
  /** Whether its ends lie in a gap between readings, so that its values are estimates. */
  readonly isEstimated: boolean;
  /** Whether recording began or ended in it. */
  readonly isPartial: boolean;
}

/** A track in a period. */
export interface TrackInsights {
  /** Its URN. */
  readonly urn: string;
  /** Its title. */
  readonly title: string;
  /** Its page; null for a private track, whose URL contains its secret. */
  readonly url: string | null;
  /** Whether it can be seen, and by whom. */
  readonly state: "public" | "private" | "gone";
  /** When it was made, in ISO 8601. */
  readonly createdAt: string | null;
  /** Its counts. */
  readonly counts: Counts<Growth>;
  /** The growth of the ranking count in each part, of the first 100 tracks; empty for the others. */
  readonly growthByPart: readonly number[];
}

/** A track whose growth differs from the period before. */
export interface Mover extends Pick<TrackInsights, "urn" | "title"> {
  /** The growth of the ranking count. */
  readonly growth: number;
  /** The growth in the same time before. */
  readonly before: number;
}

/** Something that happened. */
export interface InsightsEvent {
  /** The number of the event in the store. */
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  /** What happened. */
  readonly kind: InsightsEventKind;
  /** The URN of the track, playlist or profile. */
  readonly urn: string;
  /** Its title. */
  readonly title: string;
  /** The count that it is about. */
  readonly metric: Metric | null;
  /** The title or count before. */
  readonly old: string | null;
  /** The title, count or milestone now. */
  readonly new: string | null;
}

/** The answer of {@linkcode query}. */
export interface Insights {
  /** Whose numbers they are. */
  readonly source: Source;
  /** The time zone of days. */
  readonly zone: string;
  /** How the period is divided. */
  readonly by: Unit;
  /** The ranking count. */
  readonly sort: Metric;
  /** The period; both days are included. */
  readonly period: { readonly from: string; readonly to: string };
  /** What the numbers rest on. */
  readonly recorded: {
    /** The first reading, in ISO 8601. */
    readonly from: string;
    /** The last reading. */
    readonly to: string;
    /** The number of readings in the period. */
    readonly readings: number;
    /** Days of the period and the one before, between the first and the last reading, without any. */
    readonly missingDays: readonly string[];
    /** Growth of the ranking count in the period that may be of an earlier time: its tracks were hidden or gone. */
    readonly late: number;
  };
  /** The sums of all tracks, or the counts of the one that was asked for. */
  readonly totals: Counts<Growth>;
  /** The followers and other counts of the profile; empty for a single track. */
  readonly profile: Counts<Growth>;
  /** The days, weeks or months. */
  readonly parts: readonly Part[];
  /** The growth of the ranking count by weekday (Monday first) and by hour, on average. */
  readonly rhythm: { readonly weekdays: readonly number[]; readonly hours: readonly number[] };
  /** The number of tracks, of which `tracks` are those with the most growth. */
  readonly trackCount: number;
  /** The tracks with the most growth. */
  readonly tracks: readonly TrackInsights[];
  /** The five tracks that gained the most against the period before. */
  readonly rising: readonly Mover[];
  /** The five that lost the most. */
  readonly falling: readonly Mover[];
  /** The newest events of the period, at most 50. */
  readonly events: readonly InsightsEvent[];
}

/** Something that happened to a thing. */
export type InsightsEventKind =
  /** Published, or first seen. */
  | "new"
  /** Deleted, or no longer visible. */
  | "gone"
  /** Visible again. */
  | "back"
  | "private"
  | "public"
  /** `old` and `new` are the titles. */
  | "renamed"
  /** SoundCloud hides its counts. */
  | "hidden"
  /** SoundCloud shows its counts again. */
  | "shown"
  /** A count fell from `old` to `new`, which is not counted. */
  | "fell"
  /** A count that fell is still low after a week, and is counted from there. */
  | "reset"
  /** A count passed the round number in `new`. */
  | "mark"
  /** A track had at least three times the plays of its usual day: `old` in the week before, `new` in a day. */
  | "rising";

/** The outcome of a reading. */
export interface Recording {
  /** Whether it was stored: not if another reading is as new. */
  readonly status: "recorded" | "skipped";
  /** Whose numbers they are. */
  readonly source: Source;
  /** The time of the reading, by SoundCloud's clock. */
  readonly at: Date;
  /** The number of requests. */
  readonly requests: number;
  /** The number of tracks and playlists, with the profile. */
  readonly things: number;
  /** The number of counts that changed. */
  readonly changed: number;
  /** The number of events by kind. */
  readonly events: Readonly<Partial<Record<InsightsEventKind, number>>>;
  /** How much the clock of this machine is ahead of SoundCloud's, in milliseconds. It doesn't affect the numbers. */
  readonly clockOffsetMs: number;
}
