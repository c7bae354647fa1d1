import { fileURLToPath } from "node:url";
import { ServiceClient } from "@tonearm/client";
import { chooseConfig } from "../../../scripts/deno.ts";
import { type Running, start } from "../cli/cli.ts";
import type { Outcome } from "../cli/test_host.ts";
import { type Served, serveSandbox } from "../sandbox/requests.ts";

/** A served sandbox that runs examples. */
export interface ExampleFixture extends AsyncDisposable {
  readonly served: Served;
  /** A client of the first user, as whom the examples run. */
  readonly client: ServiceClient;
  /** Starts an example. */
  launch(name: string, args?: readonly string[], env?: Readonly<Record<string, string>>): Running;
  /** Starts another program with the environment of an example. */
  start(command: readonly string[], env?: Readonly<Record<string, string>>): Running;
  /** Runs an example to its end. */
  run(name: string, ...args: readonly string[]): Promise<Outcome>;
}

/** Serves a sandbox for the examples. */
export async function exampleFixture(): Promise<ExampleFixture> {
  const config = await chooseConfig();
  const served = await serveSandbox({ config: { transcodeDelayMs: 0 } });
  const { url, token, sandbox } = served;
  const { clientId, clientSecret } = sandbox.clientConfig;
  const client = new ServiceClient({ clientId, clientSecret, baseUrl: url, authUrl: url });
  client.setToken(token);
  const app = { TONEARM_API_URL: url, TONEARM_AUTH_URL: url, TONEARM_CLIENT_ID: clientId };
  const env = { ...inheritedEnv(), ...app, TONEARM_CLIENT_SECRET: clientSecret, TONEARM_TOKEN: token };
  const started: ExampleFixture["start"] = (command, more = {}) => start(command, { ...env, ...more });
  const launch: ExampleFixture["launch"] = (name, args = [], more = {}) => {
    const file = fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
    return started([Deno.execPath(), "run", "-q", "--config", config, "-P=exec", file, ...args], more);
  };
  return {
    served,
    client,
    launch,
    start: started,
    run: (name, ...args) => launch(name, args).outcome,
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}

function inheritedEnv(): Record<string, string> {
  const names = ["PATH", "HOME", "DENO_DIR", "DENO_TLS_CA_STORE", "XDG_CACHE_HOME", "JSR_URL"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}
