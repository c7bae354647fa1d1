/**
 * A network in which only the sandbox answers: it has SoundCloud's names, ports and certificate, and no way out. The
 * process runs in it already (`unshare`), with the rights to set it up.
 */
import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isServiceName } from "./tunnel.ts";
import { SYSTEM_AUTHORITIES } from "./trust.ts";

const HEADER = 12;
const TYPES: Readonly<Record<number, Buffer>> = {
  1: Buffer.from([127, 0, 0, 1]),
  28: Buffer.concat([Buffer.alloc(15), Buffer.from([1])]),
};

function question(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query[at] ?? 0; length > 0 && at < query.length; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 5 };
}

/** Answers a DNS query: SoundCloud's names are this machine, others don't exist. */
function answer(query: Buffer, onRefused: (host: string) => void): Buffer {
  const { name, end } = question(query);
  const isOwn = isServiceName(name) || name === "localhost";
  const address = isOwn ? TYPES[query.readUInt16BE(end - 4)] : undefined;
  if (!isOwn) onRefused(name);
  const reply = Buffer.from(query.subarray(0, end));
  reply.writeUInt16BE(isOwn ? 0x8180 : 0x8183, 2);
  reply.fill(0, 6, HEADER);
  if (address === undefined) return reply;
  reply.writeUInt16BE(1, 6);
  const head = Buffer.from([0xc0, HEADER, 0, 0, 0, 1, 0, 0, 0, 60, 0, address.length]);
  query.copy(head, 2, end - 4, end - 2);
  return Buffer.concat([reply, head, address]);
}

async function answerNames(onRefused: (host: string) => void): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    if (query.length > HEADER + 4) socket.send(answer(query, onRefused), port, address);
  });
  await new Promise<void>((resolve, reject) => socket.once("error", reject).bind(53, "127.0.0.1", resolve));
  return socket;
}

/** Puts a file in place of one of the system's, for this process and its children. */
function cover(path: string, source: string): void {
  if (existsSync(path)) execFileSync("mount", ["--bind", source, path]);
}

function lostPackets(): number {
  const [names = "", values = ""] = readFileSync("/proc/self/net/snmp", "utf8").split("\n");
  return Number(values.split(" ")[names.split(" ").indexOf("OutNoRoutes")] ?? 0);
}

/**
 * Sets up this process's network, with files in a folder and these certificates to trust. Closing it stops answering, and
 * reports packets to addresses outside.
 */
export async function ownNetwork(
  folder: string,
  bundle: string,
  onRefused: (host: string) => void,
): Promise<{ close(): void }> {
  execFileSync("ip", ["link", "set", "lo", "up"]);
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o644 });
    return join(folder, name);
  };
  cover("/etc/resolv.conf", file("resolv.conf", "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"));
  // Other sources of names, such as systemd-resolved, would ask outside.
  cover("/etc/nsswitch.conf", file("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"));
  for (const path of SYSTEM_AUTHORITIES) cover(path, bundle);
  const names = await answerNames(onRefused);
  const before = lostPackets();
  return {
    close() {
      names.close();
      if (lostPackets() > before) onRefused("an address outside");
    },
  };
}
