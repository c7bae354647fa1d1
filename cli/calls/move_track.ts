// The position of a track in a playlist, counted from 1 as in lists and messages; the library counts from 0.
import type { ServiceClient, ServicePlaylist } from "@tonearm/client";
import { usage } from "../errors.ts";

export async function moveTrack(
  { playlists }: ServiceClient,
  playlist: string,
  track: string,
  position: number,
  call: Parameters<ServiceClient["playlists"]["moveTrack"]>[3],
): Promise<ServicePlaylist> {
  try {
    return await playlists.moveTrack(playlist, track, position - 1, call);
  } catch (error) {
    const [, last] = error instanceof RangeError ? /from 0 to (\d+)/.exec(error.message) ?? [] : [];
    if (last === undefined) throw error;
    throw usage(`The position must be from 1 to ${Number(last) + 1}, but got ${position}`, "Positions count from 1.");
  }
}
