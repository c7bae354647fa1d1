/** What a failed assertion throws. */
export class AssertionError extends Error {
  override name = "AssertionError";
}

/** Throws an assertion's message, with the caller's own behind it. */
export function complain(message: string, own?: string): never {
  throw new AssertionError(own ? `${message}: ${own}` : `${message}.`);
}
