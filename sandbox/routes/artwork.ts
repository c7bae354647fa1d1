import { readAll } from "../base/content.ts";
import type { Call } from "../http/call.ts";
import { unprocessable } from "../http/errors.ts";
import { fileOf, type Form } from "../http/form.ts";
import { recognisePicture } from "../media/picture.ts";
import type { Spooled } from "../host/disk/spool.ts";
import { type AssetOwner, pictureFile, type PictureFormat, putAsset } from "../store/assets.ts";
import { findUser } from "../store/lookups.ts";

/** A picture in a form. */
export interface Artwork {
  readonly content: Spooled;
  readonly format: PictureFormat;
}

const HEAD_BYTES = 8;

/** Returns the artwork in a form, whose format is detected from its bytes; undefined if there is none. */
export async function artworkOf(call: Call, form: Form): Promise<Artwork | undefined> {
  const file = fileOf(form, "artwork_data");
  if (file === undefined) return undefined;
  if (call.world.config.artworkRequiresPro && findUser(call.db, call.user)?.plan === "Free") {
    throw unprocessable("artwork_data is for Pro accounts.");
  }
  const head = await readAll(file.content.read(0, Math.min(file.content.size, HEAD_BYTES)));
  const format = recognisePicture(head);
  if (format === undefined) throw unprocessable("unable to process provided artwork_data");
  return { content: file.content, format };
}

/**
 * Stores artwork and returns its path. Call it in the transaction that stores the path.
 *
 * @param owner The resource of the artwork.
 */
export function storeArtwork(call: Call, owner: AssetOwner, { content, format }: Artwork): string {
  const id = putAsset(call.db, owner, "artwork", call.world.media.keep(content, { format, duration: 0 }));
  return `/images/${pictureFile({ id, format }, "large")}`;
}
