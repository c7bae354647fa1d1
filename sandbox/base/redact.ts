const NAMES = "access_token|client_secret|code|code_verifier|oauth_token|pairing_code|password|poll_token|" +
  "refresh_token|secret_token|Policy|Signature";
const HIDDEN = "[hidden]";
const SECRET_HEADERS: ReadonlySet<string> = new Set(["authorization", "cookie", "set-cookie", "proxy-authorization"]);
/** `name=value` in URLs and forms, also inside JSON texts, and percent-encoded in `url=`. */
const PAIR = new RegExp(`(^|[?&;\\s"]|%3F|%26)(${NAMES})(?:(=)[^&\\s"#]+|(%3D)(?:(?!%2[36])[^&\\s"#])+)`, "gi");
/** `"name":"value"` in a JSON text. An error's `"code":401` is a number, so it doesn't match. */
const MEMBER = new RegExp(`("(?:${NAMES})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"?`, "g");
const SECRET_LINK = /(\/|%2F)s-[A-Za-z0-9]{6,}/gi;

/** The code in the path of a pairing, because the first user of a code decides who signs in. */
const PAIRING_PATH = /(\/(?:activate|pairing\/codes)\/)[^/?\s"]+/g;

export function redactText(text: string): string {
  return text.replace(MEMBER, `$1"${HIDDEN}"`).replace(PAIR, `$1$2$3$4${HIDDEN}`)
    .replace(SECRET_LINK, `$1s-${HIDDEN}`).replace(PAIRING_PATH, `$1${HIDDEN}`);
}

export function redactHeaders(headers: Headers): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of headers) {
    plain[name] = SECRET_HEADERS.has(name) ? redactCredential(value) : redactText(value);
  }
  return plain;
}

/** Reduces a credential to its scheme: it shows how a token was sent, but not which one. */
function redactCredential(value: string): string {
  const scheme = /^(OAuth|Bearer|Basic) /i.exec(value)?.[0] ?? "";
  return scheme + HIDDEN;
}
