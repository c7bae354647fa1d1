import type { ServiceClient } from "@tonearm/client";
import type { Sandbox } from "@tonearm/sandbox";
import type { FaultName } from "../../sandbox/contract/faults.ts";
import { caller } from "../support/api.ts";
import type { Kind } from "./fault_matrix.ts";
import { codeFor, credentials, exchange, postToken, VERIFIER } from "../support/oauth.ts";
import { tone } from "../support/sandbox/sounds.ts";

/** The context of a call. */
export interface CallContext {
  readonly sandbox: Sandbox;
  readonly client: ServiceClient;
  /** A unique title. */
  readonly mark: string;
  /** An authorization code or a refresh token, which works once. */
  readonly secret: string;
  readonly signal: AbortSignal;
}

/** A call. */
export interface Call {
  run(context: CallContext): Promise<unknown>;
  /** Returns how many times the service performed the call. */
  written?(context: CallContext): Promise<number>;
}

const OWN_PLAYLIST = "soundcloud:playlists:120";
const OTHER_USERS_TRACK = "soundcloud:tracks:1003";
const TRACK = "soundcloud:tracks:1198";
const WAV = new File([new Uint8Array(tone(0.1))], "tone.wav", { type: "audio/wav" });
/** The shortest valid GIF. */
const GIF = new Blob([Uint8Array.from(atob("R0lGODlhAQABAAAAACwAAAAAAQABAAA="), (c) => c.charCodeAt(0))]);

/** Counts the matching items of a list. */
async function count({ sandbox }: CallContext, path: string, mark: string): Promise<number> {
  const { items } = await caller(sandbox).get(path);
  return items.filter(({ title, urn }) => title === mark || urn === mark).length;
}

const playlists = (context: CallContext) => count(context, "/me/playlists?limit=200", context.mark);
const tracks = (context: CallContext) => count(context, "/me/tracks?limit=200", context.mark);
const pages = (read: (client: ServiceClient) => ReturnType<ServiceClient["me"]["getTracks"]>): Call => ({
  run: ({ client }) => client.fetchAll(() => read(client)),
});

/** A call of each kind. */
const CALLS: Readonly<Record<Kind, Call>> = {
  "GET": { run: ({ client }) => client.tracks.getTrack(TRACK) },
  "paged GET": pages((client) => client.me.getTracks(10)),
  "stream URL": { run: ({ client }) => client.tracks.getStreamUrl(TRACK) },
  "PUT": {
    run: ({ client, mark }) => client.playlists.update(OWN_PLAYLIST, { title: mark }),
    written: playlists,
  },
  "POST": { run: ({ client, mark }) => client.playlists.create({ title: mark }), written: playlists },
  "upload": {
    run: ({ client, mark, signal }) => client.tracks.upload({ title: mark, asset_data: WAV }, { signal }),
    written: tracks,
  },
  "token exchange": {
    run: ({ client, secret }) => client.auth.getUserToken(secret, VERIFIER),
    written: async ({ sandbox, secret }) => (await exchange(sandbox, secret)).status === 200 ? 0 : 1,
  },
  "refresh": {
    run: ({ client }) => client.me.getMe(),
    async written({ sandbox, secret }) {
      const form = { grant_type: "refresh_token", ...credentials(sandbox), refresh_token: secret };
      return (await postToken(sandbox, form)).status === 200 ? 0 : 1;
    },
  },
};

const SEARCH = {
  "paged GET": { run: ({ client }) => client.fetchAll(() => client.search.tracks("a", 0, { limit: 50 })) },
} as const satisfies Partial<Record<Kind, Call>>;
const THREE_TRACKS = {
  GET: { run: ({ client }) => client.tracks.getTracks([1001, 1002, 1003]) },
} as const satisfies Partial<
  Record<Kind, Call>
>;

/** Calls for faults that don't affect the usual call of a kind. */
const OTHER_CALLS: Partial<Record<FaultName, Partial<Record<Kind, Call>>>> = {
  stale_search_cache: SEARCH,
  cache_ignores_created_at: SEARCH,
  "server_error:duplicate_q": SEARCH,
  stale_lists: { "paged GET": { run: ({ client }) => client.fetchAll(() => client.users.getFollowers(1, 3)) } },
  activities_bad_cursor: { "paged GET": { run: ({ client }) => client.fetchAll(() => client.me.getFeed(40)) } },
  batch_drops_one: THREE_TRACKS,
  batch_under_10_empty: THREE_TRACKS,
  "server_error:filename": {
    upload: {
      run: ({ client, mark }) => client.tracks.upload({ title: mark, asset_data: new File([WAV], "träume.wav") }),
      written: tracks,
    },
  },
  "server_error:artwork": {
    upload: {
      run: ({ client, mark }) => client.tracks.upload({ title: mark, asset_data: WAV, artwork_data: GIF }),
      written: tracks,
    },
  },
  "server_error:reposts": {
    POST: {
      run: ({ client }) => client.reposts.repostTrack(OTHER_USERS_TRACK),
      written: (context) => count(context, "/me/reposts/tracks?limit=200", OTHER_USERS_TRACK),
    },
  },
};

/** Returns the call to test a fault with. */
export function callFor(fault: FaultName, kind: Kind): Call {
  return OTHER_CALLS[fault]?.[kind] ?? CALLS[kind];
}

/** Creates the code or token that a call of a kind needs. */
export async function secretFor(sandbox: Sandbox, kind: Kind, client: ServiceClient): Promise<string> {
  const { access_token, refresh_token } = sandbox.issueTokens();
  const isRefresh = kind === "refresh";
  client.setToken(isRefresh ? "expired" : access_token, refresh_token);
  return kind === "token exchange" ? await codeFor(sandbox) : refresh_token ?? "";
}
