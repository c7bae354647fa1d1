/**
 * `tonearm logout`
 *
 * @module
 */

import { signOut } from "@tonearm/client";
import { act, type AnyCommand, command } from "../command.ts";
import { addressesFor, profileName, profileStore } from "../auth/credentials.ts";
import { Failure } from "../errors.ts";
import { show } from "../output/result.ts";

/** Forgets the login of a profile. */
export function logout(): AnyCommand {
  return command({ fields: ["profile", "signed_out"] })
    .description(
      "Sign out\n\nEnds the session at the service and forgets its tokens. The application's id and secret stay;\n" +
        "`tonearm profile remove` forgets those too.",
    )
    .example("Sign out", "tonearm logout")
    .example("Sign out of another profile", "tonearm logout --profile work")
    .action(act(async (context) => {
      const name = await profileName(context.env, context.settings);
      const store = profileStore(context.env);
      // First of all here: a refresh that is under way then finds that the user has signed out.
      const profile = await store.signOut(name);
      if (!profile) throw new Failure("auth", `There is no profile ${JSON.stringify(name)}`);
      const { token } = profile;
      if (token?.kind === "user") {
        const { authUrl } = addressesFor(context.env, { kind: "profile", name, profile });
        const call = { fetch: context.fetch, signal: context.host.signal, ...(authUrl ? { authUrl } : {}) };
        await signOut(token.accessToken, call).catch(() =>
          context.note("The service did not confirm; the tokens are forgotten.")
        );
      }
      const done = token?.kind === "user" ? `Signed out of ${name}` : `Nobody was signed in to ${name}`;
      await show(context, { profile: name, signed_out: token?.kind === "user" }, () => `${done}\n`);
    }));
}
