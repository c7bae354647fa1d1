import { clientOf, endSession } from "$lib/server/session";
import { redirect } from "@sveltejs/kit";
import type { RequestHandler } from "./$types";

export const POST: RequestHandler = async ({ cookies, locals }) => {
  const accessToken = locals.tokenStore?.read()?.accessToken;
  endSession(cookies);
  // SoundCloud refuses an expired token; the session ends here in any case.
  if (accessToken) await clientOf().auth.signOut(accessToken).catch(() => {});
  redirect(303, "/");
};
