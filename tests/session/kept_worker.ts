// A Cloudflare Worker with one client for all its requests, made outside of them. Paths below `/joined` make the same
// call twice at once; `/expired` makes one that never gets a reply.
import { ServiceClient } from "@tonearm/client";

const client = new ServiceClient({
  clientId: "id",
  maxRetries: 0,
  fetch: (url, init) => fetch(`${url}`.replace("https://api.soundcloud.com", "http://service.test"), init),
});
client.setToken("token");

/** Makes calls, and answers with the ids of their tracks. */
async function answer(path: string): Promise<string> {
  if (path === "/expired") return (await client.tracks.getTrack(99, { timeoutMs: 50 })).title;
  const calls = path === "/joined" ? [1, 1] : [1];
  const tracks = await Promise.all(calls.map((id) => client.tracks.getTrack(id)));
  return tracks.map(({ id }) => id).join();
}

/** The Worker. */
export const worker = {
  fetch: (request: Request): Promise<Response> =>
    answer(new URL(request.url).pathname).then(
      (text) => new Response(text),
      (error) => new Response(error.message, { status: 500 }),
    ),
};
