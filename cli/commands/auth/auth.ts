import { getClientToken, ServiceError } from "@tonearm/client";
import { act, type AnyCommand, command } from "../../command.ts";
import { nextLogin } from "../../auth/config.ts";
import type { Profile } from "../../auth/profile.ts";
import { DEFAULT_REDIRECTS } from "../../auth/login.ts";
import type { Context } from "../../context.ts";
import { addressesFor, callOptions, profileName } from "../../auth/credentials.ts";
import { Failure, usage } from "../../errors.ts";
import { readFirstLines } from "../../host/lines.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";
import { ask, askSecret } from "../../output/prompt.ts";
import { toStored } from "../../auth/tokens.ts";

const REDIRECTS = DEFAULT_REDIRECTS.map((uri) => `  ${uri}`).join("\n");

export function auth(): AnyCommand {
  return command({ fields: ["profile", "client_id", "verified"] })
    .description(
      "Set up the credentials of an application\n\n" +
        "Asks for the id and the secret of your application (soundcloud.com/you/apps), checks them with SoundCloud\n" +
        "and stores them in a profile that only you can read, encrypted with a key in the system's keychain if there is\n" +
        "one. Without a terminal, both are read from stdin, one per line; with --client-id, only the secret is read.\n\n" +
        "For `tonearm login`, register the application with these redirect URIs:\n\n" +
        REDIRECTS,
    )
    .option("--client-id <id:string>", "The application's id; the secret can't be an option")
    .option("--no-keychain", "Keep the secrets only in the profile's file (env: TONEARM_KEYCHAIN=off)")
    .example("Set up credentials interactively", "tonearm auth")
    .example(
      "From a password manager, into another profile",
      "pass soundcloud | tonearm auth --client-id abc --profile work",
    )
    .action(act(async (context, options) => {
      const name = await profileName(context);
      const store = context.profiles;
      await store.read(name);
      const { clientId, clientSecret } = await askFor(context, options.clientId);
      const made = await verified(context, { clientId, clientSecret });
      // Reads the current profile, because another process may have signed in or refreshed meanwhile.
      await store.update(name, (now) => {
        const kept = now?.clientId === clientId && now.token?.kind === "user" ? now : undefined;
        const { token, username, generation, session } = kept ?? {};
        return kept ? { ...made, token, username, generation, session } : { ...made, ...nextLogin(now) };
      }, options.keychain ? "keychain" : "file");
      if (!(await store.names()).includes(await store.active())) await store.use(name);
      const facts = { profile: name, client_id: clientId, verified: true };
      await show(context, facts, () => line`Saved in the profile ${name} (${store.path(name)})`);
      await context.note("Sign in with `tonearm login` for commands that act for you.");
    }));
}

async function askFor(context: Context, given: string | undefined) {
  if (context.interactive) {
    await context.note(
      `Create an application at soundcloud.com/you/apps, and register these redirect URIs:\n\n${REDIRECTS}\n`,
    );
    const clientId = given ?? await ask(context, "Client id: ");
    return complete(clientId, await askSecret(context, "Client secret (not shown): "));
  }
  if (context.host.stdin.isTTY) {
    throw usage("Cannot ask for credentials", "Pipe in the id and the secret, each on its own line.");
  }
  const lines = await readFirstLines(context.host.stdin, given === undefined ? 2 : 1);
  return given === undefined ? complete(lines[0], lines[1]) : complete(given, lines[0]);
}

function complete(clientId: string | undefined, clientSecret: string | undefined) {
  if (clientId && clientSecret) return { clientId, clientSecret };
  throw usage("Credentials need an id and a secret", "On stdin: the id on the first line, the secret on the second.");
}

/** Requests a token with the credentials, so that only valid ones are saved. */
async function verified(context: Context, { clientId, clientSecret }: Profile): Promise<Profile> {
  const addresses = addressesFor(context.env, undefined);
  try {
    const answer = await getClientToken(clientId, clientSecret, callOptions(context, addresses));
    const token = toStored(answer, "app", context.host.now());
    return { clientId, clientSecret, apiUrl: addresses.baseUrl, authUrl: addresses.authUrl, token };
  } catch (error) {
    if (!ServiceError.is(error) || error.status !== 401) throw error;
    const hint = "Nothing was saved. Copy both from soundcloud.com/you/apps.";
    throw new Failure("auth", "SoundCloud rejected this id and secret", { hint, code: "invalid_client", cause: error });
  }
}
