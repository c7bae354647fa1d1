/// <reference lib="dom" />
import type { LoggedMessage, LoggedRequest } from "../../base/request_log.ts";
import { api, attempt, copy, ORIGIN, PREFIX, say } from "./api.ts";
import { div, el, pairs, row, span } from "./dom.ts";
import { body, dateTime } from "./format.ts";
import { icon } from "./icons.ts";

/** Headers that curl sets itself, or that depend on the connection. */
const OWN = ["host", "content-length", "connection", "accept-encoding", "user-agent"];

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a header as an argument; the token, which the log hides, becomes a shell variable. */
function headerArgument(name: string, value: string): string {
  const line = `${name}: ${value}`;
  if (!line.includes("[hidden]")) return `-H ${quoted(line)}`;
  return `-H "${line.replaceAll(/["`\\$]/g, "\\$&").replace("[hidden]", "$TOKEN")}"`;
}

function asCurl({ method, path, request }: LoggedRequest): string {
  const headers = Object.entries(request.headers).filter(([name]) => !OWN.includes(name) && !/^sec-/.test(name));
  // Without -g, curl reads brackets in a URL as a range.
  const globbing = /[[\]{}]/.test(path) ? " -g" : "";
  const verb = method === "GET" ? "" : ` -X ${method}`;
  return [
    `curl${globbing}${verb} ${quoted(ORIGIN + PREFIX + path)}`,
    ...headers.map(([name, value]) => headerArgument(name, value)),
    ...(request.body === null ? [] : [`--data-raw ${quoted(request.body)}`]),
  ].join(" \\\n  ");
}

function message(title: string, { headers, body: text }: LoggedMessage): HTMLElement {
  return el(
    "section",
    { class: "lines message" },
    el("h3", {}, title),
    pairs(headers),
    text === null
      ? el("p", { class: "soft" }, "No text in its body.")
      : body(text, `Body of the ${title.toLowerCase()}`),
  );
}

async function replay({ id }: LoggedRequest): Promise<void> {
  const { status } = await api<{ status: number }>(`requests/${id}/replay`, "POST");
  say(status === 0 ? "Sent again: the connection was lost" : `Sent again: ${status}`);
}

/** Shows a status in a form that doesn't depend on colours. */
export function statusBadge(status: number): HTMLElement {
  const other = status >= 300 ? "moved" : "good";
  const kind = status === 0 || status >= 400 ? "bad" : other;
  return span(`mono ${kind}`, status === 0 ? "lost" : status);
}

export function exchangeDetails(entry: LoggedRequest, onBack: () => void): HTMLElement {
  const { method, path, status, milliseconds, at, faults, notes, request, reply } = entry;
  const facts = [`${milliseconds} ms`, `${dateTime(at)} UTC`, ...faults.map((name) => `fault ${name}`)];
  return el(
    "article",
    { "aria-label": `${method} ${path}` },
    div(
      "lines message",
      el("button", { class: "back quiet", onclick: onBack, "aria-label": "Back to the list" }, icon("back"), "Back"),
      el("h2", { class: "mono", tabindex: "-1" }, `${method} ${path}`),
      el("p", { class: "soft" }, statusBadge(status), " ", facts.join(" · ")),
      ...notes.map((note) => el("p", {}, note)),
      row(
        el("button", { onclick: attempt(() => copy(asCurl(entry), "the curl command")) }, icon("copy"), "Copy as curl"),
        el("button", { onclick: attempt(() => replay(entry)) }, icon("again"), "Replay"),
      ),
    ),
    message("Request", request),
    message("Reply", reply),
  );
}
