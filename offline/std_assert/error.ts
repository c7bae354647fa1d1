/** Thrown by failed assertions. */
export class AssertionError extends Error {
  override name = "AssertionError";
}

/** Throws an assertion's message, followed by the caller's own. */
export function complain(message: string, own?: string): never {
  throw new AssertionError(own ? `${message}: ${own}` : `${message}.`);
}
