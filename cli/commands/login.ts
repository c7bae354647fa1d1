/**
 * `tonearm login`
 *
 * @module
 */

import { getMe, getUserToken, ServiceError } from "@tonearm/client";
import { act, type AnyCommand, command } from "../command.ts";
import type { Profile } from "../auth/config.ts";
import type { Context } from "../context.ts";
import { type Addresses, addressesFor, findApplication, profileName, profileStore } from "../auth/credentials.ts";
import { Failure, usage } from "../errors.ts";
import { authorize, type Grant } from "../auth/login.ts";
import { show } from "../output/result.ts";
import { line } from "../output/text.ts";
import { toStored } from "../auth/tokens.ts";

/** Signs a user in. */
export function login(): AnyCommand {
  return command({ fields: ["profile", "user", "expires_at"] })
    .description(
      "Sign in with the browser\n\n" +
        "Opens the service's page in your browser and waits for it to come back to a server on this machine alone.\n" +
        "The service sends it back only to the redirect URI that your application is registered with; give its port with\n" +
        "--port or all of it with --redirect-uri, once. Over SSH use --no-browser and paste the address.",
    )
    .option("--port <port:port>", "Let the browser come back to this port (default: any free one)")
    .option(
      "--redirect-uri <uri:string>",
      "The redirect URI of your application, exactly (default: http://127.0.0.1:PORT/callback)",
    )
    .option("--no-browser", "Print the address; take the one that the browser ends up at from stdin")
    .option("--wait <seconds:seconds>", "Seconds to wait for you", { default: 300 })
    .example(
      "Sign in; the application is registered with http://127.0.0.1:8765/callback",
      "tonearm login --port 8765",
    )
    .example("On a machine without a browser", "tonearm login --no-browser --port 8765")
    .action(act(async (context, options) => {
      if (context.sandboxed) throw usage("The sandbox needs no login", "Its first user is signed in already.");
      const application = await applicationOf(context);
      const registered = registeredUri(options.redirectUri, options.port, application.profile);
      const grant = await authorize(context, {
        clientId: application.profile.clientId,
        authUrl: application.addresses.authUrl,
        redirectUri: registered ?? "http://127.0.0.1:0/callback",
        browser: options.browser,
        waitMs: options.wait * 1000,
      });
      const profile = await exchange(context, application, grant);
      await save(
        context,
        application.name,
        registered === undefined ? profile : { ...profile, redirectUri: registered },
      );
      await report(context, application.name, profile);
    }));
}

interface Application {
  readonly name: string;
  readonly profile: Profile;
  readonly addresses: Addresses;
}

/** The application to sign in to: of the environment or of a profile. */
async function applicationOf({ env, settings }: Context): Promise<Application> {
  const source = await findApplication(env, settings);
  const addresses = addressesFor(env, source);
  const name = await profileName(env, settings);
  if (source.kind === "profile") return { name, profile: source.profile, addresses };
  const { clientId, clientSecret } = source;
  const { baseUrl: apiUrl, authUrl } = addresses;
  return { name, profile: { clientId, clientSecret, apiUrl, authUrl }, addresses };
}

function registeredUri(given: string | undefined, port: number | undefined, profile: Profile): string | undefined {
  if (given !== undefined && port !== undefined) throw usage("--port and --redirect-uri exclude each other");
  if (given !== undefined && !/^[a-z][\w+.-]*:/i.test(given)) {
    throw usage("--redirect-uri needs a scheme", "As in http://127.0.0.1:8765/callback");
  }
  return given ?? (port === undefined ? profile.redirectUri : `http://127.0.0.1:${port}/callback`);
}

async function exchange(context: Context, { profile, addresses }: Application, grant: Grant): Promise<Profile> {
  const { clientId, clientSecret } = profile;
  const call = { ...addresses, fetch: context.fetch, signal: context.host.signal };
  try {
    const answer = await getUserToken(clientId, clientSecret, grant.redirectUri, grant.code, grant.verifier, call);
    const user = await getMe(answer.access_token, call).catch(() => undefined);
    return { ...profile, username: user?.username, token: toStored(answer, "user", context.host.now()) };
  } catch (error) {
    if (!ServiceError.is(error) || !error.isInvalidGrant) throw error;
    const hint =
      `The code was used before or is too old, or the application isn't registered with ${grant.redirectUri}.`;
    throw new Failure("auth", "The service did not accept the code", { code: "invalid_grant", hint, cause: error });
  }
}

async function save(context: Context, name: string, profile: Profile): Promise<void> {
  const store = profileStore(context.env);
  // Without the lock of refreshes: one that is under way finds that the user has signed in again.
  await store.write(name, profile);
  if (!(await store.names()).includes(await store.active())) await store.use(name);
}

async function report(context: Context, name: string, { username, token }: Profile): Promise<void> {
  const expiresAt = token?.expiresAt === undefined ? null : new Date(token.expiresAt).toISOString();
  const facts = { profile: name, user: username ?? null, expires_at: expiresAt };
  await show(context, facts, () => line`Signed in${username ? ` as ${username}` : ""} (profile ${name})`);
  const winner = ["TONEARM_TOKEN", "TONEARM_CLIENT_ID"].find((variable) => context.env[variable]);
  if (winner && context.settings.profile === undefined) {
    await context.note(`${winner} is set and wins over the profile: unset it, or use --profile ${name}.`);
  }
}
