import { beginSession, clientOf, cookie } from "$lib/server/session";
import { redirect, text } from "@sveltejs/kit";
import { ServiceError } from "@tonearm/client";
import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async ({ cookies, url }) => {
  const [state, codeVerifier] = (cookies.get("sign_in") ?? "").split("/");
  // The cookie is deleted in any case, so that a sign-in is used only once.
  cookies.delete("sign_in", cookie);
  if (!state) redirect(303, "/");
  try {
    const { access_token, refresh_token } = await clientOf().auth.handleCallback(url, { state, codeVerifier });
    beginSession(cookies, access_token, refresh_token);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isRefused = error.code === "callback" || error.code === "state_mismatch";
    return isRefused ? text(error.message, { status: 400 }) : text("SoundCloud doesn't answer", { status: 502 });
  }
  redirect(303, "/");
};
