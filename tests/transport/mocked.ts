import { getTrack, ServiceClient } from "@tonearm/client";

/** Returns a client with a token. */
export function signedIn(): ServiceClient {
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret" });
  client.setToken("t0");
  return client;
}

/**
 * Requests a track three times and returns the titles.
 *
 * @param before A client created before the mock; the other requests use a client created after it, and a function.
 */
export async function titles(before: ServiceClient): Promise<string[]> {
  const tracks = [await before.tracks.getTrack(1), await signedIn().tracks.getTrack(1), await getTrack("t0", 1)];
  return tracks.map(({ title }) => title);
}
