/**
 * Texts whose usual values are known.
 *
 * @module
 */

/** Any text; the given ones are those that the service is known to send. */
export type Open<T extends string> = T | (string & Record<never, never>);
