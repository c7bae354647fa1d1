import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import type { Environment, Trust } from "./trust.ts";

/** Both hooks send connections to SoundCloud's hosts to `port` on this machine. */
export interface Hook {
  readonly port: number;
  readonly authority: string;
  readonly names: readonly string[];
}

function patternOf(names: readonly string[]): string {
  const parts = names.map((name) => name.replaceAll(".", "\\.").replace(/^\*$/, ".*").replace(/^\*\\\./, ".+\\."));
  return `^(?:${parts.join("|") || "(?!)"})$`;
}

/** Returns a module for Node: every client of it connects by `net.Socket`. */
function nodeHook({ port, names }: Hook): string {
  return `"use strict";
const net = require("node:net");
const service = new RegExp(${JSON.stringify(patternOf(names))}, "i");
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...given) {
  const [first] = given;
  const list = Array.isArray(first) ? first : undefined;
  const options = list ? list[0] : first;
  if (options && typeof options === "object" && Number(options.port) === 443 && service.test(options.host || "")) {
    const here = { ...options, host: "127.0.0.1", port: ${port}, lookup: undefined };
    if (list) list[0] = here;
    else given[0] = here;
  }
  return connect.apply(this, given);
};
`;
}

/** Every client of Python finds addresses by `socket.getaddrinfo`, and some bring their own certificates. */
function pythonHook({ port, names, authority }: Hook): string {
  return `import re, socket, ssl
_service = re.compile(${JSON.stringify(patternOf(names))}, re.I)
_find = socket.getaddrinfo
def getaddrinfo(host, port, *rest, **named):
    name = host.decode() if isinstance(host, bytes) else host
    if name and str(port) in ("443", "https") and _service.match(name):
        return _find("127.0.0.1", ${port}, *rest, **named)
    return _find(host, port, *rest, **named)
socket.getaddrinfo = getaddrinfo
_load = ssl.SSLContext.load_verify_locations
def load_verify_locations(self, *given, **named):
    _load(self, *given, **named)
    _load(self, ${JSON.stringify(authority)})
ssl.SSLContext.load_verify_locations = load_verify_locations
`;
}

const PEM = /-----BEGIN CERTIFICATE-----([^-]+)-----END/g;

/** Returns certificates as a key store of Java, which reads no PEM: the format `JKS`, which every version has. */
function javaStore(pem: string): Uint8Array {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
  const entries = [...pem.matchAll(PEM)].map(([, base64 = ""], i) => {
    const certificate = Buffer.from(base64, "base64");
    const head = [number(2), text(`authority ${i}`), Buffer.alloc(8), text("X.509"), number(certificate.length)];
    return Buffer.concat([...head, certificate]);
  });
  const content = Buffer.concat([number(0xfeedfeed), number(2), number(entries.length), ...entries]);
  const password = Buffer.from("changeit", "utf16le").swap16();
  return Buffer.concat([
    content,
    createHash("sha1").update(password).update("Mighty Aphrodite").update(content).digest(),
  ]);
}

function javaOptions({ bundle, write }: Trust, proxy: string, inherited: Environment): string {
  const { hostname, port } = new URL(proxy || "http://localhost");
  const through = ["http", "https"].flatMap((scheme) => [
    `-D${scheme}.proxyHost=${hostname}`,
    `-D${scheme}.proxyPort=${port}`,
  ]);
  const store = write("authorities.jks", javaStore(readFileSync(bundle, "utf8")));
  const trusted = [`-Djavax.net.ssl.trustStore=${store}`, "-Djavax.net.ssl.trustStoreType=JKS"];
  return [inherited.JAVA_TOOL_OPTIONS ?? "", ...trusted, ...(proxy ? through : [])].join(" ").trim();
}

/** Hosts that bypass the proxy: the sandbox and the program's own servers. */
const DIRECT = "localhost,127.0.0.1,::1";

/** Returns the variable in upper and lower case, because programs read either. */
function both(name: string, value: string): Record<string, string> {
  return { [name]: value, [name.toLowerCase()]: value };
}

/** Returns the variables that make a program trust the sandbox. There is no standard: each is one of a few languages. */
export function trustEnvironment(trust: Trust, hook: Hook, inherited: Environment, proxy = ""): Record<string, string> {
  const { authority, bundle, folder, write } = trust;
  write("sitecustomize.py", pythonHook(hook));
  return {
    PYTHONPATH: [folder, ...(inherited.PYTHONPATH ? [inherited.PYTHONPATH] : [])].join(delimiter),
    NODE_EXTRA_CA_CERTS: authority,
    DENO_CERT: authority,
    // These checks would be refused, which would look like an error of the program.
    DENO_NO_UPDATE_CHECK: "1",
    NPM_CONFIG_UPDATE_NOTIFIER: "false",
    SSL_CERT_FILE: bundle,
    CURL_CA_BUNDLE: bundle,
    REQUESTS_CA_BUNDLE: bundle,
    GIT_SSL_CAINFO: bundle,
    PERL_LWP_SSL_CA_FILE: bundle,
    HTTPS_CA_FILE: bundle,
    JAVA_TOOL_OPTIONS: javaOptions(trust, proxy, inherited),
    WGETRC: write("wgetrc", `ca_certificate = ${bundle}\n`),
    // An empty entry is PHP's default folder.
    PHP_INI_SCAN_DIR: [inherited.PHP_INI_SCAN_DIR ?? "", folder].join(delimiter),
  };
}

/** Returns the variables that make a program use the proxy; clients that ignore them are hooked in Node and Python. */
export function proxyEnvironment(
  proxy: string,
  { write }: Trust,
  hook: Hook,
  inherited: Environment,
): Record<string, string> {
  return {
    ...both("HTTPS_PROXY", proxy),
    ...both("HTTP_PROXY", proxy),
    ...both("NO_PROXY", proxy && DIRECT),
    PERL_LWP_ENV_PROXY: "1",
    NODE_USE_ENV_PROXY: "1",
    NODE_OPTIONS: `${inherited.NODE_OPTIONS ?? ""} --require ${write("hook.cjs", nodeHook(hook))}`.trim(),
  };
}

/** Returns the variables that switch every proxy off. */
export function directEnvironment(): Record<string, string> {
  return { ...both("HTTPS_PROXY", ""), ...both("HTTP_PROXY", ""), ...both("NO_PROXY", ""), ...both("ALL_PROXY", "") };
}
