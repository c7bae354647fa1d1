/**
 * What is uploaded.
 *
 * @module
 */

/** A WAV file of a second of sound. */
export function wav() {
  const rate = 8000;
  const view = new DataView(new ArrayBuffer(44 + rate * 2));
  /** @type {[number, string][]} */
  const words = [[0, "RIFF"], [8, "WAVEfmt "], [36, "data"]];
  for (const [offset, text] of words) {
    for (let i = 0; i < text.length; i += 1) view.setUint8(offset + i, text.charCodeAt(i));
  }
  for (const [offset, value] of [[4, 36 + rate * 2], [16, 16], [24, rate], [28, rate * 2], [40, rate * 2]]) {
    view.setUint32(offset ?? 0, value ?? 0, true);
  }
  for (const [offset, value] of [[20, 1], [22, 1], [32, 2], [34, 16]]) view.setUint16(offset ?? 0, value ?? 0, true);
  for (let i = 0; i < rate; i += 1) view.setInt16(44 + i * 2, Math.sin(i / 5) * 9000, true);
  return new Blob([view.buffer], { type: "audio/wav" });
}
