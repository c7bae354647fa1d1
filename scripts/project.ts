/**
 * What is said of the project in more than one place.
 *
 * @module
 */

/** Address of the repository. Set here, once, before the first publication. */
export const REPOSITORY = "https://github.com/tonearm/tonearm";
