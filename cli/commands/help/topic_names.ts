/**
 * The names of the topics of `tonearm help`; completions need only these.
 *
 * @module
 */

/** The topics. */
export const TOPICS = ["commands", "environment", "exit-codes", "formatting"] as const;
