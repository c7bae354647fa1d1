// Pages of Markdown that are partly or wholly generated.
import { formatted } from "../ran.ts";

/** Replaces the paragraphs between the two marks of a name: `<!-- table -->` and `<!-- /table -->`. */
export function marked(page: string, name: string, text: string): string {
  const place = new RegExp(`(?<=<!-- ${name} -->\n)[^]*(?=<!-- /${name} -->)`);
  return page.replace(place, () => `\n${text}\n\n`);
}

/** Formats a page of Markdown. */
export async function formatPage(text: string): Promise<string> {
  return await formatted(text, "--no-config", "--line-width=120", "--ext=md");
}
