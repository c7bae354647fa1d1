/**
 * The names of the topics that `tonearm help` knows; completions need no more than these.
 *
 * @module
 */

/** The topics. */
export const TOPICS = ["commands", "environment", "exit-codes", "formatting"] as const;
