/** Runs the sessions of the documentation against a sandbox. */
import { createSandbox } from "@tonearm/sandbox";
import { fileURLToPath } from "node:url";
import { chooseConfig, LAZY_IMPORTS } from "../deno.ts";
import { ran } from "../ran.ts";
import { replaced } from "./snippets.ts";

const ROOT = new URL("../../", import.meta.url);
const COLUMNS = 100;
/** The sandbox's fixed time, for reproducible output. */
const CLOCK = "2026-01-01T12:00:00Z";
const SESSION = /```console\n([^]*?)```/g;

/** Runs one command line of a session, and returns what a terminal shows. */
export type Shell = (line: string) => Promise<string>;

/** Runs the sessions of a page again, and returns the page. */
export async function replay(page: string, shell: Shell): Promise<string> {
  return await replaced(page, SESSION, async ([, session = ""]) => {
    let shown = "";
    for (const line of session.split("\n").filter((line) => line.startsWith("$ "))) {
      shown += `${line}\n${await shell(line.slice(2))}`;
    }
    return `\`\`\`console\n${shown}\`\`\``;
  });
}

/** Runs a task with a shell in which `tonearm` is the program from source, signed in at a sandbox. */
export async function withShell<T>(task: (shell: Shell) => Promise<T>): Promise<T> {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-docs-" });
  const sandbox = createSandbox({ clock: CLOCK });
  const server = await sandbox.serve();
  try {
    await Deno.writeTextFile(`${directory}/tonearm`, await wrapper(), { mode: 0o755 });
    const env = {
      PATH: `${directory}:${Deno.env.get("PATH")}`,
      TERM: "dumb",
      SHELL: "/bin/sh",
      TONEARM_CONFIG_DIR: `${directory}/config`,
      TONEARM_DATA_DIR: `${directory}/data`,
      TONEARM_API_URL: server.url,
      TONEARM_AUTH_URL: server.url,
      // Prevents access to the user's keychain.
      DBUS_SESSION_BUS_ADDRESS: "",
      XDG_RUNTIME_DIR: "",
      TONEARM_TOKEN: sandbox.issueTokens().access_token,
    };
    const cwd = await musicFolder(directory);
    const tidy = (text: string) =>
      text.replaceAll(directory, "~").replaceAll(server.url, "http://127.0.0.1:8080")
        .replaceAll(`localhost:${server.port}`, "localhost:8080")
        // Most people have a network for the command; some machines, and most runners of tests, forbid it.
        .replaceAll(/(?<=reached the sandbox, )through a proxy/g, "in a network of its own");
    return await task(async (line) => tidy(await inTerminal(line, { cwd, env })));
  } finally {
    await server.close();
    sandbox.close();
    await Deno.remove(directory, { recursive: true });
  }
}

async function wrapper(): Promise<string> {
  const main = fileURLToPath(new URL("cli/main.ts", ROOT));
  const options = ["-q", "--no-lock", LAZY_IMPORTS, "--config", await chooseConfig(), "-P=exec"];
  const words = [Deno.execPath(), "run", ...options, main];
  return `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`;
}

/** Creates the folder of the sessions, with files to upload. */
async function musicFolder(directory: string): Promise<string> {
  const folder = `${directory}/music`;
  await Deno.mkdir(folder);
  for (const name of ["tone", "one", "two"]) {
    await Deno.copyFile(new URL("examples/tone.wav", ROOT), `${folder}/${name}.wav`);
  }
  await Deno.writeTextFile(
    `${folder}/album.csv`,
    "file,title,sharing\none.wav,First,private\ntwo.wav,Second,private\n",
  );
  await Deno.mkdir(`${folder}/catalogue`);
  await Deno.copyFile(new URL("examples/catalogue.yml", ROOT), `${folder}/workflow.yml`);
  for (const name of ["assistant.json", "assistant_tools.jsonl"]) {
    await Deno.copyFile(new URL(`examples/${name}`, ROOT), `${folder}/${name}`);
  }
  return folder;
}

async function inTerminal(line: string, at: { cwd: string; env: Record<string, string> }): Promise<string> {
  const args = ["-qc", `stty cols ${COLUMNS}; ${line}`, "/dev/null"];
  return (await ran("script", args, at)).stdout.replaceAll("\r", "");
}
