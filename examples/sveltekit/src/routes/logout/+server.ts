import { clientOf, endSession } from "$lib/server/session";
import { redirect } from "@sveltejs/kit";
import type { RequestHandler } from "./$types";

export const POST: RequestHandler = async ({ cookies, locals }) => {
  const accessToken = locals.tokenStore?.read()?.accessToken;
  endSession(cookies);
  // The service refuses a token that has expired; here the session is over all the same.
  if (accessToken) await clientOf().auth.signOut(accessToken).catch(() => {});
  redirect(303, "/");
};
