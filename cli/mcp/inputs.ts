/**
 * The input schemas of the tools.
 *
 * @module
 */

/** The allowed forms of a name. */
export const NAMED = "URN, number, soundcloud.com address, or artist/track";
