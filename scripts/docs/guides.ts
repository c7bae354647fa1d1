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
  { title: "Start", pages: ["getting-started", "playground", "access", "terms", "common-errors", "questions"] },
  {
    title: "Tasks",
    pages: [
      "guides/search",
      "guides/playlists",
      "guides/reactions",
      "guides/uploading",
      "guides/uploading-ci-browser",
      "guides/streaming",
      "guides/watching",
    ],
  },
  {
    title: "Sign-in and users",
    pages: [
      "guides/authentication",
      "guides/sign-in",
      "guides/sign-in-apps",
      "guides/sign-in-native",
      "guides/servers",
      "guides/sharing-tokens",
      "guides/processes",
    ],
  },
  { title: "Lists, errors and limits", pages: ["guides/paging", "guides/errors", "guides/rate-limits"] },
  {
    title: "Test your app",
    pages: [
      "testing/sandbox",
      "testing/test-runners",
      "testing/faults",
      "testing/test-data",
      "testing/sandbox-server",
      "testing/sandbox-in-a-page",
    ],
  },
  {
    title: "Command line",
    pages: [
      "command-line/installing",
      "command-line/cli",
      "command-line/commands",
      "command-line/catalogue",
      "command-line/insights",
      "command-line/assistants",
    ],
  },
  {
    title: "About",
    pages: [
      "places",
      "versions",
      "guides/migrating",
      "guides/migrating-from-sdk",
      "contributing/performance",
      "contributing/reliability",
    ],
  },
  { title: "For contributors", pages: ["contributing/design", "contributing/fidelity", "contributing/security"] },
];
