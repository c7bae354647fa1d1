/**
 * Parses a tag list.
 *
 * @param text The `tag_list`; null and `undefined` have no tags.
 * @returns The tags without their quotes. A machine tag, such as `geo:lat=43.555`, stays whole.
 *
 * @example
 * ```ts
 * import { parseTagList } from "@tonearm/client";
 *
 * parseTagList('rock "hip hop" geo:lat=43.555'); // ["rock", "hip hop", "geo:lat=43.555"]
 * ```
 */
export function parseTagList(text: string | null | undefined): string[] {
  return Array.from((text ?? "").matchAll(/"([^"]*)(?:"|$)|\S+/g), ([tag, quoted]) => (quoted ?? tag).trim())
    .filter(Boolean);
}

/**
 * Formats a tag list.
 *
 * @param tags Tags, including machine tags. Empty ones are left out.
 * @returns The text for `tag_list`; {@linkcode parseTagList} returns the same tags.
 * @throws {TypeError} When a tag has a double quote that the format can't express.
 *
 * @example
 * ```ts
 * import { formatTagList } from "@tonearm/client";
 *
 * formatTagList(["rock", "hip hop"]); // 'rock "hip hop"'
 * ```
 */
export function formatTagList(tags: Iterable<string>): string {
  return Array.from(tags, (tag) => tag.trim()).filter(Boolean).map(quote).join(" ");
}

function quote(tag: string): string {
  if (!/\s|^"/.test(tag)) return tag;
  if (tag.includes('"')) throw new TypeError(`Cannot write the tag ${JSON.stringify(tag)}: it contains a double quote`);
  return `"${tag}"`;
}
