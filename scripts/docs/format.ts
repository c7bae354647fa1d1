/** Formats a generated page like `deno fmt`. */

import { formatted } from "../ran.ts";

/** Formats a page of Markdown. */
export async function formatPage(text: string): Promise<string> {
  return await formatted(text, "--no-config", "--line-width=120", "--ext=md");
}
