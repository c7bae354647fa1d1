// Shared code of `sandbox start` and `sandbox proxy`, which serve until they are stopped.
import { once } from "node:events";
import type { Context } from "../../context.ts";
import { type Listening, type Running, type SandboxSettings, withRunning, withServer } from "../../host/sandbox.ts";
import { show } from "../../output/result.ts";

const OPEN_NOTE = "Anyone who can reach this port can sign in as any user, read every upload and change everything.";

export async function serve(
  context: Context,
  settings: SandboxSettings,
  listening: Listening,
  line: (running: Running) => string,
): Promise<never> {
  const { signal } = context.host;
  const { hostname = "localhost" } = listening;
  const isOpen = !/^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(hostname);
  await withServer(settings, listening, ({ running }) =>
    withRunning(context.env, running, async () => {
      if (isOpen) await context.say(`${OPEN_NOTE}\n`);
      const announcement = line(running);
      await show(context, running, () => announcement);
      if (!signal.aborted) await once(signal, "abort");
    }));
  throw signal.reason;
}

export function readyLine({ url, clientId, clientSecret, redirectUri }: Running): string {
  const application = `client id ${clientId}, client secret ${clientSecret}, redirect URI ${redirectUri}`;
  return `Sandbox ready at ${url} (${application})\n`;
}
