/**
 * The identity of a workflow on this machine, with which it publishes and signs: GitHub's tokens, and Sigstore's
 * certificates and log, as far as `deno publish` asks them.
 *
 * @module
 */

const encoded = (value: unknown) => btoa(JSON.stringify(value));
/** A token that nobody checks, with the subject of a workflow. */
const TOKEN = [{ alg: "none" }, { iss: "https://token.actions.example", sub: "repo:tonearm/tonearm" }, {}]
  .map(encoded).join(".").replaceAll("=", "");
const CERTIFICATE = `-----BEGIN CERTIFICATE-----\n${btoa("nobody's")}\n-----END CERTIFICATE-----\n`;
const ENTRY = { logID: "00", logIndex: 1, integratedTime: 1, body: "", verification: {} };

/** Answers a request for an identity, or `undefined` for another. */
export function identify(pathname: string): Response | undefined {
  if (pathname === "/token") return Response.json({ value: TOKEN });
  const chain = { certificates: [CERTIFICATE, CERTIFICATE] };
  if (pathname === "/api/v2/signingCert") return Response.json({ signedCertificateEmbeddedSct: { chain } });
  return pathname === "/api/v1/log/entries" ? Response.json({ one: ENTRY }) : undefined;
}

/** The environment of a workflow whose identity comes from a server. */
export function identityAt(url: string): Record<string, string> {
  const names = ["REF", "WORKFLOW_REF", "EVENT_NAME", "REPOSITORY_ID", "REPOSITORY_OWNER_ID", "RUN_ID", "RUN_ATTEMPT"];
  return {
    ...Object.fromEntries(names.map((name) => [`GITHUB_${name}`, "1"])),
    GITHUB_ACTIONS: "true",
    GITHUB_SERVER_URL: "https://github.com",
    RUNNER_ENVIRONMENT: "github-hosted",
    ACTIONS_ID_TOKEN_REQUEST_URL: `${url}token?`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "t",
    FULCIO_URL: url.replace(/\/$/, ""),
    REKOR_URL: url.replace(/\/$/, ""),
  };
}
