/** How much of a track the user may play: all of it, a snippet, or nothing. */
export type Access = "playable" | "preview" | "blocked";

/** Access levels that a list includes: one, several, or a comma-separated string. */
export type AccessFilter = string | readonly Access[];

/** Who may see a resource. */
export type Sharing = "public" | "private";

/** Who may embed a track on other sites. */
export type EmbeddableBy = "all" | "me" | "none";

/** Licences a track may carry. */
export type License =
  | "no-rights-reserved"
  | "all-rights-reserved"
  | "cc-by"
  | "cc-by-nc"
  | "cc-by-nd"
  | "cc-by-sa"
  | "cc-by-nc-nd"
  | "cc-by-nc-sa";
