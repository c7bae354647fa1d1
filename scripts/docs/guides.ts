/**
 * The pages of `docs/` in reading order, for `llms.txt` and the site.
 *
 * @module
 */

/** A part of the documentation. */
export interface Part {
  /** Its heading. */
  readonly title: string;
  /** The names of its pages, without `docs/` and `.md`. */
  readonly pages: readonly string[];
}

/** Every page of `docs/`, part by part. */
export const GUIDES: readonly Part[] = [
  { title: "Start", pages: ["getting-started", "installing", "access"] },
  {
    title: "Library",
    pages: [
      "authentication",
      "sign-in",
      "sharing-tokens",
      "processes",
      "servers",
      "paging",
      "watching",
      "errors",
      "places",
      "reliability",
      "performance",
      "uploading",
      "uploading-ci-browser",
      "streaming",
    ],
  },
  { title: "Sandbox", pages: ["testing", "fidelity"] },
  { title: "Command line", pages: ["cli", "commands", "catalogue", "assistants"] },
  { title: "Project", pages: ["migrating", "migrating-from-sdk", "design", "security"] },
];
