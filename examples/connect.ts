/**
 * A client that is configured by the environment: by `tonearm sandbox exec`, or for your own app.
 *
 * @module
 */
import process from "node:process";
import { ServiceClient, type ServiceClientConfig } from "@tonearm/client";
import { FileTokenStore } from "@tonearm/client/file";

/** Reads the app's credentials and SoundCloud's URLs from the environment. */
function settings(): ServiceClientConfig {
  const { TONEARM_CLIENT_ID: clientId, TONEARM_CLIENT_SECRET: clientSecret } = process.env;
  if (!clientId || !clientSecret) throw new Error("Set TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET");
  const { TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl } = process.env;
  return { clientId, clientSecret, baseUrl, authUrl };
}

/**
 * Returns a client that is signed in as the user of `TONEARM_TOKEN`, or else as the app. An access token lasts an hour;
 * for a program that runs for longer, `TOKENS` names the file of a user's `FileTokenStore`.
 */
export async function connect(): Promise<ServiceClient> {
  const { TOKENS: path, TONEARM_TOKEN: token } = process.env;
  if (path) return new ServiceClient({ ...settings(), tokenStore: new FileTokenStore(path) });
  const client = new ServiceClient({ ...settings(), autoRefresh: true });
  if (token) client.setToken(token);
  else {
    const { access_token, refresh_token } = await client.auth.getClientToken();
    client.setToken(access_token, refresh_token);
  }
  return client;
}
