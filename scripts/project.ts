// Facts of the project that several files use.

/** URL of the repository. */
export const REPOSITORY = "https://github.com/tonearm/tonearm";
