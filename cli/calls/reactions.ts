import type { ServiceClient } from "@tonearm/client";
import type { ResourceKind, ResourceRef } from "../ids.ts";

export const REACTIONS = ["like", "unlike", "repost", "unrepost", "follow", "unfollow"] as const;

export type Reaction = typeof REACTIONS[number];

/** The kinds of resources that accept a reaction; a bare number has the first of them. */
export function kindsFor(reaction: Reaction): readonly [ResourceKind, ...ResourceKind[]] {
  return reaction.endsWith("follow") ? ["users"] : ["tracks", "playlists"];
}

/** Sends a reaction, or its reversal; resolves with false if there was nothing to undo. */
export async function react(
  { me, likes, reposts }: ServiceClient,
  reaction: Reaction,
  { kind, id }: ResourceRef,
  call: { readonly signal: AbortSignal },
): Promise<boolean> {
  if (reaction === "follow" || reaction === "unfollow") return await me[reaction](id, call);
  const suffix = kind === "tracks" ? "Track" : "Playlist";
  if (reaction === "like" || reaction === "unlike") return await likes[`${reaction}${suffix}`](id, call);
  return await reposts[`${reaction}${suffix}`](id, call);
}
