import { type ActivityRates, createSandbox, type Sandbox, type SandboxOptions } from "@tonearm/sandbox";
import { caller } from "../../support/api.ts";

/** When each world begins. */
export const START: number = Date.UTC(2026, 0, 1, 9, 30);
/** What listeners do on a usual day. */
export const ACTIVITY: ActivityRates = {
  playsPerDay: 40,
  likesPerDay: 2,
  repostsPerDay: 1,
  commentsPerDay: 1,
  followsPerDay: 2,
};

/** A label with two tracks and a playlist. */
export const LABEL: SandboxOptions = {
  empty: true,
  users: [{ permalink: "label" }],
  tracks: [{ title: "One", user: "label" }, { title: "Two", user: "label", activity: { playsPerDay: 500 } }],
  playlists: [{ title: "All", user: "label", tracks: ["one", "two"] }],
};

/** Creates a world in which things happen. */
export function living(options: SandboxOptions = LABEL): Sandbox {
  const sandbox = createSandbox({
    clock: new Date(START),
    activity: ACTIVITY,
    config: { tokenTtlSeconds: 1e9 },
    ...options,
  });
  sandbox.clock.freeze();
  return sandbox;
}

const COUNTS = ["playback_count", "favoritings_count", "reposts_count", "comment_count"] as const;

/** Returns the counts of the label, its tracks and its playlist. */
export async function counts(sandbox: Sandbox): Promise<unknown> {
  const api = caller(sandbox, "label");
  const tracks = (await api.get("/me/tracks")).items.map((track) => COUNTS.map((name) => track[name]));
  const { followers_count } = (await api.get("/me")).body;
  return {
    tracks,
    followers_count,
    likes: (await api.get("/me/playlists")).items.map(({ likes_count }) => likes_count),
  };
}
