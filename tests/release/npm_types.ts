/**
 * Tests the packages' declarations with all supported versions and relevant settings of TypeScript.
 *
 * @module
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Project } from "./packed.ts";
import { run, toolbox } from "./toolbox.ts";

const VERSIONS = ["5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "6.0", "7.0"] as const;

const PROGRAM = `
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
const MODULE = `${PROGRAM}
import { type Plan, planCatalogue } from "tonearm/catalogue";
export async function actions(client: ServiceClient): Promise<number> {
  const plan: Plan = await planCatalogue(client, "catalogue", { prune: true });
  // @ts-expect-error: an action has a kind
  return plan.actions.filter(({ sort }) => sort === "upload").length;
}
`;

/** Whether to compile all 96 combinations instead of half of them. */
const ALL = Deno.env.get("TONEARM_TYPES") === "all";

/** The module resolutions: Node's two for both kinds of modules, and a bundler's. */
const RESOLUTIONS = {
  node16: ["--module", "node16", "types.ts", "types.cts"],
  nodenext: ["--module", "nodenext", "types.ts", "types.cts"],
  bundler: ["--module", "esnext", "--moduleResolution", "bundler", "types.ts"],
} as const;

interface Attempt {
  readonly name: string;
  readonly command: readonly string[];
}

async function attempts(): Promise<Attempt[]> {
  const modules = `${await toolbox(
    ...VERSIONS.map((version) => `typescript-${version}` as const),
    "@types/node",
  )}/node_modules`;
  // Without a browser, Node's types provide `fetch`.
  const places = {
    "a browser's types": ["--lib", "es2022,dom", "--typeRoots", `${modules}/none`],
    "Node's types": ["--lib", "es2022", "--types", "node", "--typeRoots", `${modules}/@types`],
  };
  const found: Attempt[] = [];
  for (const version of VERSIONS) {
    for (const [resolution, how] of Object.entries(RESOLUTIONS)) {
      for (const [place, where] of Object.entries(places)) {
        for (const exact of ["true", "false"]) {
          const common = ["--noEmit", "--strict", "--target", "es2022", "--exactOptionalPropertyTypes", exact];
          const command = [`${modules}/typescript-${version}/bin/tsc`, ...common, ...where, ...how];
          // The two settings are independent, so only a release tests all their combinations.
          if (!ALL && (place === "Node's types") === (exact === "true")) continue;
          found.push({ name: `TypeScript ${version}, ${resolution}, ${place}, exact ${exact}`, command });
        }
      }
    }
  }
  return found;
}

/**
 * Compiles a program with every combination, and checks the libraries too. Returns the failed ones with the compiler's
 * output.
 */
export async function checkTypes({ folder }: Project): Promise<string[]> {
  await writeFile(join(folder, "types.ts"), MODULE);
  await writeFile(join(folder, "types.cts"), PROGRAM);
  const failures: string[] = [];
  const waiting = await attempts();
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { name, command } = next;
      await run(command, folder).catch((error: Error) => failures.push(`${name}: ${error.message}`));
    }
  };
  await Promise.all([work(), work(), work()]);
  return failures;
}
