/**
 * The data of a world, as a test defines them. References are permalinks, `user` for a user and `user/track` for a
 * track; durations are milliseconds.
 *
 * @module
 */

/** Where an app's requests for tokens may have its credentials. */
export type CredentialPlace = "documented" | "basic" | "body" | "any";

/** An app that signs users in. */
export interface AppData {
  /** Its id. */
  readonly clientId: string;
  /** Its secret; `null` or missing for a public client. */
  readonly clientSecret?: string | null;
  /** Its redirect URIs, exactly. Default `["http://127.0.0.1:8765/callback"]`. */
  readonly redirectUris?: readonly string[];
  /** Its name on the authorization page. Default: its id. */
  readonly name?: string;
  /**
   * Where token requests carry its credentials: `basic` for the header, `body` for the form, `any` for either,
   * `documented` for the place that the service's guide gives for each grant. Default: the setting `credentialPlaces`.
   */
  readonly credentials?: CredentialPlace;
  /** Its plan. A `free` app gets 403 for streams, like new apps of the service. Default `paid`. */
  readonly plan?: "free" | "paid";
  /** Limits of this app, which override the settings of the same names. */
  readonly limits?: AppLimits;
}

/** Limits of a single app. */
export interface AppLimits {
  /** Plays in 24 hours. */
  readonly playsLimit?: number;
  /** Client-credentials exchanges in 12 hours. */
  readonly clientCredentialsPerApp?: number;
  /** Requests in ten seconds before the gateway answers 429. */
  readonly gatewayBurst?: number;
}

/** A user. */
export interface UserData {
  /** Name in URLs: lower-case letters, digits, `-` and `_`. */
  readonly permalink: string;
  /** Display name. Default: the permalink. */
  readonly username?: string;
  /** Its description. */
  readonly description?: string;
  /** City on the profile. */
  readonly city?: string;
  /** Country on the profile. */
  readonly country?: string;
  /** Default `Free`. */
  readonly plan?: "Free" | "Pro" | "Pro Unlimited";
  /** Whether the e-mail address is confirmed; uploads need it. Default true. */
  readonly emailConfirmed?: boolean;
  /** Tracks that the user likes, or their number; missing tracks are generated. */
  readonly likes?: number | readonly string[];
  /** Tracks that the user reposts. */
  readonly reposts?: readonly string[];
  /** Users whom the user follows. */
  readonly follows?: readonly string[];
}

/** A track. */
export interface TrackData {
  /** Its title. */
  readonly title: string;
  /** Its owner. */
  readonly user: string;
  /** Name in its URL. Default: derived from the title. */
  readonly permalink?: string;
  /** Its description. */
  readonly description?: string;
  /** Its genre. */
  readonly genre?: string;
  /** Its tags; those of several words are quoted for you. */
  readonly tags?: readonly string[];
  /** Duration, in milliseconds. Default 30,000. */
  readonly duration?: number;
  /** Access level. Default `playable`. */
  readonly access?: "playable" | "preview" | "blocked";
  /** Countries in which it can be played (ISO 3166, two letters). Default: all. */
  readonly countries?: readonly string[];
  /** Default `public`. */
  readonly sharing?: "public" | "private";
  /** Secret token of a private track, such as `s-abc123def45`. Default: generated. */
  readonly secretToken?: string;
  /** Whether it is still being processed, and stays so. Default false. */
  readonly processing?: boolean;
  /** Whether it may be downloaded. Default false. */
  readonly downloadable?: boolean;
  /** Whether it may be commented on. Default true. */
  readonly commentable?: boolean;
  /** Creation time, such as `2026-01-01T00:00:00Z`. Default: now. */
  readonly createdAt?: string;
}

/** A playlist. */
export interface PlaylistData {
  /** Its title. */
  readonly title: string;
  /** Its owner. */
  readonly user: string;
  /** Name in its URL. Default: derived from the title. */
  readonly permalink?: string;
  /** Its description. */
  readonly description?: string;
  /** Its genre. */
  readonly genre?: string;
  /** Its tags; those of several words are quoted for you. */
  readonly tags?: readonly string[];
  /** Its tracks, in order. */
  readonly tracks?: readonly string[];
  /** Default `public`. */
  readonly sharing?: "public" | "private";
  /** Secret token of a private playlist. Default: generated. */
  readonly secretToken?: string;
}

/** A comment. */
export interface CommentData {
  /** Its track. */
  readonly track: string;
  /** Its author. */
  readonly user: string;
  /** Its text. */
  readonly body: string;
  /** Position in the track, in milliseconds. Default: none. */
  readonly timestamp?: number;
}

/** The data of a world, in addition to the seeded catalogue. */
export interface WorldData {
  /** Start without the catalogue, with only these data. Default false. */
  readonly empty?: boolean;
  /** Apps, in addition to `sandbox-client`. `clientConfig` is that of the first one. */
  readonly apps?: readonly AppData[];
  /** Users, in the order of their ids. */
  readonly users?: readonly UserData[];
  /** Tracks, in the order of their ids. */
  readonly tracks?: readonly TrackData[];
  /** Playlists, in the order of their ids. */
  readonly playlists?: readonly PlaylistData[];
  /** Comments, in order of creation. */
  readonly comments?: readonly CommentData[];
}
