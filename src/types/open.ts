/**
 * Texts with known usual values.
 *
 * @module
 */

/** Any text; the listed values are those that the service is known to send. */
export type Open<T extends string> = T | (string & Record<never, never>);
