import { delimiter } from "node:path";
import type { Trust } from "./trust.ts";

/** Hosts that bypass the proxy: the sandbox and the program's own servers. */
const DIRECT = "localhost,127.0.0.1,::1";

/** Returns the variable in upper and lower case, because programs read either. */
function both(name: string, value: string): Record<string, string> {
  return { [name]: value, [name.toLowerCase()]: value };
}

/**
 * Returns the variables that make a program use the proxy and trust the sandbox. There is no standard: curl, OpenSSL
 * (Python, Ruby, .NET), Go, requests, Node, Bun, Deno, git and PHP read these.
 */
export function childEnvironment(
  proxy: string,
  { authority, bundle, php }: Trust,
  inherited: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    ...both("HTTPS_PROXY", proxy),
    ...both("HTTP_PROXY", proxy),
    ...both("NO_PROXY", DIRECT),
    NODE_USE_ENV_PROXY: "1",
    NODE_EXTRA_CA_CERTS: authority,
    DENO_CERT: authority,
    // The proxy would refuse the check, which would look like an error of the program.
    DENO_NO_UPDATE_CHECK: "1",
    SSL_CERT_FILE: bundle,
    CURL_CA_BUNDLE: bundle,
    REQUESTS_CA_BUNDLE: bundle,
    GIT_SSL_CAINFO: bundle,
    // An empty entry is PHP's default folder.
    PHP_INI_SCAN_DIR: [inherited.PHP_INI_SCAN_DIR ?? "", php].join(delimiter),
  };
}
