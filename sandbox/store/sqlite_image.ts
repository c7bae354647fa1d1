export const SETTINGS = "PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = OFF; PRAGMA busy_timeout = 5000";

export const ROLLBACK = 1;
export const WAL = 2;

/** Sets the write format in bytes 18 and 19 of the header, because a WAL database can't be opened in memory. */
export function inMode(image: Uint8Array, mode: number): Uint8Array {
  if (image[18] === mode) return image;
  const copy = image.slice();
  copy[18] = copy[19] = mode;
  return copy;
}

export interface PageDelta {
  readonly size: number;
  readonly pages: readonly (readonly [start: number, bytes: Uint8Array])[];
}

export function deltaOf(base: Uint8Array, image: Uint8Array): PageDelta {
  const page = new DataView(image.buffer, image.byteOffset).getUint16(16) || 512;
  const [old, now] = [base, image].map(({ buffer, byteOffset, length }) =>
    new Int32Array(buffer, byteOffset, length / 4)
  );
  const pages: (readonly [number, Uint8Array])[] = [];
  for (let start = 0; start < image.length; start += page) {
    let at = start / 4;
    const end = (start + page) / 4;
    while (at < end && old?.[at] === now?.[at]) at++;
    if (at < end) pages.push([start, image.slice(start, start + page)]);
  }
  return { size: image.length, pages };
}

export function imageOf(base: Uint8Array, { size, pages }: PageDelta): Uint8Array {
  const image = new Uint8Array(size);
  image.set(base.subarray(0, size));
  for (const [start, bytes] of pages) image.set(bytes, start);
  return image;
}
