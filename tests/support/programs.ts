/**
 * Programs of the machine that some tests need: `ignore: without("ffmpeg")` leaves a test out where there is none, and says why.
 *
 * @module
 */
import { spawnSync } from "node:child_process";

const found = new Map<string, boolean>();

/**
 * Tells whether a program is missing, and prints the reason for leaving a test out, once a program.
 *
 * @param program A name that is looked up in PATH.
 */
export function without(program: string): boolean {
  const known = found.get(program);
  if (known !== undefined) return !known;
  const { error } = spawnSync(program, ["-version"], { stdio: "ignore" });
  found.set(program, !error);
  if (error) console.warn(`ignoring tests that need ${program}: it is not installed`);
  return error !== undefined;
}
