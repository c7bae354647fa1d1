/**
 * Formats a generated page like `deno fmt`.
 *
 * @module
 */

/** Formats a page of Markdown. */
export async function formatPage(text: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "-q", "--no-config", "--line-width=120", "--ext=md", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const [{ stdout }] = await Promise.all([child.output(), new Blob([text]).stream().pipeTo(child.stdin)]);
  return new TextDecoder().decode(stdout);
}
