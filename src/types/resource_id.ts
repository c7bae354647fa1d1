/** Names a resource: a numeric id as a number, bigint or text, or a URN as in `soundcloud:tracks:1`. SoundCloud takes either in a path. */
export type ResourceId = string | number | bigint;
