import { pause, type Row, type Trial } from "../trial.ts";

/** A call of one user is refused while another one signs in. */
async function switchedUser(trial: Trial): Promise<void> {
  const { host } = trial;
  const [ann, bea] = [host.login("ann"), host.login("bea")];
  const member = await trial.worker({ config: { autoRefresh: true } });
  await member.send("set", ann.access, ann.refresh);
  host.expire();
  const fresh = host.login("bea");
  const [refused, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  host.refused = () => (refused.resolve(), released.promise);
  const deletion = member.send("delete");
  await refused.promise;
  host.refused = undefined;
  trial.fault();
  const next = trial.number % 2 === 0 ? fresh : bea;
  await member.send("set", next.access, next.refresh);
  await pause(trial.random(20));
  released.resolve();
  trial.hangs(await deletion);
  if (host.deletions.includes("bea")) trial.wrong("Ann's call was repeated as Bea");
  const answer = await member.send("call");
  if (!answer.ok || answer.value !== "bea") trial.wrong(`Bea's call failed: ${answer.code} ${answer.value}`);
}

const FLEET = 8;
/** One process tries again as often as any call does. */
const REQUESTS = 4;

/** Eight processes share the app's token, and the host is too busy to say for how long. */
async function blockedApp(trial: Trial): Promise<void> {
  const { host } = trial;
  const kinds = (["file", "redis", "postgres"] as const).filter((kind) => kind === "file" || trial.lab.servers[kind]);
  const place = await trial.place(kinds[trial.number % kinds.length]!);
  const empty = { ...place.settings, key: `app-${crypto.randomUUID()}`, place: appPlace(place.settings) };
  const members = await Promise.all(
    Array.from({ length: FLEET }, () => trial.worker({ store: empty, whose: "app" })),
  );
  host.gate = { arrived: () => ({ status: 429, body: { error: "too_many_requests" } }) };
  trial.fault();
  for (let round = 0; round < 2; round++) {
    for (const answer of await Promise.all(members.map((member) => member.send("call")))) {
      if (!trial.hangs(answer) && answer.code !== "429") trial.wrong(`not a 429: ${answer.code} ${answer.value}`);
    }
  }
  if (host.requests > REQUESTS) trial.wrong(`${host.requests} token requests into a 429`);
}

function appPlace({ kind, place }: { kind: string; place: string }): string {
  return kind === "file" ? `${place}.app` : place;
}

const LIFETIMES = ["abc", -5, null, 0, 1e300];
const CALLS = 5;

/** A lifetime that makes no sense is one hour. */
async function oddLifetime(trial: Trial): Promise<void> {
  const { host } = trial;
  const place = await trial.place("file");
  host.overrides = { expires_in: LIFETIMES[trial.number % LIFETIMES.length] };
  const member = await trial.worker({ store: { ...place.settings, place: appPlace(place.settings) }, whose: "app" });
  trial.fault();
  for (let call = 0; call < CALLS; call++) {
    const answer = await member.send("call");
    if (!trial.hangs(answer) && !answer.ok) trial.wrong(`a call failed: ${answer.code} ${answer.value}`);
  }
  if (host.requests > 1) trial.wrong(`${host.requests} token requests for ${CALLS} calls`);
}

/** The rows. */
export const clients: readonly Row[] = [
  {
    ...{ id: "switch-user", title: "a call is refused while another user signs in", trials: 20, short: 4 },
    run: switchedUser,
  },
  {
    ...{ id: "app-429", title: `${FLEET} app clients meet a 429 without Retry-After`, trials: 20, short: 3, jobs: 1 },
    run: blockedApp,
  },
  {
    ...{ id: "app-lifetime", title: "an app token whose expires_in makes no sense", trials: 20, short: 5 },
    run: oddLifetime,
  },
];
