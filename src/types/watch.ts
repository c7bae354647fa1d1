/**
 * What can be watched, and what comes of it.
 *
 * @module
 */
import type { Activity } from "./activity.ts";
import type { ServiceComment } from "./comment.ts";
import type { ResourceId } from "./resource_id.ts";
import type { ServiceTrack } from "./track.ts";
import type { ServiceUser } from "./user.ts";

/**
 * What is watched. As the signed-in user: `activities` of those whom the user follows, `comments` and `likes` that the
 * user's own tracks get, and new `followers`. Of any user: the tracks that they publish (`tracksOf`), and the tracks
 * that they like (`likesOf`).
 */
export type WatchSource =
  | "activities"
  | "comments"
  | "followers"
  | "likes"
  | { readonly tracksOf: ResourceId }
  | { readonly likesOf: ResourceId };

/** What every event has. */
export interface WatchEventBase<Type extends string> {
  /** What happened. */
  readonly type: Type;
  /** Tells events apart, also after a restart: the same event has the same id. */
  readonly id: string;
  /** When it happened, ISO 8601, where the service says so. It doesn't for followers and likes. */
  readonly at?: string | undefined;
}

/** Something was posted or reposted. */
export interface ActivityEvent extends WatchEventBase<"activity"> {
  /** What happened. */
  readonly activity: Activity;
}

/** A user has published a track. */
export interface TrackEvent extends WatchEventBase<"track"> {
  /** The track. */
  readonly track: ServiceTrack;
}

/** Somebody has commented on a track of the user. */
export interface CommentEvent extends WatchEventBase<"comment"> {
  /** The comment. */
  readonly comment: ServiceComment;
  /** What it's about. */
  readonly track: ServiceTrack;
}

/** Somebody follows the user. */
export interface FollowerEvent extends WatchEventBase<"follower"> {
  /** Who. */
  readonly user: ServiceUser;
}

/** Somebody likes a track of the user. */
export interface LikeEvent extends WatchEventBase<"like"> {
  /** Who. */
  readonly user: ServiceUser;
  /** What they like. */
  readonly track: ServiceTrack;
}

/** A user likes a track. */
export interface LikedEvent extends WatchEventBase<"liked"> {
  /** What they like. */
  readonly track: ServiceTrack;
}

/** The events of a source. */
export type WatchEvent<Source extends WatchSource = WatchSource> = Source extends "activities" ? ActivityEvent
  : Source extends "comments" ? CommentEvent
  : Source extends "followers" ? FollowerEvent
  : Source extends "likes" ? LikeEvent
  : Source extends { readonly tracksOf: ResourceId } ? TrackEvent
  : LikedEvent;

/** Events, as they happen. `break` ends the watch; a second loop over the same watcher gets nothing. */
export interface Watcher<Event extends WatchEvent = WatchEvent> extends AsyncGenerator<Event, void, undefined> {
  /**
   * The place after the event that was given last, to store and to go on from as `since`; `undefined` until the first
   * look is through. Store it when an event is dealt with: what wasn't stored comes again after a restart. It holds ids
   * and no secret; its length is some kilobytes, and grows with the number of the user's tracks that are watched.
   */
  readonly token: string | undefined;
}
