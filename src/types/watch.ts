import type { Activity } from "./activity.ts";
import type { ServiceComment } from "./comment.ts";
import type { ResourceId } from "./resource_id.ts";
import type { ServiceTrack } from "./track.ts";
import type { ServiceUser } from "./user.ts";

/**
 * The source of a watch. As the signed-in user: `activities` of those whom the user follows, `comments` and `likes`
 * that the user's own tracks get, and new `followers`. Of any user: the tracks that they publish (`tracksOf`), and the
 * tracks that they like (`likesOf`).
 */
export type WatchSource =
  | "activities"
  | "comments"
  | "followers"
  | "likes"
  | { readonly tracksOf: ResourceId }
  | { readonly likesOf: ResourceId };

/** Fields of every event. */
export interface WatchEventBase<Type extends string> {
  /** What happened. */
  readonly type: Type;
  /** The event's id, which stays the same after a restart. */
  readonly id: string;
  /** Time of the event, ISO 8601, if SoundCloud sends one; it sends none for followers and likes. */
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

/** A user has commented on a track of the user. */
export interface CommentEvent extends WatchEventBase<"comment"> {
  /** The comment. */
  readonly comment: ServiceComment;
  /** The track of the comment. */
  readonly track: ServiceTrack;
}

/** The user has a new follower. */
export interface FollowerEvent extends WatchEventBase<"follower"> {
  /** The user who did it. */
  readonly user: ServiceUser;
}

/** A user likes a track of the user. */
export interface LikeEvent extends WatchEventBase<"like"> {
  /** The user who did it. */
  readonly user: ServiceUser;
  /** The liked resource. */
  readonly track: ServiceTrack;
}

/** A user likes a track. */
export interface LikedEvent extends WatchEventBase<"liked"> {
  /** The liked resource. */
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
   * The position after the last event, to store and to pass as `since` later; `undefined` until the first poll is
   * complete. Store it once an event is handled: later events are repeated after a restart. It contains ids and no
   * secret, is a few kilobytes long, and grows with the number of watched tracks.
   */
  readonly token: string | undefined;
}
