export const NOT_A_NAME = "a name is up to 64 letters, digits, ., _ and -, and starts with a letter or digit";

export function isNamespaceName(value: unknown): boolean {
  return typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value);
}

/** Returns the end of the tokens and codes of a namespace, which select it; empty for the main world. */
export function markOf(name: string): string {
  return name === "" ? "" : `~${btoa(name).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

export function unmarked(credential: string, mark: string): string {
  return mark !== "" && credential.endsWith(mark) ? credential.slice(0, -mark.length) : credential;
}

/** Returns the namespace in which a token or code was issued; undefined for the main world. */
export function namespaceOf(credential: string): string | undefined {
  const [, mark] = /(?:~|%7E)([\w-]+)$/i.exec(credential) ?? [];
  if (mark === undefined) return undefined;
  try {
    const name = atob(mark.replaceAll("-", "+").replaceAll("_", "/"));
    return isNamespaceName(name) ? name : undefined;
  } catch {
    // Not base64.
    return undefined;
  }
}
