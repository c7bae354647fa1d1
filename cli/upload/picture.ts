import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { usage } from "../errors.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
};

export async function checkPicture(path: string): Promise<void> {
  if (!TYPES[extname(path).toLowerCase()]) throw usage(`${path} is not a PNG, JPEG or GIF image`);
  if (!(await stat(path).catch(() => undefined))?.isFile()) throw usage(`There is no image ${path}`);
}

export async function readPicture(path: string): Promise<Blob> {
  await checkPicture(path);
  return new Blob([new Uint8Array(await readFile(path))], { type: TYPES[extname(path).toLowerCase()] ?? "" });
}
