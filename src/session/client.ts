import { checkToken } from "../access_token.ts";
import { type AuthApi, authApi } from "./auth_namespace.ts";
import { clientSession, type ReplySession } from "./client_session.ts";
import { checkSettings, type ClientSettings } from "./config.ts";
import type {
  LikesApi,
  MeApi,
  PlaylistsApi,
  RepostsApi,
  ResolveApi,
  SearchApi,
  SystemPlaylistsApi,
  TracksApi,
  UsersApi,
} from "./namespaces.ts";
import { freshTokens } from "../oauth/access.ts";
import { refresher } from "../oauth/refresh.ts";
import { refreshRoute, TOKEN_REQUEST } from "../oauth/token.ts";
import { TokenManager } from "../oauth/token_manager.ts";
import {
  checkFirstPage,
  fetchAll,
  type FetchAllOptions,
  type FetchNext,
  type FirstPage,
  ignoreRejection,
  paginate,
  paginateItems,
  type PaginateOptions,
  sendNextPage,
} from "../pages.ts";
import { type Groups, groupsOf } from "./groups.ts";
import { originOf } from "../page_origin.ts";
import type { RawApi } from "./raw.ts";
import type { CallOptions, Route, Session } from "../session.ts";
import { withRevocation } from "./revocation.ts";
import { inTime, messageOf } from "../transport/callbacks.ts";
import { rebase } from "../formats/origin.ts";
import type { TokenProvider } from "../types/config.ts";
import type { PaginatedResponse } from "../types/page.ts";
import type { ServiceToken } from "../types/token.ts";

/** Configuration of a {@linkcode ServiceClient}. */
export interface ServiceClientConfig extends ClientSettings {
  /**
   * Called once after each successful refresh, with the client and the new pair, and awaited for at most
   * `callbackTimeoutMs`. The `tokenStore` already has the pair. A newer pair that it returns replaces this one;
   * `client.auth.refreshUserToken()` with the spent or the new refresh token returns the new pair. Its errors fail no
   * call and go to `onDebug`; so keep tokens in a `tokenStore`, whose failures are errors.
   */
  onTokenRefresh?: ((client: ServiceClient, tokens: ServiceToken) => unknown) | undefined;
  /**
   * Called and awaited when a session has ended permanently: after `auth.disconnect`, and when the OAuth host rejects
   * the refresh token because the user has revoked the app's access. Delete the user's data here, as SoundCloud's
   * terms require. Its errors fail no call and go to `onDebug`.
   */
  onRevoked?: ((client: ServiceClient) => unknown) | undefined;
  /** Supplies tokens when none was set. It replaces a `tokenStore`. */
  tokenProvider?: TokenProvider<ServiceClient> | undefined;
}

/**
 * A client of SoundCloud: it keeps the tokens and groups the operations.
 *
 * @example
 * ```ts
 * import { ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const client = new ServiceClient(sandbox.clientConfig);
 * client.setToken((await client.auth.getClientToken()).access_token);
 * for await (const track of client.paginateItems(client.search.tracks("lofi"))) console.log(track.title);
 * ```
 */
export class ServiceClient implements Session {
  /** Sign-in and tokens. */
  readonly auth: AuthApi;
  /** The signed-in user. */
  declare readonly me: MeApi;
  /** Users. */
  declare readonly users: UsersApi;
  /** Tracks. */
  declare readonly tracks: TracksApi;
  /** Playlists. */
  declare readonly playlists: PlaylistsApi;
  /** System playlists: stations. */
  declare readonly systemPlaylists: SystemPlaylistsApi;
  /** Search. */
  declare readonly search: SearchApi;
  /** Public URLs. */
  declare readonly resolve: ResolveApi;
  /** Likes. */
  declare readonly likes: LikesApi;
  /** Reposts. */
  declare readonly reposts: RepostsApi;
  /** Other requests. */
  declare readonly raw: RawApi;
  readonly #manager: TokenManager;
  /** Base URL of SoundCloud. */
  readonly baseUrl: string;
  readonly #session: ReplySession;

  /**
   * Creates a client. It sends nothing.
   *
   * @param config The app's credentials; the rest is optional.
   * @throws {TypeError} When an option is unknown or has the wrong type.
   * @throws {RangeError} When a number is out of range.
   */
  constructor(config: ServiceClientConfig) {
    const settings = checkSettings(config);
    const { tokenProvider: provider, onTokenRefresh, onRevoked } = config;
    const { tokenStore: store, onDebug, baseUrl, callbackTimeoutMs: limitMs } = settings;
    this.baseUrl = baseUrl;
    this.#manager = new TokenManager({ store, provider, onDebug, limitMs });
    const isAutomatic = settings.autoRefresh ?? !!(store || onTokenRefresh);
    const refresh = refresher({
      ...settings,
      manager: this.#manager,
      exchange: async (refreshToken) =>
        await session.send(refreshRoute(settings, refreshToken), TOKEN_REQUEST) as ServiceToken,
      provide: provider && ((refused) => provider.refreshIfNeeded(this, refused)),
      hook: onTokenRefresh && ((tokens) => onTokenRefresh(this, tokens)),
      isAutomatic,
      limitMs,
    });
    const revoked = async () => {
      try {
        await inTime(() => onRevoked?.(this), limitMs);
      } catch (error) {
        onDebug(`onRevoked failed: ${messageOf(error)}`);
      }
    };
    const replace = withRevocation(refresh, revoked);
    const tokens = freshTokens(this.#manager, replace, isAutomatic);
    const session = clientSession(settings, tokens, replace);
    this.#session = session;
    this.auth = authApi(settings, session, this.#manager, tokens.demand, revoked);
    Object.assign(this, groupsOf(session));
  }

  /**
   * Returns the operations for another user, for a server with many users. They share the settings, the cache and the
   * rate limiter.
   *
   * @param token That user's access token. It is never refreshed.
   * @returns The groups of operations.
   * @throws {TypeError} When the token is invalid.
   * @example
   * ```ts ignore
   * const { username } = await client.as(token).me.getMe();
   * ```
   */
  as(token: string): Groups {
    checkToken(token);
    const session = this.#session;
    const own = (options: CallOptions = {}) => ({ ...options, token: options.token ?? token });
    return groupsOf({
      ...session,
      token,
      send: (route, options) => session.send(route, own(options)),
      reply: (route, options) => session.reply(route, own(options)),
    });
  }

  /** The stored access token. */
  get accessToken(): string | undefined {
    return this.#manager.current?.accessToken;
  }

  /** The stored refresh token. */
  get refreshToken(): string | undefined {
    return this.#manager.current?.refreshToken;
  }

  /**
   * Sets the tokens of later calls.
   *
   * @param accessToken The access token.
   * @param refreshToken The refresh token; if omitted, the stored one is removed.
   * @throws {TypeError} When a token is empty or not a string.
   */
  setToken(accessToken: string, refreshToken?: string): void {
    this.#manager.set(accessToken, refreshToken);
  }

  /** Removes both tokens. */
  clearToken(): void {
    this.#manager.clear();
  }

  /**
   * Yields the pages of a list in order.
   *
   * @param firstPage The first page, a promise of it, or a function that requests it.
   * @param options `prefetch`: request the next page while you use this one; `signal`.
   * @returns The pages.
   * @throws {ServiceError} When a page can't be fetched, or a link repeats (`page_loop`).
   */
  paginate<T>(
    firstPage: FirstPage<T>,
    options?: PaginateOptions,
  ): AsyncGenerator<PaginatedResponse<T>, void, undefined> {
    return paginate(...this.#walk(firstPage, options));
  }

  /**
   * Yields the items of a list, page after page.
   *
   * @param firstPage The first page, a promise of it, or a function that requests it.
   * @param options `prefetch`: request the next page while you use this one; `signal`.
   * @returns The items.
   * @throws {ServiceError} As {@linkcode ServiceClient.paginate}.
   */
  paginateItems<T>(firstPage: FirstPage<T>, options?: PaginateOptions): AsyncGenerator<T, void, undefined> {
    return paginateItems(...this.#walk(firstPage, options));
  }

  /**
   * Collects the items of a list.
   *
   * @param firstPage The first page, a promise of it, or a function that requests it.
   * @param options `maxItems`: the maximum, default all; `prefetch`; `signal`.
   * @returns The items.
   * @throws {RangeError} When `maxItems` is negative or not a number.
   * @throws {ServiceError} As {@linkcode ServiceClient.paginate}.
   */
  fetchAll<T>(firstPage: FirstPage<T>, options?: FetchAllOptions): Promise<T[]> {
    return fetchAll(...this.#walk(firstPage, options));
  }

  /**
   * Sends a route, so that functions take a client: `getTrack(client, 1)`, `watch(client, "followers")`.
   *
   * @param route What to send.
   * @param options Call options.
   * @returns The parsed JSON, the target of a redirect, or `undefined` for an empty success.
   * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
   */
  send(route: Route, options?: CallOptions): Promise<unknown> {
    return this.#session.send(route, options);
  }

  /** The following pages are requested like the first: with its token, or else with the stored one. */
  #walk<T, O extends PaginateOptions>(
    firstPage: FirstPage<T>,
    options?: O,
  ): [FirstPage<T>, FetchNext<T>, O | undefined] {
    let token: string | undefined;
    ignoreRejection(firstPage);
    const first = async () => {
      checkFirstPage(firstPage);
      const page = await (typeof firstPage === "function" ? firstPage() : firstPage);
      token = originOf(page).token;
      return page;
    };
    const next: FetchNext<T> = (href, how) =>
      sendNextPage(this.#session, rebase(href, this.baseUrl), { token, ...how });
    return [first, next, options];
  }
}
