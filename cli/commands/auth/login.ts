import { getMe, getUserToken, ServiceError, type ServiceToken } from "@tonearm/client";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Profile } from "../../auth/profile.ts";
import type { Context } from "../../context.ts";
import {
  type Addresses,
  addressesFor,
  callOptions,
  findApplication,
  isToken,
  profileName,
  SERVICE,
} from "../../auth/credentials.ts";
import { Failure, usage } from "../../errors.ts";
import { authorize, DEFAULT_REDIRECTS, type Grant } from "../../auth/login.ts";
import { askSecret } from "../../output/prompt.ts";
import { pair } from "../../auth/pairing.ts";
import { readLines } from "../../ids.ts";
import { readJson } from "../../output/json.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";
import { toStored } from "../../auth/tokens.ts";

export function login(): AnyCommand {
  return command({ fields: ["profile", "user", "expires_at"] })
    .description(
      "Sign in with the browser\n\n" +
        "Opens SoundCloud's page in your browser and waits until the browser returns to a server on this machine, or\n" +
        "until you paste the URL from its address bar. SoundCloud redirects only to a URI that is registered for your\n" +
        `application. Register ${DEFAULT_REDIRECTS[0]}; if that port is in use, 8766 and 8767 are\n` +
        "tried. --port or --redirect-uri sets another one, which the profile remembers. --no-input needs --with-token,\n" +
        "--pairing or --no-browser.",
    )
    .option("--port <port:port>", "Listen on this port; 0 is any free port (default: 8765, else 8766 or 8767)")
    .option(
      "--redirect-uri <uri:string>",
      "The redirect URI of your application, exactly (default: http://127.0.0.1:PORT/callback)",
    )
    .option("--no-browser", "Print the URL to open; read the URL of the redirect from stdin")
    .option("--pairing", "Show a code with which you allow access on any device, if SoundCloud offers that")
    .option("--with-token", "Read from stdin an access token, or the JSON of a token response")
    .option("--wait-for <seconds:seconds>", "Seconds to wait for you (default: 300)")
    .option("--wait <seconds:seconds>", "The former name of --wait-for", { hidden: true })
    .example("Sign in", "tonearm login")
    .example("On a machine without a browser", "tonearm login --no-browser")
    .example("With a code, on a machine without a browser", "tonearm login --pairing")
    .example("With a token from another program", "pass soundcloud-token | tonearm login --with-token")
    .action(act(async (context, options) => {
      if (context.sandboxed) throw usage("The sandbox needs no login", "Its first user is signed in already.");
      const application = await applicationOf(context, options.withToken === true);
      const registered = registeredUri(options.redirectUri, options.port, application.profile);
      const signedIn = await signIn(context, application, { ...options, registered });
      const isKept = registered !== undefined && !registered.includes(":0/");
      await save(context, application.name, isKept ? { ...signedIn, redirectUri: registered } : signedIn);
      await report(context, application.name, signedIn);
    }));
}

const WAIT_SECONDS = 300;

interface Way {
  readonly withToken?: boolean | undefined;
  readonly pairing?: boolean | undefined;
  readonly browser: boolean;
  readonly wait?: number | undefined;
  readonly waitFor?: number | undefined;
  readonly registered: string | undefined;
}

async function signIn(context: Context, application: Application, way: Way): Promise<Profile> {
  if (way.withToken && way.pairing) throw usage("--with-token and --pairing cannot be used together");
  if (way.withToken) return await fromStdin(context, application);
  const { profile: { clientId }, addresses: { authUrl } } = application;
  const waitMs = (way.waitFor ?? way.wait ?? WAIT_SECONDS) * 1000;
  if (way.pairing) {
    const answer = await pair(context, { clientId, authUrl: authUrl ?? SERVICE.authUrl, waitMs });
    return await identified(context, application, answer);
  }
  const redirectUris = way.registered === undefined ? DEFAULT_REDIRECTS : [way.registered] as const;
  const grant = await authorize(context, { clientId, authUrl, redirectUris, browser: way.browser, waitMs });
  return await exchange(context, application, grant);
}

async function identified(
  context: Context,
  { profile, addresses }: Application,
  answer: ServiceToken,
): Promise<Profile> {
  const user = await getMe(answer.access_token, callOptions(context, addresses)).catch(() => undefined);
  return { ...profile, username: user?.username, token: toStored(answer, "user", context.host.now()) };
}

interface Application {
  readonly name: string;
  readonly profile: Profile;
  readonly addresses: Addresses;
}

/** Returns the app to sign in with, from the environment or a profile. It is optional if a token is given. */
async function applicationOf(context: Context, isOptional: boolean): Promise<Application> {
  const { env } = context;
  const name = await profileName(context);
  if (isOptional && !(env.TONEARM_CLIENT_ID && env.TONEARM_CLIENT_SECRET) && !await context.profiles.read(name)) {
    const addresses = addressesFor(env, undefined);
    return { name, profile: profileOf(addresses, "", ""), addresses };
  }
  const source = await findApplication(context);
  const addresses = addressesFor(env, source);
  if (source.kind === "profile") return { name, profile: source.profile, addresses };
  return { name, profile: profileOf(addresses, source.clientId, source.clientSecret), addresses };
}

function profileOf({ baseUrl: apiUrl, authUrl }: Addresses, clientId: string, clientSecret: string): Profile {
  return { clientId, clientSecret, apiUrl, authUrl };
}

function registeredUri(given: string | undefined, port: number | undefined, profile: Profile): string | undefined {
  if (given !== undefined && port !== undefined) throw usage("--port and --redirect-uri cannot be used together");
  if (given !== undefined && !/^[a-z][\w+.-]*:/i.test(given)) {
    throw usage("--redirect-uri needs a scheme", "For example http://127.0.0.1:8765/callback");
  }
  return given ?? (port === undefined ? profile.redirectUri : `http://127.0.0.1:${port}/callback`);
}

/** Signs in with a token from stdin. Only a valid token is saved. */
async function fromStdin(context: Context, { profile, addresses }: Application): Promise<Profile> {
  const given = parseToken(
    context.interactive
      ? await askSecret(context, "Access token (not shown): ")
      : (await readLines(context.host.stdin)).join("\n"),
  );
  const call = callOptions(context, addresses);
  try {
    const { username } = await getMe(given.access_token, call);
    return { ...profile, username, token: toStored(given, "user", context.host.now()) };
  } catch (cause) {
    if (!ServiceError.is(cause) || !cause.isUnauthorized) throw cause;
    const hint = "Nothing was saved. It may have expired: tokens are valid for an hour.";
    throw new Failure("auth", "SoundCloud rejected this token", { code: "invalid_token", hint, cause });
  }
}

function parseToken(text: string): ServiceToken {
  const given = text.startsWith("{") ? Object(readJson(text) ?? { access_token: "" }) : { access_token: text };
  const reply: ServiceToken = { access_token: text, scope: "", token_type: "bearer", ...given };
  if (typeof reply.access_token === "string" && isToken(reply.access_token)) return reply;
  throw usage("stdin contains no token", "Pipe in an access token, or the JSON of a response that has one.");
}

async function exchange(context: Context, application: Application, grant: Grant): Promise<Profile> {
  const { profile: { clientId, clientSecret }, addresses } = application;
  const call = callOptions(context, addresses);
  try {
    const answer = await getUserToken(clientId, clientSecret, grant.redirectUri, grant.code, grant.verifier, call);
    return await identified(context, application, answer);
  } catch (error) {
    if (!ServiceError.is(error) || !error.isInvalidGrant) throw error;
    const hint =
      `The code was used before or is too old, or the application isn't registered with ${grant.redirectUri}.`;
    throw new Failure("auth", "SoundCloud rejected the code", { code: "invalid_grant", hint, cause: error });
  }
}

async function save(context: Context, name: string, profile: Profile): Promise<void> {
  const store = context.profiles;
  // This takes no refresh lock: a pending refresh sees that the user has signed in again.
  const isNew = !(await store.names()).includes(name);
  await store.write(name, profile, isNew ? "keychain" : "unchanged");
  if (!(await store.names()).includes(await store.active())) await store.use(name);
}

async function report(context: Context, name: string, { username, token }: Profile): Promise<void> {
  const expiresAt = token?.expiresAt === undefined ? null : new Date(token.expiresAt).toISOString();
  const facts = { profile: name, user: username ?? null, expires_at: expiresAt };
  await show(context, facts, () => line`Signed in${username ? ` as ${username}` : ""} (profile ${name})`);
  const winner = ["TONEARM_TOKEN", "TONEARM_CLIENT_ID"].find((variable) => context.env[variable]);
  if (winner && context.settings.profile === undefined) {
    await context.note(`${winner} is set and takes precedence over the profile: unset it, or use --profile ${name}.`);
  }
}
