import { act, type AnyCommand, command } from "../../command.ts";
import type { Running } from "../../host/sandbox.ts";
import { readyLine, serve } from "./serve.ts";
import { proxyOptionsOf, settingsOf, withAllowOption, withWorldOptions, type WorldValues } from "./world.ts";

const FIELDS = ["url", "proxyUrl", "certificate", "env", "clientId", "clientSecret", "redirectUri", "pid"];

type Values = WorldValues & { readonly port: number; readonly allow?: readonly string[] };

export function proxy(): AnyCommand {
  const started = command({ fields: FIELDS })
    .description(
      "Serve a sandbox behind a proxy until it is stopped\n\n" +
        "Programs that use api.soundcloud.com, secure.soundcloud.com and the media hosts reach the sandbox through it;\n" +
        "other hosts are refused. `sandbox env` prints the variables for another shell: the proxy's URL, and the\n" +
        "certificate authority to trust, which is valid only for this run. The proxy isn't a firewall: programs that\n" +
        "ignore these variables reach the network.",
    )
    .option("--port <port:port>", "Listen on this port; 0 is any free port", { default: 0 });
  return withAllowOption(withWorldOptions(started))
    .example(
      "Let every program of a shell use the sandbox",
      'tonearm sandbox proxy & sleep 2; eval "$(tonearm sandbox env)"',
    )
    .example("Run a single command", "tonearm sandbox exec -- python bot.py")
    .action(
      act(async (context, { port, allow, ...options }: Values) =>
        await serve(context, settingsOf(options), { proxy: { ...proxyOptionsOf(context, allow), port } }, proxyLine)
      ),
    );
}

function proxyLine(running: Running): string {
  return readyLine(running) +
    `Proxy ready at ${running.proxyUrl}; for its variables: eval "$(tonearm sandbox env)"\n`;
}
