import { clientOf, cookie } from "$lib/server/session";
import { redirect } from "@sveltejs/kit";
import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async ({ cookies }) => {
  const { auth } = clientOf();
  const [state, codeVerifier] = [crypto.randomUUID(), auth.generateCodeVerifier()];
  const codeChallenge = await auth.generateCodeChallenge(codeVerifier);
  cookies.set("sign_in", `${state}/${codeVerifier}`, { ...cookie, maxAge: 600 });
  redirect(303, auth.getAuthorizationUrl({ state, codeChallenge }));
};
