import { getPath } from "hono/utils/url";
import { Call } from "../http/call.ts";
import type { Located, Namespaces } from "./namespaces.ts";

/** The requests with a code, a token or a client id in their body. */
const GRANTS = /^\/(?:oauth\/token|sign-out|pairing\/sign-in)$/;
const IN_BODY = /\b(?:code|pairing_code|refresh_token|access_token|client_id)["']?\s*[=:]\s*["']?([\w.~%-]+)/g;
const BASE64 = /^(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}(?:==)?|[a-z0-9+/]{3}=?)?$/i;
const IN_ADDRESS = /(?:[?&]client_id=|\/(?:activate|pairing\/codes)\/)([\w.-]+(?:~|%7e)[\w-]+)/i;

/** Returns the token of a request or, for Basic, its client id; of other requests the client id or code in the URL. */
function credentialIn({ headers, url }: Request): string {
  const [, scheme = "", value = ""] = /^(oauth|bearer|basic) +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (scheme.toLowerCase() === "basic" && BASE64.test(value)) return atob(value).split(":", 1)[0] ?? "";
  return value || (IN_ADDRESS.exec(url)?.[1] ?? "");
}

/** Finds the world of a request by its token, code or client id. */
export function byCredential(request: Request, namespaces: Namespaces): Located | Promise<Located> {
  const credential = credentialIn(request);
  const isGrant = request.method === "POST" && GRANTS.test(getPath(request)) && !/~|%7e/i.test(credential);
  return isGrant ? byGrant(request, namespaces) : namespaces.ofCredential(request, credential);
}

async function byGrant(request: Request, namespaces: Namespaces): Promise<Located> {
  const text = await new Call(request, { world: namespaces.main }).peek();
  const marked = [...text.matchAll(IN_BODY)].map(([, value = ""]) => value).find((value) => /~|%7e/i.test(value));
  return namespaces.ofCredential(request, marked ?? "");
}
