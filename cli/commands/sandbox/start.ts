/**
 * `tonearm sandbox start`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { type Running, withRunning, withServer } from "../../host/sandbox.ts";
import { show } from "../../output/result.ts";
import { settingsOf } from "./world.ts";

/** Serves the sandbox until it is told to stop. */
export function start(): AnyCommand {
  return command({ fields: ["url", "apiUrl", "authUrl", "clientId", "clientSecret", "redirectUri", "pid"] })
    .description(
      "Serve the sandbox until it is stopped\n\n" +
        "Prints one line when it is ready: the address, and its application's id, secret and redirect URI. In another\n" +
        "shell `sandbox env` points the program at it, and `tonearm login --port 8765` signs a user in.",
    )
    .option("--port <port:port>", "Listen on this port; 0 is any free one", { default: 0 })
    .option("--host <address:string>", "Listen on this address instead of the loopback ones")
    .option("--data <directory:path>", "Keep the catalogue in this directory (default: in memory)")
    .option("--seed <number:natural>", "Which catalogue", { default: 42 })
    .option("--seed-file <file:path>", "Start with the users, tracks and apps of a YAML or JSON file")
    .option("--set <setting:string>", "Change a setting, such as playsLimit=3", { collect: true })
    .option("--clock <iso-time:string>", "Start the sandbox's clock at this time")
    .option("--strict", "Refuse what the service only frowns upon")
    .option(
      "--redirect-uri <uri:string>",
      "Where sign-in leads back to (default: http://127.0.0.1:8765/callback)",
    )
    .example("Serve the sandbox on port 8080", "tonearm sandbox start --port 8080")
    .example("For a web app of your own", "tonearm sandbox start --redirect-uri http://localhost:3000/callback")
    .example("For a script", "tonearm sandbox start --json --seed 7 --clock 2026-01-01T00:00:00Z")
    .action(act(async (context, options) => {
      const settings = settingsOf(options);
      await withServer(
        settings,
        { port: options.port, hostname: options.host },
        ({ running }) =>
          withRunning(context.env, running, async () => {
            if (isOpen(options.host)) await context.say(`${OPEN_NOTE}\n`);
            await show(context, running, () => readyLine(running));
            await aborted(context.host.signal);
          }),
      );
      throw context.host.signal.reason;
    }));
}

const OPEN_NOTE =
  "Everybody who can reach this address can sign in as anybody, read every upload and change everything.";

/** Whether other machines may reach an address. */
function isOpen(host: string | undefined): boolean {
  return host !== undefined && !/^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host);
}

/** Resolves when a signal aborts, or did already. */
async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

function readyLine({ url, clientId, clientSecret, redirectUri }: Running): string {
  const application = `client id ${clientId}, client secret ${clientSecret}, redirect URI ${redirectUri}`;
  return `Sandbox ready at ${url} (${application})\n`;
}
