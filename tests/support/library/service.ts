// The script of a service: one line for each request, in order.
//
//     200 {"id":1}                       a reply; a body of JSON has its content type
//     429 retry-after: 2; x-a: b | text  a reply with headers
//     after 500 200 {}                   a reply that takes half a second
//     cut 200 {"id":                     the connection breaks within the body
//     stalls 200 {"id":                  the rest of the body doesn't come
//     hangs                              no reply comes
//     fails ECONNRESET                   the network fails with this code
//     opaque                             a redirect that a browser hides
//     as ({ url }) => …                  whatever the function returns
//
// `(x*600)` stands for 600 letters.

const HOSTS = /^https:\/\/(?:api\.soundcloud\.com(?=\/)|(?=secure\.soundcloud\.com\/))/;
const USUAL: Readonly<Record<string, string>> = {
  accept: "application/json; charset=utf-8",
  "user-agent": "tonearm/",
};

/** What a request is: everything that `fetch` is given. */
export async function shownRequest(url: string, init: RequestInit): Promise<string> {
  const { method, headers: given, body, signal, redirect, ...more } = init;
  const headers = new Headers(given);
  const [, user] = /^OAuth (.*)$/.exec(headers.get("authorization") ?? "") ?? [];
  if (user) headers.delete("authorization");
  const unusual = [...headers].filter(([name, value]) => !USUAL[name] || !value.startsWith(USUAL[name]));
  const lost = Object.keys(USUAL).filter((name) => !headers.has(name));
  const content = body == null ? "" : ` | ${(body as { constructor: { name: string } }).constructor.name} `;
  const whole = body == null ? "" : new Response(body as BodyInit).text().catch((error) => `broken: ${error.message}`);
  const text = await Promise.race([whole, signal ? untilAborted(signal).catch(() => "unsent") : whole]);
  return [
    `${method} ${url.replace(HOSTS, "")}${user ? ` as ${user}` : ""}`,
    ...unusual.map(([name, value]) => `${name}: ${value}`),
    ...lost.map((name) => `without ${name}`),
    ...signal ? [] : ["without a signal"],
    ...redirect === "manual" ? [] : [`redirect ${redirect}`],
    ...Object.entries(more).filter(([, value]) => value !== null).map(([name, value]) => `${name} ${value}`),
  ].join("; ") + content +
    text.replaceAll("\r", "").replaceAll("\n", "⏎").replaceAll(/\p{Cc}/gu, encodeURIComponent).replaceAll(
      /-{4,}\d+/g,
      "----",
    );
}

/** Fails as the platform does when the network does. */
function networkError(code: string): TypeError {
  const cause = Object.assign(new Error(`connect ${code} https://u:p@api.example/a?oauth_token=x`), { code });
  return new TypeError("error sending request for url (https://api.example/a?code=secret)", { cause });
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
  ended.catch(() => {});
  return ended;
}

/** Plays a line of the script. */
export async function play(line: string, signal: AbortSignal, note: (text: string) => void): Promise<Response> {
  const [, ms, how = "", rest = ""] = /^(?:after (\d+) )?(?:(cut|stalls|hangs|fails|opaque)(?: |$))?(.*)$/.exec(line) ??
    [];
  const ended = untilAborted(signal);
  if (ms) await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, Number(ms)))]);
  if (how === "hangs") return await ended;
  if (how === "fails") throw networkError(rest);
  if (how === "opaque") {
    return Object.defineProperties(new Response(null), { status: { value: 0 }, ok: { value: false } });
  }
  const [, status = "", list = "", text = ""] = /^(\d+)(?: ([\w-]+: [^|]*?))?(?: \| ?| ?(?=[{[]|$))(.*)$/s.exec(rest) ??
    [];
  if (!status) throw new Error(`no reply: ${line}`);
  const headers = new Headers(
    list.split("; ").filter(Boolean).map((each) => each.split(/: (.*)/s).slice(0, 2) as [string, string]),
  );
  if (/^[{[]/.test(text) && !headers.has("content-type")) headers.set("content-type", "application/json");
  const body = text === "" || /^(?:204|304)$/.test(status) ? null : bodyOf(filled(text), how, ended, note);
  return new Response(body, { status: Number(status), headers });
}

function filled(text: string): string {
  return text.replaceAll(/\((.)\*(\d+)\)/g, (_, letter, count) => letter.repeat(Number(count)));
}

/** A body that says whether it was left. */
function bodyOf(
  text: string,
  how: string,
  ended: Promise<never>,
  note: (text: string) => void,
): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const middle = Math.ceil(bytes.length / 2);
  const pieces = [bytes.subarray(0, middle), bytes.subarray(middle)];
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces.shift();
      if (piece) return controller.enqueue(piece);
      if (how === "stalls") return await ended.catch((error) => controller.error(error));
      if (how === "cut") return controller.error(new TypeError("error reading a body from connection"));
      controller.close();
    },
    cancel: () => note("the body is cancelled"),
  }, { highWaterMark: 0 });
}
