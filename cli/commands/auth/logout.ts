import { ServiceClient, signOut } from "@tonearm/client";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Profile } from "../../auth/profile.ts";
import { addressesFor, callOptions, profileName } from "../../auth/credentials.ts";
import { ProfileTokenStore } from "../../auth/tokens.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { show } from "../../output/result.ts";

export function logout(): AnyCommand {
  return command({ fields: ["profile", "signed_out", "revoked"] })
    .description(
      "Sign out\n\nEnds the session at SoundCloud and deletes its tokens. The application's id and secret stay;\n" +
        "`tonearm profile remove` deletes those too.",
    )
    .option("--revoke", "Also withdraw the application's access to the account: all its tokens stop working")
    .example("Sign out", "tonearm logout")
    .example("Sign out of another profile", "tonearm logout --profile work")
    .example("Sign out on every machine", "tonearm logout --revoke")
    .action(act(async (context, options) => {
      const name = await profileName(context);
      const isRevoked = options.revoke === true && await revoke(context, name);
      // Sign out locally first, so that a pending refresh sees it.
      const profile = await context.profiles.signOut(name);
      if (!profile) throw await unknown(context, name);
      const isSignedOut = isRevoked || profile.token?.kind === "user";
      if (isSignedOut && !isRevoked) await endSession(context, name, profile);
      const done = isSignedOut ? `Signed out of ${name}` : `${name} was not signed in`;
      const facts = { profile: name, signed_out: isSignedOut, revoked: isRevoked };
      await show(context, facts, () => `${done}${isRevoked ? ", and the access is withdrawn" : ""}\n`);
    }));
}

async function endSession(context: Context, name: string, profile: Profile): Promise<void> {
  const call = callOptions(context, addressesFor(context.env, { kind: "profile", name, profile }));
  await signOut(profile.token?.accessToken ?? "", call).catch(() =>
    context.note("SoundCloud did not confirm; the stored tokens are deleted.")
  );
}

/** Revokes the access. An expired token is refreshed first. After a failure, nothing is removed. */
async function revoke(context: Context, name: string): Promise<boolean> {
  const store = context.profiles;
  const profile = await store.read(name);
  if (!profile) throw await unknown(context, name);
  if (profile.token?.kind !== "user") return false;
  const { clientId, clientSecret, redirectUri } = profile;
  const addresses = addressesFor(context.env, { kind: "profile", name, profile });
  const { signal, ...settings } = callOptions(context, addresses);
  const client = new ServiceClient({
    ...settings,
    ...{ clientId: clientId || "unused", clientSecret: clientSecret || "unused", redirectUri },
    tokenStore: new ProfileTokenStore(store, name, "user", context.host.signal),
  });
  const { protect = (work) => work } = context.host;
  await protect(client.auth.disconnect({ signal }));
  return true;
}

async function unknown(context: Context, name: string): Promise<Failure> {
  const names = await context.profiles.names();
  const variable = ["TONEARM_TOKEN", "TONEARM_CLIENT_ID"].find((one) => context.env[one]);
  const stored = names.length > 0 ? `Name one of these with --profile: ${names.join(", ")}.` : "No profile is stored.";
  const hint = variable ? `${stored} ${variable} is set: to sign out, unset it.` : stored;
  return new Failure("auth", `There is no profile ${JSON.stringify(name)}`, { hint });
}
