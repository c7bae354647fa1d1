import { cookies } from "next/headers";
import { clientOf, home, session } from "../../lib/session";

export async function POST(): Promise<Response> {
  const tokenStore = await session();
  const accessToken = await tokenStore?.getAccessToken();
  await tokenStore?.clearTokens();
  (await cookies()).delete("session");
  // SoundCloud refuses an expired token; the session ends here in any case.
  if (accessToken) await clientOf().auth.signOut(accessToken).catch(() => {});
  return home();
}
