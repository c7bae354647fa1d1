/** Connections that a proxy opens for its clients. */
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** SoundCloud's names as in a certificate: `*` is one label. */
export const SERVICE_NAMES: readonly string[] = [
  "soundcloud.com",
  "*.soundcloud.com",
  "*.sndcdn.com",
  "*.soundcloud.cloud",
  "*.media-streaming.soundcloud.cloud",
  "*.sandbox.test",
];

/** A pattern is the host itself, or has `*.` before any number of labels; `*` covers every host. */
export function covers(pattern: string, host: string): boolean {
  if (pattern === "*") return true;
  const [wanted, name] = [pattern.toLowerCase(), host.toLowerCase()];
  return wanted.startsWith("*.") ? name.endsWith(wanted.slice(1)) : name === wanted;
}

export function isServiceName(host: string): boolean {
  return SERVICE_NAMES.some((pattern) => covers(pattern, host));
}

export interface Target {
  readonly host: string;
  readonly port: number;
}

function readTarget(text: string, defaultPort: number): Target | undefined {
  const [, name, port] = /^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (name === undefined) return undefined;
  return { host: name.replace(/^\[|\]$/g, ""), port: Number(port ?? defaultPort) };
}

export interface Head {
  readonly method: string;
  readonly target: Target;
  readonly path: string;
  /** Whether the URL of the request, which isn't CONNECT, is https. */
  readonly isHttps: boolean;
  readonly headers: readonly string[];
}

export interface Read {
  readonly head: Head | undefined;
  readonly rest: Buffer;
}

const MOST_BYTES = 65_536;
const END = "\r\n\r\n";

/** Reads the head from a connection and pauses it there; resolves with undefined if it ends first. */
export function readHead(socket: Socket): Promise<Read | undefined> {
  return new Promise((resolve) => {
    let seen = Buffer.alloc(0);
    const settle = (read: Read | undefined) => {
      socket.off("data", gather).off("close", gone).off("end", gone);
      socket.pause();
      resolve(read);
    };
    const gone = () => settle(undefined);
    const gather = (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk]);
      const end = seen.indexOf(END);
      if (end >= 0) settle({ head: parse(seen.toString("latin1", 0, end)), rest: seen.subarray(end + END.length) });
      else if (seen.length > MOST_BYTES) settle({ head: undefined, rest: Buffer.alloc(0) });
    };
    socket.on("data", gather).once("close", gone).once("end", gone);
  });
}

function parse(text: string): Head | undefined {
  const [first = "", ...lines] = text.split("\r\n");
  const [, method = "", address = ""] = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/.exec(first) ?? [];
  const headers = lines.filter((line) => !/^(?:proxy-[^:]*|connection|keep-alive):/i.test(line));
  if (method === "CONNECT") {
    const target = readTarget(address, 443);
    return target && { method, target, path: "", isHttps: false, headers };
  }
  const [, https, authority = "", path = ""] = /^http(s?):\/\/([^/?#]+)([^#]*)$/i.exec(address) ?? [];
  const target = readTarget(authority, https ? 443 : 80);
  return target && { method, target, path: path.startsWith("/") ? path : `/${path}`, isHttps: Boolean(https), headers };
}

async function dial({ host, port }: Target): Promise<Socket> {
  const socket = connect({ host, port });
  await once(socket, "connect");
  return socket;
}

function join(client: Socket, server: Socket, first: string | Buffer): void {
  for (const [one, other] of [[client, server], [server, client]] as const) {
    one.on("error", () => other.destroy());
    one.once("close", () => other.destroy());
  }
  if (first.length > 0) server.write(first);
  client.pipe(server);
  server.pipe(client);
}

/** Sends an error response and closes the connection. Programs may show the reason phrase. */
export function refuse(client: Socket, status: number, reason: string): void {
  const head = [`HTTP/1.1 ${status} ${reason}`, "content-type: text/plain; charset=utf-8", "connection: close"];
  const body = `${reason}\n`;
  client.on("error", () => {});
  client.end([...head, `content-length: ${body.length}`, "", body].join("\r\n"));
  // Drains the client's remaining bytes, because unread bytes would block the response.
  client.resume();
}

export async function tunnel(client: Socket, { head, rest }: Read & { head: Head }, to: Target): Promise<void> {
  let server: Socket;
  try {
    server = await dial(to);
  } catch {
    return refuse(client, 502, `Cannot reach ${head.target.host}`);
  }
  if (client.destroyed) return void server.destroy();
  if (head.method === "CONNECT") {
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  } else {
    const text = [`${head.method} ${head.path} HTTP/1.1`, ...head.headers, "Connection: close", "", ""].join("\r\n");
    server.write(text, "latin1");
  }
  join(client, server, rest);
}
