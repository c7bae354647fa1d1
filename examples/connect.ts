/**
 * A client as the environment describes it: that of `tonearm sandbox exec`, or of an app of your own.
 *
 * @module
 */
import process from "node:process";
import { ServiceClient, type ServiceClientConfig } from "@tonearm/client";

/** What the environment says of the app and of the service. */
export function settings(): ServiceClientConfig {
  const { TONEARM_CLIENT_ID: clientId, TONEARM_CLIENT_SECRET: clientSecret } = process.env;
  if (!clientId || !clientSecret) throw new Error("Set TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET");
  const { TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl } = process.env;
  return { clientId, clientSecret, baseUrl, authUrl };
}

/** A client that is signed in: as the user of `TONEARM_TOKEN`, else as the app alone. */
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
