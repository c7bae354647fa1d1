/**
 * The kinds of resources that a command takes.
 *
 * @module
 */

/** A kind of resource. */
export type ResourceKind = "tracks" | "users" | "playlists" | "system-playlists";
