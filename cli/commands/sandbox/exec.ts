import { writeFile } from "node:fs/promises";
import type { Sandbox } from "@tonearm/sandbox";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { runChild } from "../../host/child.ts";
import { insideOwnNetwork, intoOwnNetwork, withoutMark } from "../../host/own_network.ts";
import { withServer } from "../../host/sandbox.ts";
import { junitOf } from "../../output/junit.ts";
import { clean, counted } from "../../output/text.ts";
import {
  environmentOf,
  proxyOptionsOf,
  settingsOf,
  withAllowOption,
  withWorldOptions,
  type WorldValues,
} from "./world.ts";

interface Values extends WorldValues {
  readonly user?: string;
  readonly allow?: readonly string[];
  readonly allowNone?: true;
  readonly junit?: string;
  readonly throughProxy?: true;
  readonly proxy: boolean;
}

const OWN_NETWORK = "tonearm: the command has a network of its own, in which only the sandbox answers; with " +
  "--through-proxy it can serve and use ports of this machine\n";

export function exec(): AnyCommand {
  const started = command()
    .description(
      "Run a command against a new sandbox\n\n" +
        "Starts a sandbox on a free port, runs the command with TONEARM_API_URL, TONEARM_AUTH_URL,\n" +
        "TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET set, stops the sandbox, and exits with the command's exit code.\n" +
        "Programs that use SoundCloud's own URLs reach the sandbox too: on Linux, where it is allowed, the command\n" +
        "has a network of its own, in which only the sandbox answers; elsewhere it uses a proxy, which refuses other\n" +
        "hosts. The exit code is 1 if a successful command sent the sandbox no request, or tried to reach another host.",
    )
    .arguments("<command...:string>")
    .option("--user <id:string>", "Sign in as this user of the catalogue; also sets TONEARM_TOKEN");
  return withAllowOption(withWorldOptions(started))
    .option("--allow-none", "Accept a command that sends the sandbox no request")
    .option(
      "--junit <file:path>",
      "Write the undocumented requests to this file, as failed tests in the format of JUnit",
    )
    .option("--through-proxy", "Use the proxy, also where the command could have a network of its own")
    .option("--no-proxy", "Leave the command's network as it is")
    .example("Run a test suite", "tonearm sandbox exec -- npm test")
    .example("Run a program that uses SoundCloud's URLs", "tonearm sandbox exec -- python bot.py")
    .example("Run a command as a user", "tonearm sandbox exec --user 1 -- tonearm me")
    .action(act(async (context, options: Values, ...words: string[]) => await run(context, options, words)));
}

function tokenOf(sandbox: Sandbox, user: string): string {
  return sandbox.issueTokens(/^\d+$/.test(user) ? Number(user) : user).access_token;
}

async function run(context: Context, options: Values, words: readonly string[]): Promise<number> {
  const { env, host } = context;
  const mayLeave = !options.proxy || options.throughProxy || options.allow !== undefined;
  const elsewhere = host.isProcess && !mayLeave ? intoOwnNetwork(env) : undefined;
  if (elsewhere !== undefined) return await runChild(elsewhere.words, elsewhere.env, host);
  const { TONEARM_TOKEN: _token, TONEARM_SANDBOX: _sandbox, TONEARM_PROFILE: _profile, ...inherited } = withoutMark(
    env,
  );
  const prefix = insideOwnNetwork(env);
  const refused: string[] = [];
  const through = () => proxyOptionsOf(context, options.allow, (name) => refused.push(name));
  const proxy = options.proxy ? { ...through(), inherited, ownNetwork: prefix !== undefined } : undefined;
  if (prefix !== undefined) await context.say(OWN_NETWORK);
  let sent = 0;
  const settings = settingsOf({ ...options, anyApp: true });
  const code = await withServer(settings, { proxy }, async ({ running, sandbox }) => {
    const token = options.user === undefined ? {} : { TONEARM_TOKEN: tokenOf(sandbox, options.user) };
    const given = Object.entries({ ...inherited, ...environmentOf(running), ...token });
    // Some programs take an empty variable for the address of a proxy.
    const variables = given.filter(([name, value]) => value !== "" || inherited[name] === "");
    const ended = await runChild([...prefix ?? [], ...words], Object.fromEntries(variables), host);
    sent = sandbox.requestCount;
    if (options.junit !== undefined) await writeFile(options.junit, junitOf(sandbox.undocumented()));
    return ended;
  });
  if (code !== 0) return code;
  const way = prefix !== undefined ? "in a network of its own" : `${options.proxy ? "through" : "without"} a proxy`;
  if (sent === 0 && !options.allowNone) {
    const hint = "Let it use api.soundcloud.com or TONEARM_API_URL; --allow-none accepts it.";
    throw new Failure("failed", `The command ran ${way} and sent the sandbox no request`, { code: "unreached", hint });
  }
  if (refused.length > 0) {
    const names = refused.map((name) => clean(name)).join(", ");
    throw new Failure("failed", `The command ran ${way} and tried to reach ${names}`, { code: "refused_host" });
  }
  await context.say(`tonearm: ${counted(sent, "request")} reached the sandbox, ${way}\n`);
  return code;
}
