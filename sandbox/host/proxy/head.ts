/**
 * The head of a request in its wire format. A proxy forwards the rest unread.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { readTarget, type Target } from "./hosts.ts";

/** A client's request to a proxy. */
export interface Wish {
  readonly method: string;
  /** The requested host and port. */
  readonly target: Target;
  /** Path and query; empty for CONNECT. */
  readonly path: string;
  /** The header lines without those for the proxy. */
  readonly headers: readonly string[];
}

/** A head and the bytes after it. */
export interface Read {
  /** Undefined if the head is invalid. */
  readonly wish: Wish | undefined;
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
      if (end >= 0) settle({ wish: parse(seen.toString("latin1", 0, end)), rest: seen.subarray(end + END.length) });
      else if (seen.length > MOST_BYTES) settle({ wish: undefined, rest: Buffer.alloc(0) });
    };
    socket.on("data", gather).once("close", gone).once("end", gone);
  });
}

/** Parses `CONNECT host:port HTTP/1.1` or `GET http://host/path HTTP/1.1`. */
function parse(head: string): Wish | undefined {
  const [first = "", ...lines] = head.split("\r\n");
  const [, method = "", address = ""] = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/.exec(first) ?? [];
  const headers = lines.filter((line) => !/^(?:proxy-[^:]*|connection|keep-alive):/i.test(line));
  if (method === "CONNECT") {
    const target = readTarget(address, 443);
    return target && { method, target, path: "", headers };
  }
  const [, authority = "", path = ""] = /^http:\/\/([^/?#]+)([^#]*)$/i.exec(address) ?? [];
  const target = readTarget(authority, 80);
  return target && { method, target, path: path.startsWith("/") ? path : `/${path}`, headers };
}
