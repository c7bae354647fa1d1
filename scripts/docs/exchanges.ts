/**
 * Sends the requests that a page shows in `http` blocks to a sandbox, and writes down the responses.
 *
 * A block is a request line, headers, and a body after a blank line. `Authorization` may be `user`, `app`, `basic` or
 * `none`. A line `# name=1` changes a setting of the sandbox.
 */
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { writeWav } from "../../tests/support/sandbox/sounds.ts";
import { replaced } from "./snippets.ts";

const BLOCK = /```http\n([^]*?)(\n\n>>> )[^]*?```/g;
/** The length at which a body is cut. */
const LONGEST = 230;

/** Returns the page with the current response to each of its requests. */
export async function exchange(page: string): Promise<string> {
  return await replaced(
    page,
    BLOCK,
    async ([, request = "", mark]) => `\`\`\`http\n${request}${mark}${await respond(request)}\n\`\`\``,
  );
}

async function respond(request: string): Promise<string> {
  const [head = "", body] = request.split("\n\n");
  const [first = "", ...lines] = head.split("\n");
  const settings = lines.filter((line) => line.startsWith("# ")).map((line) => line.slice(2).split("="));
  const config = Object.fromEntries(settings.map(([name, value]) => [name, Number(value)]));
  using sandbox = createSandbox({ clock: "2026-01-01T12:00:00Z", config });
  const [method = "", path = ""] = first.split(" ");
  const headers = new Headers(
    lines.filter((line) => !line.startsWith("#")).map((line) => line.split(": ") as [string, string]),
  );
  authorize(sandbox, headers);
  const { authUrl, baseUrl } = sandbox.clientConfig;
  const url = (/^\/(?:oauth|authorize)/.test(path) ? authUrl : baseUrl) + path;
  const response = await sandbox.fetch(url, { method, headers, body: bodyOf(body), redirect: "manual" });
  const type = response.headers.get("content-type")?.split(";")[0];
  const text = await response.text();
  const line = (type === "text/html" ? text.replaceAll(/<[^>]*>/g, "") : text).trim().replaceAll(/\s*\n\s*/g, " ");
  return `${response.status} ${type}\n${line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line}`.trimEnd();
}

/** Replaces the word for a caller by credentials. */
function authorize(sandbox: Sandbox, headers: Headers): void {
  const { clientId, clientSecret } = sandbox.clientConfig;
  const caller = headers.get("authorization");
  headers.delete("authorization");
  if (caller === "basic") headers.set("authorization", `Basic ${btoa(`${clientId}:${clientSecret}`)}`);
  if (caller !== "user" && caller !== "app") return;
  headers.set("authorization", `OAuth ${sandbox.issueTokens(caller === "app" ? null : undefined).access_token}`);
}

/** A body of the page: JSON, a form, or a form with files, whose names start with `@`. */
function bodyOf(text: string | undefined): BodyInit | null {
  if (text === undefined) return null;
  if (text.startsWith("{")) return new Blob([text], { type: "application/json" });
  const fields = new URLSearchParams(text);
  if (!text.includes("=@")) return fields;
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value.startsWith("@") ? fileOf(value.slice(1)) : value);
  return form;
}

/** A second of silence for `.wav`, and text for any other name. */
function fileOf(name: string): File {
  return new File(name.endsWith(".wav") ? [writeWav(new Float32Array(44_100), 44_100)] : ["no sound"], name);
}
