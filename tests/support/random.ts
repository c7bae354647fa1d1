/** Replaces `Math.random()` until the end of the block. */
export function replaceRandom(random: () => number): Disposable {
  const original = Math.random;
  Math.random = random;
  return { [Symbol.dispose]: () => void (Math.random = original) };
}
