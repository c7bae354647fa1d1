// Facts of a release for recipes.
import { REPOSITORY } from "../../project.ts";

/** A release, as its checksums describe it. */
export interface Release {
  readonly version: string;
  /** The download URL of an archive. */
  addressOf(archive: string): string;
  /** The SHA-256 of an archive, in hex. */
  checksumOf(archive: string): string;
}

/** One sentence about the program. */
export const SUMMARY = "Command line for SoundCloud: search, play, upload, like and follow (unofficial)";

/**
 * Reads a release from the text of its SHA256SUMS.
 *
 * @throws {Error} When a requested archive isn't listed.
 */
export function readRelease(version: string, sums: string): Release {
  const found = new Map(
    [...sums.matchAll(/^([0-9a-f]{64}) [ *](\S+)$/gm)].map(([, sum = "", name = ""]) => [name, sum] as const),
  );
  return {
    version,
    addressOf: (archive) => `${REPOSITORY}/releases/download/v${version}/${archive}`,
    checksumOf(archive) {
      const sum = found.get(archive);
      if (sum === undefined) throw new Error(`The release has no ${archive}`);
      return sum;
    },
  };
}
