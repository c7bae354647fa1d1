import {
  fetch as fetchLow,
  fetchAll,
  fetchUrl,
  getUserTracks,
  paginate,
  type PaginatedResponse,
  type RefreshContext,
  type ServiceClient,
} from "@tonearm/client";

/** The addresses of the service, which may receive a token. */
export const ADDRESSES = { baseUrl: "https://api.sandbox.test", authUrl: "https://secure.sandbox.test" } as const;
/** Retries without a delay. */
export const RETRY = { maxRetries: 1, retryBaseDelay: 0 } as const;
const SOUND = new Blob(["sound"]);

/** The arguments of a call. */
export interface CallContext {
  readonly client: ServiceClient;
  readonly send: typeof fetch;
  /** The caller's argument, possibly invalid. */
  readonly argument: string;
  readonly signal: AbortSignal;
}

function contextOf({ send }: CallContext): RefreshContext {
  const onTokenRefresh = () => Promise.resolve({ access_token: "s3cret-renewed" });
  return { ...ADDRESSES, fetch: send, retry: RETRY, getToken: () => "s3cret-access", setToken() {}, onTokenRefresh };
}

function byUrl(context: CallContext, url: string): Promise<PaginatedResponse<unknown>> {
  return fetchUrl(url, "s3cret-access", RETRY, undefined, context.send, contextOf(context));
}

/** Waits for every call, even after one has failed. */
async function all(calls: readonly Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(calls)) if (end.status === "rejected") throw end.reason;
}

/** Reads two pages and stops. */
async function readTwoPages(pages: AsyncGenerator<unknown>): Promise<void> {
  let seen = 0;
  for await (const _ of pages) if (++seen > 1) return;
}

/** A call of every kind. */
export const CALLS: Readonly<Record<string, (context: CallContext) => Promise<unknown>>> = {
  getTrack: ({ client, signal }) => client.tracks.getTrack(1, { signal }),
  again: ({ client, signal }: CallContext) =>
    all([client.tracks.getTrack(1, { signal }), client.tracks.getTrack(1), client.users.getUser(1)]),
  ownToken: ({ client, signal }) => client.me.getMe({ token: "s3cret-own", signal }),
  getTracks: ({ client }) => client.tracks.getTracks([1, 2]),
  search: ({ client }) => client.search.tracks("a"),
  pages: ({ client, signal }) => client.fetchAll(() => client.me.getTracks(), { signal, maxItems: 100 }),
  feed: ({ client, signal }) => client.fetchAll(client.me.getFeed(), { signal, maxItems: 100, prefetch: true }),
  ahead: ({ client }) => readTwoPages(client.paginate(() => client.users.getFollowers(1), { prefetch: true })),
  standalone: (context: CallContext) =>
    fetchAll(
      getUserTracks("s3cret-access", 1, 5, { ...ADDRESSES, fetch: context.send, signal: context.signal }),
      (href) => byUrl(context, href),
      { maxItems: 100 },
    ),
  oddWalk: (context) =>
    readTwoPages(paginate(() => byUrl(context, `${ADDRESSES.baseUrl}/me/tracks`), (h) => byUrl(context, h))),
  streamUrl: ({ client, signal }) => client.tracks.getStreamUrl(1, { signal }),
  previewUrl: ({ client }) => client.tracks.getPreviewUrl(1),
  ready: ({ client, signal }) => client.tracks.waitUntilReady(1, { maxWaitMs: 0, signal }),
  resolve: ({ client, signal }) => client.resolve.resolveUrl("https://soundcloud.com/a", { signal }),
  create: ({ client, signal }) => client.playlists.create({ title: "a" }, { signal }),
  addTracks: ({ client, signal }) => client.playlists.addTracks(1, [2], { signal }),
  update: ({ client }) => client.tracks.update(1, { title: "a" }),
  remove: ({ client }) => client.tracks.delete(1),
  unlike: ({ client }) => client.likes.unlikeTrack(1),
  upload: ({ client, signal }) => client.tracks.upload({ title: "a", asset_data: SOUND }, { signal }),
  exchange: ({ client }) => client.auth.getUserToken("s3cret-code"),
  refresh: ({ client }) => client.auth.refreshUserToken("s3cret-refresh"),
  signOut: ({ client }) => client.auth.signOut("s3cret-access"),
  raw: ({ client, signal }) => client.raw.get("/me", {}, { signal }),
  rawPost: ({ client, signal }) => client.raw.post("/me", { a: 1 }, { signal }),
  rawForm: ({ client }) => client.raw.put("/me", new URLSearchParams("a=1")),
  lowFetch: (context) => fetchLow({ path: "/me", method: "GET", signal: context.signal }, contextOf(context)),
  lowToken: (context) => fetchLow({ path: "/oauth/token", method: "POST", body: {} }, contextOf(context)),
  // Calls with an argument that may be invalid.
  oddId: ({ client, argument }) => client.tracks.getTrack(argument),
  oddPath: ({ client, argument }) => client.raw.get(argument),
  oddUrl: (context) => byUrl(context, context.argument),
  oddResolve: ({ client, argument }) => client.resolve.resolveUrl(argument),
  oddCallback: ({ client, argument }) => client.auth.handleCallback(argument, { state: "state" }),
  oddSearch: ({ client, argument }) => client.search.tracks(argument, 0, { genres: [argument], tags: [argument] }),
};

/** Returns whether a call has an argument that may be invalid. */
export function mayHaveInvalidArgument(call: string): boolean {
  return call.startsWith("odd");
}
