import { readFileSync, writeFileSync } from "node:fs";
import { act, type AnyCommand, command } from "../../command.ts";
import { defined } from "../../defined.ts";
import { usage } from "../../errors.ts";
import { type Listening, readInputFile, type Running } from "../../host/sandbox.ts";
import { readyLine, serve } from "./serve.ts";
import { settingsOf, withWorldOptions, type WorldValues } from "./world.ts";

const FIELDS = ["url", "apiUrl", "authUrl", "clientId", "clientSecret", "redirectUri", "certificate", "pid"];

interface Values extends WorldValues {
  readonly port: number;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly tls?: true;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export function start(): AnyCommand {
  const started = command({ fields: FIELDS })
    .description(
      "Serve the sandbox until it is stopped\n\n" +
        "Prints one line when it is ready: its URL, and its application's id, secret and redirect URI. In another\n" +
        "shell, `sandbox env` points programs at it, and `tonearm login --port 8765` signs a user in. Open the URL in\n" +
        "a browser to see the dashboard.",
    )
    .option("--port <port:port>", "Listen on this port; 0 is any free port", { default: 0 })
    .option("--host <address:string>", "Listen on this address instead of loopback")
    .option("--public-url <url:string>", "The URL in links, such as https://sandbox.example.org")
    .option("--tls", "Serve HTTPS; without --cert and --key, with a new certificate authority")
    .option(
      "--ca <file:path>",
      "Serve HTTPS, and copy the authority to this file: for containers that use SoundCloud's hosts",
    )
    .option("--cert <file:path>", "The certificate (PEM)")
    .option("--key <file:path>", "The certificate's private key (PEM)");
  return withWorldOptions(started)
    .example("Serve the sandbox on port 8080", "tonearm sandbox start --port 8080")
    .example("For your own web app", "tonearm sandbox start --redirect-uri http://localhost:3000/callback")
    .example("For a script", "tonearm sandbox start --json --seed 7 --clock 2026-01-01T00:00:00Z")
    .action(
      act(async (context, options: Values) =>
        await serve(context, settingsOf(options), await listeningOf(options), (running) => {
          if (options.ca !== undefined && running.certificate) {
            writeFileSync(options.ca, readFileSync(running.certificate));
          }
          return certifiedLine(running);
        })
      ),
    );
}

async function listeningOf({ port, host, publicUrl, tls, ca, cert, key }: Values): Promise<Listening> {
  if (publicUrl !== undefined && !/^https?:\/\/[^/?#@]+\/?$/.test(publicUrl)) {
    throw usage("--public-url must be a URL without a path, like https://sandbox.example.org");
  }
  if (ca !== undefined && cert !== undefined) throw usage("--ca and --cert can't be given together");
  if ((cert === undefined) !== (key === undefined)) throw usage("--cert and --key must be given together");
  const own = cert === undefined || key === undefined
    ? undefined
    : { cert: await readInputFile(cert), key: await readInputFile(key) };
  return defined({ port, hostname: host, publicUrl, tls: own ?? (tls || ca !== undefined ? true : undefined) });
}

function certifiedLine(running: Running): string {
  const { certificate } = running;
  return readyLine(running) + (certificate === undefined ? "" : `Its certificate authority is ${certificate}\n`);
}
