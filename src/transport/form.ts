/**
 * Forms that send a resource and its files.
 *
 * @module
 */
import type { StreamedBody } from "./call.ts";
import { type FilePart, type FormFields, multipart } from "./multipart.ts";
import type { UploadProgress } from "../types/track.ts";

/**
 * Builds the form of a resource, with fields named `track[title]` and so on.
 *
 * @param root Name of the resource.
 * @param fields Its fields.
 * @param artwork An image: JPEG, PNG or GIF.
 * @param onProgress Called with the number of bytes sent.
 * @returns The body of a request.
 * @throws {TypeError} When the artwork isn't such an image.
 */
export async function form(
  root: "track" | "playlist",
  fields: FormFields,
  artwork: Blob | undefined,
  onProgress?: (progress: UploadProgress) => void,
): Promise<StreamedBody> {
  const all: FormFields = { ...fields, artwork_data: artwork && await image(artwork) };
  const named = Object.entries(all).map(([name, value]) => [`${root}[${name}]`, value]);
  return multipart(Object.fromEntries(named), onProgress);
}

/** Determines the type of an image from its first bytes if it has none. */
async function image(source: Blob): Promise<FilePart> {
  const [a = 0, b = 0] = new Uint8Array(await source.slice(0, 2).arrayBuffer());
  const known: Record<number, string> = { 0xffd8: "jpeg", 0x8950: "png", 0x4749: "gif" };
  const type = source.type || `image/${known[a * 256 + b]}`;
  const extension = /^image\/(jpe?g|png|gif)$/.exec(type)?.[1];
  if (!extension) throw new TypeError("Cannot use the artwork: not a JPEG, PNG or GIF image");
  return { source, filename: `artwork.${extension}`, type };
}
