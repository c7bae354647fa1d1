import type { SettingRow } from "../contract/row.ts";
import { SETTINGS as ROWS_OF_CONTRACT } from "../contract/settings.ts";
import {
  choice,
  COUNT,
  findProblem,
  FLAG,
  isObject,
  type Kind,
  kind,
  type Kinds,
  shown,
  textKind,
  unknownName,
} from "./check.ts";

/** The settings of the simulated API: values that vary at SoundCloud, or that tests may want to change. */
export interface SandboxConfig {
  /**
   * The apps that may call: `registered`, or `any`, which accepts each client id with the secret that comes with it
   * first, and its redirect URIs. Default `registered`.
   */
  apps: "registered" | "any";
  /** Whether refusals have the header `x-sandbox-note`, with the reason. Default false. */
  noteHeader: boolean;
  /** The caller's country (ISO 3166, two letters) unless `X-Sandbox-Country` overrides it. Default `DE`. */
  country: string;
  /**
   * Where a token request may carry the app's credentials: `documented`: in Basic for an app's own token and in the
   * form for codes and refreshes, so that mistakes are found; `any`: in either place for every grant, as users report
   * of SoundCloud.
   */
  credentialPlaces: "documented" | "any";
  /** Lifetime of an access token, in seconds. Default 3,599. */
  tokenTtlSeconds: number;
  /** Lifetime of a refresh token, in seconds. Default `null`: unlimited. */
  refreshTtlSeconds: number | null;
  /**
   * What happens when a refresh token is used again: it's rejected, or it also revokes every token of the same sign-in.
   * Default `reject`.
   */
  refreshReuse: "reject" | "revoke-family";
  /** How long a used refresh token still returns the same new pair, in seconds. Default 0. */
  refreshGraceSeconds: number;
  /** The redirect URI of the sandbox's own app, exactly. Default `http://127.0.0.1:8765/callback`. */
  redirectUri: string;
  /** Whether a refresh has to repeat the redirect URI. Default false. */
  refreshRequiresRedirectUri: boolean;
  /** Lifetime of an authorization code, in seconds. Default 60. */
  codeTtlSeconds: number;
  /** Lifetime of a pairing code, in seconds. Default 600. */
  pairingTtlSeconds: number;
  /** Only paying users may register an app. Default false. */
  appsRequirePro: boolean;
  /** What a sign-out revokes: the access token with its refresh token, or only the access token. Default `pair`. */
  signoutScope: "pair" | "access";
  /** Client-credentials exchanges per app in 12 hours. Default 50. */
  clientCredentialsPerApp: number;
  /** Client-credentials exchanges per IP address in an hour. Default 30. */
  clientCredentialsPerAddress: number;
  /** Plays per app in 24 hours. Default 15,000. */
  playsLimit: number;
  /** Whether a request to `/streams` counts as a play, in addition to following one of its links. Default false. */
  countStreamsCall: boolean;
  /** Send `Retry-After` with a 429; SoundCloud doesn't. Default false. */
  retryAfter: boolean;
  /** Requests per app in ten seconds before the gateway answers 429; `null`, the default, for no limit. */
  gatewayBurst: number | null;
  /** Likes, reposts, follows and comments of one user in an hour before a spam warning. Default 275. */
  spamThreshold: number;
  /** Maximum number of users that a user may follow. Default 2,000. */
  maxFollowings: number;
  /** Maximum number of tracks in a playlist. Default 500. */
  maxPlaylistTracks: number;
  /**
   * How long until a like, repost, follow or comment appears in lists, or a removed one disappears, in milliseconds.
   * Default 0.
   */
  writeLagMs: number;
  /** Send CORS headers. Default true. */
  cors: boolean;
  /** Offset from which a search returns empty pages with next links. Default 1,000. */
  searchCap: number;
  /** Genres match single words instead of the whole genre. Default true. */
  genreFuzzy: boolean;
  /** Omit the numeric `id` from objects. Default false. */
  omitId: boolean;
  /** A playlist's secret token also opens its private tracks. Default false. */
  playlistTokenOpensTracks: boolean;
  /** Lifetime of a media link, in seconds. Default 300. */
  cdnTtlSeconds: number;
  /** Maximum size of an upload, in bytes. Default 4 GiB. */
  maxUploadBytes: number;
  /** How long an uploaded track stays in processing, in milliseconds. Default 2,000. */
  transcodeDelayMs: number;
  /** Only paying users may upload artwork. Default false. */
  artworkRequiresPro: boolean;
}

ROWS_OF_CONTRACT satisfies {
  readonly [Name in keyof SandboxConfig]: SettingRow & { readonly default: SandboxConfig[Name] };
};

/** Limits of a single app. */
export interface AppLimits {
  /** Plays in 24 hours. */
  readonly playsLimit?: number;
  /** Client-credentials exchanges in 12 hours. */
  readonly clientCredentialsPerApp?: number;
  /** Requests in ten seconds before the gateway answers 429. */
  readonly gatewayBurst?: number;
}

/** The default settings: those of SoundCloud today. */
export const defaultConfig: Readonly<SandboxConfig> = Object.freeze(
  Object.fromEntries(
    Object.entries(ROWS_OF_CONTRACT).map(([name, row]) => [name, row.default]),
  ) as unknown as SandboxConfig,
);

export const DEFAULT_APP: { readonly clientId: string; readonly clientSecret: string; readonly redirectUri: string } = {
  clientId: "sandbox-client",
  clientSecret: "sandbox-secret",
  redirectUri: ROWS_OF_CONTRACT.redirectUri.default,
};

export type Setting = keyof SandboxConfig;

const ROWS: Readonly<Record<Setting, SettingRow>> = ROWS_OF_CONTRACT;

export const SETTINGS = Object.keys(ROWS) as readonly Setting[];

export const LIMITS: readonly Setting[] = SETTINGS.filter((name) => ROWS[name].label !== undefined);

export const APP_LIMITS: readonly Setting[] = SETTINGS.filter((name) => ROWS[name].perApp);

const FORMS = {
  address: textKind("a URL", (text) => URL.canParse(text)),
  country: textKind("two letters such as DE", /^[a-z]{2}$/i),
};

function kindOf({ choices, form, default: usual, mayBeNull }: SettingRow): Kind {
  if (choices) return choice(...choices);
  if (form) return FORMS[form];
  if (typeof usual === "boolean") return FLAG;
  return mayBeNull ? kind(`${COUNT.description}, or null`, (value) => value === null || COUNT.accepts(value)) : COUNT;
}

const KINDS: Kinds = Object.fromEntries(SETTINGS.map((name) => [name, kindOf(ROWS[name])]));

/** A view that checks assignments. Each access to it is a call, so the sandbox itself reads the settings. */
export function checkedConfig(config: SandboxConfig): SandboxConfig {
  const view = { ...config };
  for (const name of SETTINGS) {
    Object.defineProperty(view, name, {
      get: () => config[name],
      set: (value: unknown) => Object.assign(config, checkConfig({ [name]: value })),
    });
  }
  // An assignment to a mistyped name throws.
  return Object.seal(view);
}

/** @throws {TypeError} If one is invalid, with the most similar name or the expected value. */
export function checkConfig(input: unknown, known: readonly Setting[] = SETTINGS): Partial<SandboxConfig> {
  if (!isObject(input)) throw new TypeError("Cannot use the settings: not an object");
  const problem = findProblem(input, Object.fromEntries(known.map((name) => [name, KINDS[name] ?? COUNT])));
  if (problem === undefined) return input as Partial<SandboxConfig>;
  const { name, value, kind: wanted } = problem;
  if (wanted === undefined) throw new TypeError(`Cannot set ${unknownName(name, known, "no setting has this name")}`);
  throw new TypeError(`Cannot set ${name} to ${shown(value, 80)}: it must be ${wanted.description}`);
}
