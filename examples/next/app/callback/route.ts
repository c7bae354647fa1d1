import { ServiceError } from "@tonearm/client";
import { cookies } from "next/headers";
import { clientOf, cookie, home, session, storeOf } from "../../lib/session";

export async function GET(request: Request): Promise<Response> {
  const jar = await cookies();
  const [state, codeVerifier] = (jar.get("sign_in")?.value ?? "").split("/");
  // The cookie is deleted in any case, so that a sign-in is used only once.
  jar.delete("sign_in");
  if (!state) return home();
  try {
    const { access_token, refresh_token } = await clientOf().auth.handleCallback(request.url, { state, codeVerifier });
    await (await session())?.clearTokens();
    // A new id for each sign-in prevents session fixation.
    const id = crypto.randomUUID();
    await storeOf(id).setTokens(access_token, refresh_token);
    jar.set("session", id, cookie);
    return home();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isRefused = error.code === "callback" || error.code === "state_mismatch";
    if (isRefused) return new Response(error.message, { status: 400 });
    return new Response("SoundCloud doesn't answer", { status: 502 });
  }
}
