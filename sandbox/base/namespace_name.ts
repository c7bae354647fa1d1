/** Describes a name in a message. */
export const NOT_A_NAME = "a name is up to 64 letters, digits, ., _ and -, and starts with a letter or digit";

/** Whether a value can name a namespace. */
export function isNamespaceName(value: unknown): boolean {
  return typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value);
}
