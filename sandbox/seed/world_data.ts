/**
 * The contents of a world that a test defines. References are permalinks, `user` for a user and `user/track`
 * for a track; durations are milliseconds.
 *
 * @module
 */

/** Where an app's requests for tokens may have its credentials. */
export type CredentialPlace = "documented" | "basic" | "body" | "any";

/** An app that signs users in. */
export interface AppData {
  /** Its id. */
  readonly clientId: string;
  /** Its secret; `null` or nothing for a public client, which has none. */
  readonly clientSecret?: string | null;
  /** The exact addresses that its sign-in may return to. Default `["http://127.0.0.1:8765/callback"]`. */
  readonly redirectUris?: readonly string[];
  /** Its name on the authorization page. Default: its id. */
  readonly name?: string;
  /**
   * Where token requests have its credentials: `basic` for the header, `body` for the form, `any` for either,
   * `documented` for what the service's guide says of each grant. Default: the setting `credentialPlaces`.
   */
  readonly credentials?: CredentialPlace;
  /** Whether its owner pays for it. One that is `free` gets 403 for streams, as new apps of the service do. Default `paid`. */
  readonly plan?: "free" | "paid";
  /** Limits of this app in place of the settings of these names. */
  readonly limits?: AppLimits;
}

/** Limits that an app may have of its own. */
export interface AppLimits {
  /** Plays in 24 hours. */
  readonly playsLimit?: number;
  /** Client-credentials exchanges in 12 hours. */
  readonly clientCredentialsPerApp?: number;
  /** Requests in ten seconds before the gateway says 429. */
  readonly gatewayBurst?: number;
}

/** A user. */
export interface UserData {
  /** Name in addresses: lower-case letters, digits, `-` and `_`. */
  readonly permalink: string;
  /** Name that is shown. Default: the permalink. */
  readonly username?: string;
  /** What is said about it. */
  readonly description?: string;
  /** City on the profile. */
  readonly city?: string;
  /** Country on the profile. */
  readonly country?: string;
  /** Default `Free`. */
  readonly plan?: "Free" | "Pro" | "Pro Unlimited";
  /** Whether the e-mail address is confirmed; uploads need it. Default true. */
  readonly emailConfirmed?: boolean;
  /** Tracks that the user likes; a number makes up so many where the world has fewer. */
  readonly likes?: number | readonly string[];
  /** Tracks that the user reposts. */
  readonly reposts?: readonly string[];
  /** Users whom the user follows. */
  readonly follows?: readonly string[];
}

/** A track. */
export interface TrackData {
  /** What it is called. */
  readonly title: string;
  /** Whose it is. */
  readonly user: string;
  /** Name in its address. Default: made of the title. */
  readonly permalink?: string;
  /** What is said about it. */
  readonly description?: string;
  /** Its genre. */
  readonly genre?: string;
  /** Its tags; those of several words are quoted for you. */
  readonly tags?: readonly string[];
  /** Milliseconds. Default 30000. */
  readonly duration?: number;
  /** How much may be heard. Default `playable`. */
  readonly access?: "playable" | "preview" | "blocked";
  /** The only countries where it may be heard (ISO 3166, two letters). Default: all. */
  readonly countries?: readonly string[];
  /** Default `public`. */
  readonly sharing?: "public" | "private";
  /** Opens a private track, such as `s-abc123def45`. Default: drawn. */
  readonly secretToken?: string;
  /** Whether it is still being processed, and stays so. Default false. */
  readonly processing?: boolean;
  /** Whether it may be downloaded. Default false. */
  readonly downloadable?: boolean;
  /** Whether it may be commented on. Default true. */
  readonly commentable?: boolean;
  /** A moment such as `2026-01-01T00:00:00Z`. Default: now. */
  readonly createdAt?: string;
}

/** A playlist. */
export interface PlaylistData {
  /** What it is called. */
  readonly title: string;
  /** Whose it is. */
  readonly user: string;
  /** Name in its address. Default: made of the title. */
  readonly permalink?: string;
  /** What is said about it. */
  readonly description?: string;
  /** Its genre. */
  readonly genre?: string;
  /** Its tags; those of several words are quoted for you. */
  readonly tags?: readonly string[];
  /** Its tracks, in order. */
  readonly tracks?: readonly string[];
  /** Default `public`. */
  readonly sharing?: "public" | "private";
  /** Opens a private playlist. Default: drawn. */
  readonly secretToken?: string;
}

/** A comment. */
export interface CommentData {
  /** What it is about. */
  readonly track: string;
  /** Who writes it. */
  readonly user: string;
  /** What it says. */
  readonly body: string;
  /** Milliseconds into the track. Default: none. */
  readonly timestamp?: number;
}

/** What is to be in a world, besides the seeded catalogue. */
export interface WorldData {
  /** Start without the catalogue: only what is given here. Default false. */
  readonly empty?: boolean;
  /** Apps, besides `sandbox-client`; the first is the one that `clientConfig` is of. */
  readonly apps?: readonly AppData[];
  /** Users, in the order of their ids. */
  readonly users?: readonly UserData[];
  /** Tracks, in the order of their ids. */
  readonly tracks?: readonly TrackData[];
  /** Playlists, in the order of their ids. */
  readonly playlists?: readonly PlaylistData[];
  /** Comments, in the order they were made. */
  readonly comments?: readonly CommentData[];
}
