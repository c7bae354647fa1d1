/**
 * A client that is configured by the environment: by `tonearm sandbox exec`, or for your own app.
 *
 * @module
 */
import process from "node:process";
import { ServiceClient, type ServiceClientConfig } from "@tonearm/client";

/** Reads the app's credentials and SoundCloud's URLs from the environment. */
export function settings(): ServiceClientConfig {
  const { TONEARM_CLIENT_ID: clientId, TONEARM_CLIENT_SECRET: clientSecret } = process.env;
  if (!clientId || !clientSecret) throw new Error("Set TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET");
  const { TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl } = process.env;
  return { clientId, clientSecret, baseUrl, authUrl };
}

/** Returns a client that is signed in as the user of `TONEARM_TOKEN`, or else as the app. */
export async function connect(): Promise<ServiceClient> {
  const client = new ServiceClient(settings());
  const token = process.env.TONEARM_TOKEN;
  if (token) client.setToken(token);
  else {
    const { access_token, refresh_token } = await client.auth.getClientToken();
    client.setToken(access_token, refresh_token);
  }
  return client;
}
