import { ServiceError } from "@tonearm/client";
import type { FileTokenStore } from "@tonearm/client/file";
import { redirect } from "next/navigation";
import { clientOf, session } from "../lib/session";

/** What the page shows; undefined once the user has withdrawn the access. */
async function load(tokenStore: FileTokenStore) {
  const { me } = clientOf(tokenStore);
  try {
    const [{ username }, { collection }] = await Promise.all([me.getMe(), me.getTracks(5)]);
    return { username, tracks: collection };
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.isPermanentAuthError) throw error;
    await tokenStore.clearTokens();
    return undefined;
  }
}

export default async function Home() {
  const tokenStore = await session();
  if (!await tokenStore?.getAccessToken() || !tokenStore) return <a href="/login">Sign in</a>;
  const shown = await load(tokenStore);
  if (!shown) redirect("/");
  return (
    <>
      <h1>{shown.username}</h1>
      <ul>{shown.tracks.map(({ urn, title }) => <li key={urn}>{title}</li>)}</ul>
      <form method="post" action="/logout">
        <button>Sign out</button>
      </form>
    </>
  );
}
