/**
 * What tools say of their inputs.
 *
 * @module
 */

/** What a name may be. */
export const NAMED = "URN, number, soundcloud.com address, or artist/track";
