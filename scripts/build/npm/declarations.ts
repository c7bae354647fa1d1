// Declarations for every supported TypeScript version.

/** The buffer type of a byte array, which TypeScript before 5.7 doesn't know. */
const BUFFERS = /\bUint8Array<\w+>/g;

/** Removes what older versions of TypeScript can't read, and adds the additional library that they need. */
export function plainDeclarations(text: string): string {
  const plain = text.replaceAll(BUFFERS, "Uint8Array");
  const needsDisposable = /\b(Async)?Disposable\b|Symbol\.(asyncD|d)ispose/.test(plain);
  return needsDisposable ? `/// <reference lib="esnext.disposable" />\n${plain}` : plain;
}
