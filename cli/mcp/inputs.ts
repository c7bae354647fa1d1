/**
 * The input schemas of the tools.
 *
 * @module
 */

/** The accepted forms of an id. */
export const NAMED = "URN, number, soundcloud.com address, or artist/track";
