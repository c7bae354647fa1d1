/**
 * Names by source, as the data files contain them. A source is its kind and a reference, such as `documented
 * 2026-07-19` or `assumed: nobody has reported it`.
 */
export type SourceLines = readonly (readonly [source: string, names: string])[];
