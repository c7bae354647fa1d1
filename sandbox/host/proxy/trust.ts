/**
 * The files that make programs trust the sandbox's certificate, in a temporary folder.
 *
 * @module
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { type Identity, newIdentity } from "./authority.ts";
import { removeTemporary, temporaryFolder } from "../disk/temporary.ts";

/** The paths of the certificates. */
export interface Trust {
  /** The CA certificate of the run, for programs that add it to their own. */
  readonly authority: string;
  /** All CA certificates, for programs that replace their own; includes the machine's if other hosts are allowed. */
  readonly bundle: string;
  /** A folder with settings for PHP, which reads no variable for this. */
  readonly php: string;
  /** Removes the files. */
  remove(): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Paths of the system's CA certificates. */
const SYSTEM = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

function readOr(path: string | undefined): string | undefined {
  if (path === undefined || path === "") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Returns the machine's CA certificates: those that the environment names, or else the system's or the runtime's. */
function systemAuthorities(inherited: Environment): string {
  for (const path of [inherited.SSL_CERT_FILE, ...SYSTEM]) {
    const text = readOr(path);
    if (text !== undefined) return text;
  }
  return rootCertificates.join("\n");
}

/** Writes the files. They are removed when the process exits; the next run removes those of a killed process. */
export function makeTrust(authority: string, inherited: Environment, isOpen: boolean): Trust {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const others = isOpen ? [inherited.NODE_EXTRA_CA_CERTS, inherited.DENO_CERT].map(readOr) : [];
  const added = [authority, ...new Set(others)].join("\n");
  const paths = { authority: write("authority.pem", added), bundle: "" };
  paths.bundle = isOpen ? write("bundle.pem", `${added}\n${systemAuthorities(inherited)}`) : paths.authority;
  write("sandbox.ini", `curl.cainfo="${paths.bundle}"\nopenssl.cafile="${paths.bundle}"\n`);
  return { ...paths, php: folder, remove: () => removeTemporary(folder) };
}

/** Creates a certificate for an HTTPS server, and the file of its CA for clients. */
export async function makeOwnTls(
  names: readonly string[],
): Promise<Identity & Pick<Trust, "remove"> & { file: string }> {
  const identity = await newIdentity(names);
  const folder = temporaryFolder();
  const file = join(folder, "authority.pem");
  writeFileSync(file, identity.authority, { mode: 0o600 });
  return { ...identity, file, remove: () => removeTemporary(folder) };
}
