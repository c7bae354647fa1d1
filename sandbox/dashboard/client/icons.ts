/// <reference lib="dom" />
import { drawing } from "./dom.ts";

/** Paths on a grid of 24, for lines of 1.75. */
const PATHS = {
  requests: "M4 7h12m0 0-3-3m3 3-3 3M20 17H8m0 0 3-3m-3 3 3 3",
  catalogue: "M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Zm10-2a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z",
  sessions: "M14.5 9.5a4.5 4.5 0 1 0-3.6 4.4L13 16h2v2h2v2h3v-3l-5.7-5.6c.1-.6.2-1.2.2-1.9ZM8 8h.01",
  limits: "M4 17a8 8 0 1 1 16 0M12 17l4-6",
  faults: "M13 3 5 13.5h6L10 21l9-11h-6.5L13 3Z",
  worlds: "m12 3 9 5-9 5-9-5 9-5Zm-9 9.5 9 5 9-5M3 16.5l9 5 9-5",
  fidelity: "m8.5 12.5 2.5 2.5 5-5.5M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6L12 3Z",
  play: "M8 5.5v13l10.5-6.5L8 5.5Z",
  pause: "M8.5 5.5v13m7-13v13",
  copy: "M9 9h10v11H9zM5 15V4h10",
  again: "M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4",
  close: "m6 6 12 12M18 6 6 18",
  back: "M14.5 5.5 8 12l6.5 6.5",
} as const;

export type Icon = keyof typeof PATHS;

export function icon(name: Icon): SVGSVGElement {
  return drawing(PATHS[name], "0 0 24 24", { class: "icon" });
}
