// Apps after the documentation of soundcloud-api-ts: its ways to keep a session alive, unchanged but for the import.
//
// @see {@link https://www.npmjs.com/package/soundcloud-api-ts} README.md and llms.txt of version 1.13

import { ServiceClient as SoundCloudClient, ServiceError as SoundCloudError } from "@tonearm/client";
import { readFileSync, writeFileSync } from "node:fs";
import type { Settings } from "./protocol.ts";

/** A row of the app's database: the tokens of its user. */
interface Row {
  access_token: string;
  refresh_token: string;
}

type Start = (config: Settings["config"], load: () => Row, save: (row: Row) => void) => () => Promise<string>;

const STYLES: Record<NonNullable<Settings["app"]>["style"], Start> = {
  /** llms.txt, "Auto Token Refresh"; the app saves what the client has after each call. */
  refreshing(config, load, save) {
    const sc = new SoundCloudClient({
      ...config,
      onTokenRefresh: async (client) => {
        const newToken = await client.auth.refreshUserToken(client.refreshToken!);
        client.setToken(newToken.access_token, newToken.refresh_token);
        return newToken;
      },
    });
    sc.setToken(load().access_token, load().refresh_token);
    return async () => {
      const { username } = await sc.me.getMe();
      save({ access_token: sc.accessToken!, refresh_token: sc.refreshToken! });
      return username;
    };
  },

  /** README.md, "OAuth 2.1 Flow": "Persist newToken to your DB here". */
  saving(config, load, save) {
    const sc = new SoundCloudClient({
      ...config,
      onTokenRefresh: async (client) => {
        const newToken = await client.auth.refreshUserToken(client.refreshToken!);
        save(newToken);
        return newToken;
      },
    });
    sc.setToken(load().access_token, load().refresh_token);
    return async () => (await sc.me.getMe()).username;
  },

  /** README.md, "OAuth 2.1 Flow", step 6: "Refresh manually if needed". */
  manual(config, load, save) {
    const sc = new SoundCloudClient(config);
    sc.setToken(load().access_token, load().refresh_token);
    return async () => {
      try {
        return (await sc.me.getMe()).username;
      } catch (err) {
        if (!(err instanceof SoundCloudError) || err.status !== 401) throw err;
        const refreshed = await sc.auth.refreshUserToken(load().refresh_token);
        sc.setToken(refreshed.access_token, refreshed.refresh_token);
        save(refreshed);
        return (await sc.me.getMe()).username;
      }
    };
  },
};

/** Starts an app; gives a function that makes it read its user. */
export function startApp(
  { style, database }: NonNullable<Settings["app"]>,
  config: Settings["config"],
): () => Promise<string> {
  const load = (): Row => JSON.parse(readFileSync(database, "utf8"));
  const save = ({ access_token, refresh_token }: Row) =>
    writeFileSync(database, JSON.stringify({ access_token, refresh_token }));
  return STYLES[style](config, load, save);
}
