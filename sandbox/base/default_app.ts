/** The default app of every sandbox. */
export const DEFAULT_APP = {
  clientId: "sandbox-client",
  clientSecret: "sandbox-secret",
  redirectUri: "http://127.0.0.1:8765/callback",
} as const;
