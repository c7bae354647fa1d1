/**
 * Programs that use the types of every entry of the packages.
 *
 * @module
 */

/** Uses every entry with types. */
export const PROGRAM = `
import { getTrack, ServiceClient, ServiceError, type ServiceTrack } from "@tonearm/client";
import { DenoKvTokenStore } from "@tonearm/client/deno-kv";
import { FileTokenStore } from "@tonearm/client/file";
import { HttpTokenStore } from "@tonearm/client/http";
import { MemoryRateLimiter } from "@tonearm/client/limits";
import { PostgresTokenStore } from "@tonearm/client/postgres";
import { RedisTokenStore } from "@tonearm/client/redis";
import { tokenStoreContract } from "@tonearm/client/store-contract";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
export async function main(): Promise<string> {
  const sandbox: Sandbox = createSandbox({ seed: 1 });
  const tokenStore = new FileTokenStore("tokens.json");
  const client = new ServiceClient({ ...sandbox.clientConfig, tokenStore, rateLimiter: new MemoryRateLimiter() });
  const track: ServiceTrack = await client.tracks.getTrack(1).catch((error: unknown) => {
    if (ServiceError.is(error)) return getTrack("token", error.status);
    throw error;
  });
  // @ts-expect-error: a title is text
  const wrong: number = track.title;
  const stores = [DenoKvTokenStore, HttpTokenStore, PostgresTokenStore, RedisTokenStore];
  return String(wrong) + stores.map(({ name }) => name).join() + tokenStoreContract(() => tokenStore).length;
}
`;

/** Imports that only ES modules can use. */
export const MODULE: string = `${PROGRAM}
import { type Plan, planCatalogue } from "tonearm/catalogue";
export async function actions(client: ServiceClient): Promise<number> {
  const plan: Plan = await planCatalogue(client, "catalogue", { prune: true });
  // @ts-expect-error: an action has a kind
  return plan.actions.filter(({ sort }) => sort === "upload").length;
}
`;
