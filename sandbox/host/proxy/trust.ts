/** The files that make programs trust the sandbox's certificate, in a temporary folder. */
import type { AlgorithmIdentifier, Extension, Name, TBSCertificate } from "@peculiar/asn1-x509";
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { removeTemporary, temporaryFolder } from "../disk/temporary.ts";

export interface Identity {
  /** Private key of the server, PEM. It stays in memory. */
  readonly key: string;
  /** Its certificate and the authority's, PEM. */
  readonly cert: string;
  /** The CA certificate that clients have to trust, PEM. */
  readonly authority: string;
}

const ECDSA_SHA256 = "1.2.840.10045.4.3.2";
const COMMON_NAME = "2.5.4.3";
const SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
const DAY_MS = 86_400_000;
/** Validity in days, for long runs and clock skew; phones and browsers accept at most 398 days. */
const VALID_DAYS = { before: 2, after: 90 };

async function load() {
  const [schema, x509] = await Promise.all([import("@peculiar/asn1-schema"), import("@peculiar/asn1-x509")]);
  return { ...schema, ...x509 };
}

type Asn1 = Awaited<ReturnType<typeof load>>;

interface Party {
  readonly name: Name;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function newParty(asn1: Asn1, commonName: string): Party {
  const value = new asn1.AttributeValue({ utf8String: commonName });
  const attribute = new asn1.AttributeTypeAndValue({ type: COMMON_NAME, value });
  const name = new asn1.Name([new asn1.RelativeDistinguishedName([attribute])]);
  return { name, ...generateKeyPairSync("ec", { namedCurve: "P-256" }) };
}

function publicInfo(key: KeyObject): Uint8Array<ArrayBuffer> {
  return new Uint8Array(key.export({ type: "spki", format: "der" }));
}

/** Returns a key identifier for certificates; any digest is allowed (RFC 7093). */
function identifier(asn1: Asn1, { publicKey }: Party) {
  return new asn1.OctetString(createHash("sha256").update(publicInfo(publicKey)).digest().subarray(0, 20));
}

function extension(asn1: Asn1, extnID: string, value: unknown, critical = false): Extension {
  const extnValue = new asn1.OctetString(asn1.AsnConvert.serialize(value));
  return new asn1.Extension({ extnID, critical, extnValue });
}

function serialNumber(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(16));
  bytes[0] = (bytes[0] ?? 0) & 0x7f | 0x40;
  return bytes.buffer;
}

function content(asn1: Asn1, subject: Party, issuer: Party, extensions: readonly Extension[]): TBSCertificate {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS);
  return new asn1.TBSCertificate({
    version: asn1.Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm(asn1),
    issuer: issuer.name,
    subject: subject.name,
    validity: new asn1.Validity({ notBefore: at(-VALID_DAYS.before), notAfter: at(VALID_DAYS.after) }),
    subjectPublicKeyInfo: asn1.AsnConvert.parse(publicInfo(subject.publicKey), asn1.SubjectPublicKeyInfo),
    extensions: new asn1.Extensions([
      ...extensions,
      extension(asn1, asn1.id_ce_subjectKeyIdentifier, identifier(asn1, subject)),
    ]),
  });
}

function algorithm(asn1: Asn1): AlgorithmIdentifier {
  return new asn1.AlgorithmIdentifier({ algorithm: ECDSA_SHA256 });
}

function signed(asn1: Asn1, subject: Party, issuer: Party, extensions: readonly Extension[]): string {
  const tbsCertificate = content(asn1, subject, issuer, extensions);
  const signature = sign("sha256", new Uint8Array(asn1.AsnConvert.serialize(tbsCertificate)), issuer.privateKey);
  const signatureValue = new Uint8Array(signature).buffer;
  const certificate = new asn1.Certificate({ tbsCertificate, signatureAlgorithm: algorithm(asn1), signatureValue });
  const text = btoa(String.fromCharCode(...new Uint8Array(asn1.AsnConvert.serialize(certificate))));
  return `-----BEGIN CERTIFICATE-----\n${text.replace(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`;
}

function authorityExtensions(asn1: Asn1): Extension[] {
  const { keyCertSign, cRLSign } = asn1.KeyUsageFlags;
  return [
    extension(asn1, asn1.id_ce_basicConstraints, new asn1.BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
    extension(asn1, asn1.id_ce_keyUsage, new asn1.KeyUsage(keyCertSign | cRLSign), true),
  ];
}

function serverExtensions(asn1: Asn1, issuer: Party, names: readonly string[]): Extension[] {
  const alternatives = names.map((name) => new asn1.GeneralName(isIP(name) ? { iPAddress: name } : { dNSName: name }));
  const keyIdentifier = new asn1.KeyIdentifier(identifier(asn1, issuer).buffer);
  return [
    extension(asn1, asn1.id_ce_basicConstraints, new asn1.BasicConstraints({ cA: false }), true),
    extension(asn1, asn1.id_ce_keyUsage, new asn1.KeyUsage(asn1.KeyUsageFlags.digitalSignature), true),
    extension(asn1, asn1.id_ce_extKeyUsage, new asn1.ExtendedKeyUsage([SERVER_AUTH])),
    extension(asn1, asn1.id_ce_subjectAltName, new asn1.SubjectAlternativeName(alternatives)),
    extension(asn1, asn1.id_ce_authorityKeyIdentifier, new asn1.AuthorityKeyIdentifier({ keyIdentifier })),
  ];
}

/** Creates a CA and a certificate for names and addresses. The CA's key is never stored, so it signs nothing else. */
export async function newIdentity(names: readonly string[]): Promise<Identity> {
  const asn1 = await load();
  const issuer = newParty(asn1, "Sandbox authority of one run");
  const server = newParty(asn1, "Sandbox");
  const authority = signed(asn1, issuer, issuer, authorityExtensions(asn1));
  const own = signed(asn1, server, issuer, serverExtensions(asn1, issuer, names));
  const key = server.privateKey.export({ type: "pkcs8", format: "pem" });
  return { key: String(key), cert: own + authority, authority };
}

export interface Trust {
  /** The CA certificate of the run, for programs that add it to their own. */
  readonly authority: string;
  /** All CA certificates, for programs that replace their own; includes the machine's if other hosts are allowed. */
  readonly bundle: string;
  /** The folder of the files, with settings for PHP, which reads no variable for this. */
  readonly folder: string;
  write(name: string, content: string | Uint8Array): string;
  remove(): void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const SYSTEM_AUTHORITIES: readonly string[] = [
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

function systemAuthorities(inherited: Environment): string {
  for (const path of [inherited.SSL_CERT_FILE, ...SYSTEM_AUTHORITIES]) {
    const found = readOr(path);
    if (found !== undefined) return found;
  }
  return rootCertificates.join("\n");
}

/** Writes the files. They are removed when the process exits; the next run removes those of a killed process. */
export function makeTrust(authority: string, inherited: Environment, isOpen: boolean): Trust {
  const folder = temporaryFolder();
  const write = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const others = isOpen ? [inherited.NODE_EXTRA_CA_CERTS, inherited.DENO_CERT].map(readOr) : [];
  const added = [authority, ...new Set(others)].join("\n");
  const paths = { authority: write("authority.pem", added), bundle: "" };
  paths.bundle = isOpen ? write("bundle.pem", `${added}\n${systemAuthorities(inherited)}`) : paths.authority;
  write("sandbox.ini", `curl.cainfo="${paths.bundle}"\nopenssl.cafile="${paths.bundle}"\n`);
  return { ...paths, folder, write, remove: () => removeTemporary(folder) };
}
