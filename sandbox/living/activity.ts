import { checkMembers, type Kind, kind, type Kinds, TIME, whole } from "../base/check.ts";

/** What listeners do with one track, playlist or user on an average day. */
export interface ActivityRates {
  /** Plays of a track. */
  readonly playsPerDay?: number;
  /** Likes of a track or playlist. Default: 3 % of the plays. */
  readonly likesPerDay?: number;
  /** Reposts of a track or playlist. Default: 0.6 % of the plays. */
  readonly repostsPerDay?: number;
  /** Comments on a track. Default: 0.4 % of the plays. */
  readonly commentsPerDay?: number;
  /** New followers of a user. Default: 2 % of the plays. */
  readonly followsPerDay?: number;
}

/**
 * Listeners who play, like, repost, comment and follow while the sandbox's clock goes on. The rates are averages over
 * all tracks, playlists or users: some have more and some have less, and new tracks start with many.
 */
export interface Activity extends ActivityRates {
  /** How many listeners there are. Nobody likes, reposts or follows the same resource twice. Default 5,000. */
  readonly listeners?: number;
  /** When they begin, such as `2026-01-01T00:00:00Z`. Default: when the world starts. */
  readonly since?: string;
}

/** The actions of listeners; a position in this list is part of the seed. */
export const ACTIONS = ["plays", "likes", "reposts", "comments", "follows"] as const;

export type Action = typeof ACTIONS[number];

const USUAL_PLAYS = 20;

const PER_PLAY: Readonly<Record<Action, number>> = {
  plays: 1,
  likes: 0.03,
  reposts: 0.006,
  comments: 0.004,
  follows: 0.02,
};

const MOST_PER_DAY = 1_000_000;
const MOST_LISTENERS = 100_000;
export const USUAL_LISTENERS = 5000;

const RATE: Kind = kind(
  `a number from 0 to ${MOST_PER_DAY}`,
  (value) => typeof value === "number" && value >= 0 && value <= MOST_PER_DAY,
);

const RATES: Kinds = Object.fromEntries(ACTIONS.map((action) => [`${action}PerDay`, RATE]));

const ACTIVITY: Kinds = { ...RATES, listeners: whole(1, MOST_LISTENERS), since: TIME };

/** @throws {TypeError} With the invalid member, and its kind or the most similar name. */
export function checkActivity(value: unknown, of: "world" | "resource" = "world"): void {
  checkMembers("the activity", value, of === "world" ? ACTIVITY : RATES);
}

export function rateOf(action: Action, levels: readonly (ActivityRates | undefined)[]): [rate: number, level: number] {
  for (const [level, rates] of levels.entries()) {
    const rate = rates?.[`${action}PerDay`] ?? (rates?.playsPerDay ?? NaN) * PER_PLAY[action];
    if (!Number.isNaN(rate)) return [rate, level];
  }
  return [USUAL_PLAYS * PER_PLAY[action], levels.length - 1];
}
