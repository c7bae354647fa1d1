/**
 * The names of the help topics, in a separate module because completions need only these.
 *
 * @module
 */

/** The names of the topics. */
export const TOPICS = ["commands", "environment", "exit-codes", "formatting"] as const;
