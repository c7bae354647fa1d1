/**
 * Connections that a proxy opens for its clients.
 *
 * @module
 */
import type { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import type { Read, Wish } from "./head.ts";
import type { Target } from "./hosts.ts";

/** Opens a connection. */
function dial({ host, port }: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

/** Forwards bytes in both directions until one side closes. */
function join(client: Socket, server: Socket, first: string | Buffer): void {
  for (const [one, other] of [[client, server], [server, client]] as const) {
    one.on("error", () => other.destroy());
    one.once("close", () => other.destroy());
  }
  if (first.length > 0) server.write(first);
  client.pipe(server);
  server.pipe(client);
}

/** Sends an error reply and closes the connection. Programs may show the reason phrase. */
export function refuse(client: Socket, status: number, reason: string): void {
  const head = [`HTTP/1.1 ${status} ${reason}`, "content-type: text/plain; charset=utf-8", "connection: close"];
  const body = `${reason}\n`;
  client.on("error", () => {});
  client.end([...head, `content-length: ${body.length}`, "", body].join("\r\n"));
  // Drains the client's remaining bytes, because unread bytes would block the reply.
  client.resume();
}

/** Connects a client to a server, which doesn't notice the proxy. */
export async function tunnel(client: Socket, { wish, rest }: Read & { wish: Wish }, to: Target): Promise<void> {
  let server: Socket;
  try {
    server = await dial(to);
  } catch {
    return refuse(client, 502, `Cannot reach ${wish.target.host}`);
  }
  if (client.destroyed) return void server.destroy();
  if (wish.method === "CONNECT") {
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    return join(client, server, rest);
  }
  const head = [`${wish.method} ${wish.path} HTTP/1.1`, ...wish.headers, "Connection: close", "", ""].join("\r\n");
  server.write(head, "latin1");
  join(client, server, rest);
}
