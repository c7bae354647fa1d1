/**
 * Clients that meet a mock of `fetch`.
 *
 * @module
 */
import { getTrack, ServiceClient } from "@tonearm/client";

/** A client with a token. */
export function signedIn(): ServiceClient {
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret" });
  client.setToken("t0");
  return client;
}

/**
 * Asks for a track three times, and gives the titles.
 *
 * @param before A client that was made before the mock; the others are one made after it, and a function.
 */
export async function titles(before: ServiceClient): Promise<string[]> {
  const tracks = [await before.tracks.getTrack(1), await signedIn().tracks.getTrack(1), await getTrack("t0", 1)];
  return tracks.map(({ title }) => title);
}
