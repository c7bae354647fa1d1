import { SETTINGS } from "../contract/settings.ts";

/** The default app of every sandbox. */
export const DEFAULT_APP: { readonly clientId: string; readonly clientSecret: string; readonly redirectUri: string } = {
  clientId: "sandbox-client",
  clientSecret: "sandbox-secret",
  redirectUri: SETTINGS.redirectUri.default,
};
