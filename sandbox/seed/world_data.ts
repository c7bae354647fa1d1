/**
 * The data of a world, as a test defines them. References are permalinks, `user` for a user and `user/track` for a
 * track; durations are milliseconds.
 */
import type { AppLimits } from "../base/config.ts";
import type { ActivityRates } from "../living/activity.ts";

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
   * `documented` for the place that SoundCloud's guide gives for each grant. Default: the setting `credentialPlaces`.
   */
  readonly credentials?: CredentialPlace;
  /** Its plan. A `free` app gets 403 for streams, like new apps of SoundCloud. Default `paid`. */
  readonly plan?: "free" | "paid";
  /** Limits of this app, which override the settings of the same names. */
  readonly limits?: AppLimits;
}

/** A link on a user's profile. */
export interface WebProfileData {
  /** Its service, such as `instagram`. */
  readonly service: string;
  /** Its text. */
  readonly title: string;
  /** Its URL. */
  readonly url: string;
  /** The user's name there. */
  readonly username?: string;
  /** Creation time. Default: now. */
  readonly createdAt?: string;
}

/** A user. */
export interface UserData {
  /** Name in URLs: lower-case letters, digits, `-` and `_`. */
  readonly permalink: string;
  /** Display name. Default: the permalink. */
  readonly username?: string;
  /** First name. */
  readonly firstName?: string;
  /** Last name. */
  readonly lastName?: string;
  /** Full name. Default: the display name. */
  readonly fullName?: string;
  /** URL of the picture. */
  readonly avatar?: string;
  /** URL of the website. */
  readonly website?: string;
  /** Text of the link to the website. */
  readonly websiteTitle?: string;
  /** Name at Discogs. */
  readonly discogsName?: string;
  /** Language of the account, such as `de`. */
  readonly locale?: string;
  /** Number of followers, including those in these data. */
  readonly followers?: number;
  /** Used part of the upload quota, in seconds. */
  readonly uploadSecondsUsed?: number;
  /** Creation time, such as `2026-01-01T00:00:00Z`. Default: now. */
  readonly createdAt?: string;
  /** Time of the last change. Default: the creation time. */
  readonly lastModified?: string;
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
  /** Links on the profile. */
  readonly webProfiles?: readonly WebProfileData[];
  /** Tracks that the user likes, or their number; missing tracks are generated. */
  readonly likes?: number | readonly string[];
  /** Tracks that the user reposts. */
  readonly reposts?: readonly string[];
  /** Tracks that the user has played, in order; one play each. */
  readonly plays?: readonly string[];
  /** Users whom the user follows. */
  readonly follows?: readonly string[];
  /** What listeners do with the user and the user's tracks and playlists, in a world with `activity`. */
  readonly activity?: ActivityRates;
}

/** What a track and a playlist have in common. */
export interface ReleaseData {
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
  /** Default `public`. */
  readonly sharing?: "public" | "private";
  /** Its secret token if it is private, such as `s-abc123def45`. Default: generated. */
  readonly secretToken?: string;
  /** Creation time, such as `2026-01-01T00:00:00Z`. Default: now. */
  readonly createdAt?: string;
  /** Time of its last change. Default: its creation time. */
  readonly lastModified?: string;
  /** License, such as `cc-by`. Default `all-rights-reserved`. */
  readonly license?: string;
  /** Name of its label. */
  readonly labelName?: string;
  /** Name of its release. */
  readonly release?: string;
  /** Date of its release, such as `2026-01-31`. */
  readonly releaseDate?: string;
  /** Text of the link to buy it. */
  readonly purchaseTitle?: string;
  /** Link to buy it. */
  readonly purchaseUrl?: string;
  /** URL of its artwork. */
  readonly artwork?: string;
  /** What listeners do with it, in a world with `activity`. Default: like the user's tracks or playlists. */
  readonly activity?: ActivityRates;
}

/** A track. */
export interface TrackData extends ReleaseData {
  /** Duration, in milliseconds. Default 30,000. */
  readonly duration?: number;
  /** Access level. Default `playable`. */
  readonly access?: "playable" | "preview" | "blocked";
  /** Countries in which it can be played (ISO 3166, two letters). Default: all. */
  readonly countries?: readonly string[];
  /** Whether it is still being processed, and stays so. Default false. */
  readonly processing?: boolean;
  /** Whether it may be downloaded. Default false. */
  readonly downloadable?: boolean;
  /** Whether it may be commented on. Default true. */
  readonly commentable?: boolean;
  /** Number of plays, including those in these data. */
  readonly plays?: number;
  /** Number of likes, including those in these data. The others are a count without users. */
  readonly likes?: number;
  /** Number of reposts, including those in these data. */
  readonly reposts?: number;
  /** Number of comments, including those in these data. */
  readonly comments?: number;
  /** Number of downloads. */
  readonly downloads?: number;
  /** Tempo, in beats per minute. */
  readonly bpm?: number;
  /** Musical key, such as `F#m`. */
  readonly key?: string;
  /** Its ISRC. */
  readonly isrc?: string;
  /** Name of the artist, if it isn't the user. */
  readonly artist?: string;
  /** Whether it may be streamed. Default true. */
  readonly streamable?: boolean;
  /** Who may embed it. Default `all`. */
  readonly embeddableBy?: "all" | "me" | "none";
  /** Whether others see its likes and plays. Default true. */
  readonly revealStats?: boolean;
  /** Whether others see its comments. Default true. */
  readonly revealComments?: boolean;
}

/** A playlist. */
export interface PlaylistData extends ReleaseData {
  /** Its tracks, in order. */
  readonly tracks?: readonly string[];
  /** Its kind. Default: none. */
  readonly type?: "album" | "playlist" | "ep" | "single" | "compilation";
  /** Number of likes. */
  readonly likes?: number;
  /** Its EAN. */
  readonly ean?: string;
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
  /** Creation time, such as `2026-01-01T00:00:00Z`. Default: now. */
  readonly createdAt?: string;
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
