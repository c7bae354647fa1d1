import { cookies } from "next/headers";
import { clientOf, cookie } from "../../lib/session";

export async function GET(): Promise<Response> {
  const { auth } = clientOf();
  const [state, codeVerifier] = [crypto.randomUUID(), auth.generateCodeVerifier()];
  const codeChallenge = await auth.generateCodeChallenge(codeVerifier);
  (await cookies()).set("sign_in", `${state}/${codeVerifier}`, { ...cookie, maxAge: 600 });
  return Response.redirect(auth.getAuthorizationUrl({ state, codeChallenge }), 303);
}
