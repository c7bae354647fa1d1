/**
 * Resolves public URLs to resources.
 *
 * @example Set-up of this module's examples: a sandbox replaces SoundCloud
 * ```ts
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * globalThis.fetch = sandbox.fetch;
 * const token = sandbox.issueTokens().access_token;
 * ```
 *
 * @module
 */
import { text } from "../checks.ts";
import type { CallOptions, TokenSource } from "../session.ts";
import { send } from "../transport/send.ts";
import type { ResolveResult } from "../types/resolve.ts";

/**
 * Gets the user, track, playlist or system playlist of a public URL.
 *
 * Short links (`on.soundcloud.com`) and private share links work too. Blocked tracks are included.
 *
 * @param token Access token or session.
 * @param url The public URL: text, or a `URL` object.
 * @param options Call options.
 * @returns The resource; `kind` is its type.
 * @throws {TypeError} When the URL is empty.
 * @throws {ServiceError} When nothing was found, SoundCloud points to another host (`foreign_url`), refuses or can't be
 * reached.
 * @example
 * ```ts ignore
 * const { permalink_url } = await getUser(token, 1);
 * (await resolveUrl(token, permalink_url)).kind; // "user"
 * ```
 * @see {@link https://developers.soundcloud.com/docs/api/explorer/open-api#/miscellaneous/get_resolve | GET /resolve}
 */
export async function resolveUrl(token: TokenSource, url: string | URL, options?: CallOptions): Promise<ResolveResult> {
  text("the URL", url instanceof URL ? url.href : url);
  const route = {
    method: "GET",
    path: "/resolve",
    query: { url },
    expects: "object",
    redirect: true,
  } as const;
  const found = await send<string | ResolveResult>(token, route, options);
  // When a runtime follows redirects, it drops the token.
  return typeof found === "string"
    ? send(token, { method: "GET", path: found, expects: "object", skipCache: true }, options)
    : found;
}
