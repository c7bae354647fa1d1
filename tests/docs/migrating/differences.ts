/** What differs in the requests of some functions. Values are those of the first of their calls. */
export interface Difference {
  readonly part: string;
  /** What soundcloud-api-ts sends; absent for nothing. */
  readonly theirs?: string;
  /** What this client sends; absent for nothing. */
  readonly ours?: string;
  /** The functions, by name. */
  readonly functions: readonly string[];
  /** The reason, for people who migrate. */
  readonly why: string;
}

/** Before the names of functions: all but these. */
export const EVERY = "every function but";

const ARRAYS = "SoundCloud responds with a page anyway, and doesn't list the parameter.";
const IDS = "SoundCloud's documentation lists `urns`, and no `ids`.";
const PAGES = "A page has a link to the next one; without the parameter SoundCloud responds with an array.";

/** The differences, in the order of their parts. */
export const DIFFERENCES: readonly Difference[] = [
  {
    part: "header accept",
    theirs: "application/json",
    ours: "application/json; charset=utf-8",
    functions: [EVERY, "signOut"],
    why: "SoundCloud's documentation asks for it.",
  },
  {
    part: "header accept",
    ours: "application/json; charset=utf-8",
    functions: ["signOut"],
    why: "SoundCloud's documentation asks for it.",
  },
  {
    part: "header content-type",
    theirs: "application/x-www-form-urlencoded",
    ours: "application/x-www-form-urlencoded;charset=UTF-8",
    functions: ["getClientToken", "getUserToken", "refreshUserToken"],
    why: "The platform adds the character set of a form.",
  },
  {
    part: "header user-agent",
    ours: "tonearm/…",
    functions: [EVERY],
    why: "SoundCloud can tell programs apart. Browsers send their own.",
  },
  {
    part: "query access",
    ours: "playable,preview,blocked",
    functions: ["getTracks"],
    why: "Without it, SoundCloud leaves out tracks that can't be played, and the list has gaps.",
  },
  {
    part: "query access",
    ours: "playable",
    functions: ["getRelatedTracks", "searchTracks"],
    why: "Only tracks that play in full, unless the option `access` names others.",
  },
  {
    part: "query filter_replies",
    theirs: "0",
    functions: ["getTrackComments"],
    why: "SoundCloud's documentation doesn't list it.",
  },
  { part: "query ids", theirs: "soundcloud:tracks:1020,soundcloud:tracks:1021", functions: ["getTracks"], why: IDS },
  { part: "query ids", theirs: "1020,1021", functions: ["getTracks"], why: IDS },
  { part: "query limit", ours: "2", functions: ["getTracks"], why: "A page has 50 items if it names no other number." },
  {
    part: "query linked_partitioning",
    theirs: "true",
    functions: [
      ...["getMeActivities", "getMeActivitiesOwn", "getMeActivitiesTracks", "getMeFollowers", "getMeFollowings"],
      ...["getMeFollowingsTracks", "getFollowers", "getFollowings", "getTrackReposts", "getPlaylistReposts"],
    ],
    why: ARRAYS,
  },
  {
    part: "query linked_partitioning",
    ours: "true",
    functions: ["getTracks", "getRelatedTracks"],
    why: PAGES,
  },
  { part: "query offset", ours: "0", functions: ["searchTracks"], why: "The offset of the first page, written out." },
  {
    part: "query threaded",
    theirs: "1",
    functions: ["getTrackComments"],
    why: "SoundCloud's documentation doesn't list it.",
  },
  {
    part: "query urns",
    ours: "soundcloud:tracks:1020,soundcloud:tracks:1021",
    functions: ["getTracks"],
    why: "Numbers become URNs.",
  },
];
