import { noteHang, Profile } from "../profile.ts";
import type { Kind } from "../protocol.ts";
import { KINDS, pause, type Row, shortOf, type Trial } from "../trial.ts";

/** Holds the reply to a refresh until it's released. */
function holdRefresh(trial: Trial): { committed: Promise<unknown>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { committed: trial.onCommit(() => promise), release: resolve };
}

/** How long the other one gets before the refresh goes on, in milliseconds: some wait for it. */
const LEAD_MS = 400;

async function inProcesses(trial: Trial, kind: Kind): Promise<void> {
  const { host } = trial;
  const place = await trial.place(kind);
  const [holder, other] = await trial.workers(place);
  const isLogin = trial.number % 2 === 0;
  const { committed, release } = holdRefresh(trial);
  const first = holder.send("call");
  await committed;
  trial.fault();
  const { access, refresh } = host.login("bea");
  await (isLogin ? other.send("set", access, refresh) : other.send("clear"));
  await pause(LEAD_MS);
  release();
  trial.hangs(await first);
  trial.hangs(await other.send("call"));
  if (isLogin) return await trial.survives(place, { user: "bea" });
  host.expire();
  const late = await trial.worker({ store: place.settings });
  for (const member of [late, holder]) {
    const answer = await member.send("call");
    if (!trial.hangs(answer) && answer.ok) trial.wrong("a user who signed out is signed in again");
  }
}

/**
 * A sign-in is stored and its reply is lost; another process refreshes. The first one must recognise its own write, and
 * not store its old pair again.
 */
async function isUnanswered(trial: Trial): Promise<void> {
  const { host } = trial;
  const place = await trial.place("http");
  const [first, other] = await trial.workers(place);
  await other.send("call");
  const { access, refresh } = host.login("bea");
  place.gate!.writes = "unanswered";
  trial.fault();
  await first.send("set", access, refresh);
  await trial.keeps(place, { access, refresh });
  delete place.gate!.writes;
  host.expire();
  for (const member of [other, other, first]) trial.hangs(await member.send("call"));
  await trial.survives(place, { user: "bea" });
}

/** What is done meanwhile, by turns. */
const COMMANDS = {
  login: ["login", "--no-browser"],
  logout: ["logout"],
  remove: ["profile", "remove", "default"],
  auth: ["auth", "--client-id", "id"],
} as const;

async function inCommandLine(trial: Trial): Promise<void> {
  const profile = await Profile.make(trial);
  const name = (Object.keys(COMMANDS) as (keyof typeof COMMANDS)[])[trial.number % 4]!;
  const { committed, release } = holdRefresh(trial);
  const first = profile.start(["me", "--json"]);
  await Promise.race([committed, first.done]);
  trial.fault();
  const input = { auth: "secret\n", login: null, logout: "", remove: "" }[name];
  const second = profile.start(COMMANDS[name], { input });
  if (name === "login") await followRedirect(second.child.stderr, "bea");
  await Promise.race([second.done, pause(name === "login" ? LEAD_MS : 1000)]);
  release();
  noteHang(trial, await first.done);
  const { code, stderr, isHanging } = await second.done;
  if (isHanging) trial.hangs({ id: 0, ok: false, value: `${name}: ${stderr}`, code: "hang" });
  else if (code !== 0) trial.wrong(`tonearm ${name} failed: ${stderr}`);
  if (name === "auth" || name === "login") return await profile.survives({ user: name === "login" ? "bea" : "ann" });
  trial.host.expire();
  if ((await profile.start(["me", "--json"]).done).code === 0) trial.wrong(`signed in again after tonearm ${name}`);
}

/** Does what the browser does at the end of a login: it follows the redirect that the host would send. */
async function followRedirect(output: NodeJS.ReadableStream, user: string): Promise<void> {
  const address = Promise.withResolvers<URL>();
  let text = "";
  output.on("data", (chunk) => {
    const [url] = /http\S+(?=\s)/.exec(text += chunk) ?? [];
    if (url) address.resolve(new URL(url));
  });
  output.on("end", () => address.reject(new Error(`tonearm login printed no address: ${text}`)));
  const query = (await address.promise).searchParams;
  const back = new URL(query.get("redirect_uri") ?? "");
  back.search = new URLSearchParams({ code: user, state: query.get("state") ?? "" }).toString();
  await (await fetch(back)).text();
}

/** The rows. */
export const logins: readonly Row[] = [
  ...KINDS.map(([kind, name, needs]): Row => ({
    id: `login-${kind}`,
    title: `${name}: a login or a sign-out in another process during a refresh`,
    trials: 50,
    short: shortOf(kind, 2),
    needs,
    run: (trial) => inProcesses(trial, kind),
  })),
  {
    id: "unanswered-login-http",
    title: "HTTP: a sign-in is stored and its reply is lost, and another process refreshes",
    trials: 20,
    short: 2,
    run: isUnanswered,
  },
  {
    id: "login-tonearm",
    title: "tonearm: login, logout, profile remove or auth during a refresh",
    trials: 20,
    short: 4,
    run: inCommandLine,
  },
];
