// Finds the newest release, and downloads and checks its archive.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import process from "node:process";
import { promisify } from "node:util";
import type { Context } from "../context.ts";
import { Failure } from "../errors.ts";
import { usersOwn } from "../host/child_env.ts";

export const REPOSITORY = "https://github.com/tonearm/tonearm";
const execute = promisify(execFile);
const SYSTEMS: Readonly<Record<string, string>> = { linux: "linux", darwin: "macos", win32: "windows" };

/** The URL of the releases: TONEARM_RELEASES, as for install.sh, or the project's page. */
function releasesAddress({ env }: Context): string {
  return env.TONEARM_RELEASES || `${REPOSITORY}/releases`;
}

export function archiveName(): string {
  const system = SYSTEMS[process.platform];
  if (system === undefined) throw new Failure("failed", `There is no single file for ${process.platform}`);
  return `tonearm-${system}-${process.arch}.${system === "windows" ? "zip" : "tar.gz"}`;
}

/** Returns the version of the newest release. Its page redirects to the page of its tag. */
export async function newestVersion(context: Context): Promise<string> {
  const address = `${releasesAddress(context)}/latest`;
  const response = await request(context, address, "manual");
  await response.body?.cancel();
  const [, version] = /\/tag\/v(\d+\.\d+\.\d+[\w.-]*)$/.exec(response.headers.get("location") ?? "") ?? [];
  if (version === undefined) throw new Failure("failed", `Cannot find the newest release: ${address} lists no release`);
  return version;
}

/**
 * Downloads an archive of a release to a path, and checks its checksum and, if `gh` can, its attestation; resolves to
 * why the attestation was not verified, if it wasn't.
 *
 * @throws {Failure} When either is wrong; the file is then missing or must not be used.
 */
export async function download(
  context: Context,
  version: string,
  archive: string,
  path: string,
): Promise<string | undefined> {
  const address = `${releasesAddress(context)}/download/v${version}`;
  const sums = new TextDecoder().decode(await receive(context, `${address}/SHA256SUMS`));
  const bytes = await receive(context, `${address}/${archive}`);
  const [, expected] = sums.split("\n").map((line) => /^([0-9a-f]{64}) [ *](\S+)$/.exec(line) ?? [])
    .find(([, , name]) => name === archive) ?? [];
  if (expected === undefined) throw new Failure("failed", `The release has no checksum for ${archive}`);
  if (createHash("sha256").update(bytes).digest("hex") !== expected) {
    throw new Failure("failed", `The checksum of ${archive} is wrong: nothing was installed`, { code: "checksum" });
  }
  await writeFile(path, bytes);
  return await attest(context, path, archive);
}

/** Downloads a file. The time limit is that of each wait for data: on a slow line the whole takes minutes. */
async function receive(context: Context, address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await request(context, address);
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    context.host.signal.throwIfAborted();
    throw new Failure("network", `Cannot download ${address}: the connection was lost`, { cause });
  }
}

async function request(context: Context, address: string, redirect: RequestRedirect = "follow"): Promise<Response> {
  let response: Response;
  try {
    response = await context.limited(context.fetch)(address, { redirect });
  } catch (cause) {
    context.host.signal.throwIfAborted();
    throw new Failure("network", `Cannot reach ${new URL(address).host}`, { cause });
  }
  if (response.ok || redirect === "manual") return response;
  await response.body?.cancel();
  throw new Failure("failed", `Cannot download ${address}: the response is ${response.status}`);
}

/** What `gh` says of a network, a proxy or a server that doesn't answer. As in install.sh. */
const UNREACHABLE =
  /dial tcp|no such host|connection (refused|reset)|time(d )?out|proxyconnect|x509|error connecting|unexpected EOF|HTTP (429|5\d\d)|network is unreachable/i;

/** Lets GitHub's `gh` confirm that the project's workflow built the file; returns why it can't. */
async function attest({ env }: Context, path: string, archive: string): Promise<string | undefined> {
  const gh = (...args: string[]) => execute("gh", args, { env: usersOwn(env) }).then(() => "", said);
  const known = await gh("attestation", "--help");
  if (known !== "") return known === MISSING ? known : "this gh has no attestations: 2.49 and later do";
  const [owner, name] = REPOSITORY.split("/").slice(-2);
  const wrong = await gh("attestation", "verify", path, "--repo", `${owner}/${name}`);
  if (wrong === "") return undefined;
  if (/gh auth login|GH_TOKEN|HTTP 40[13]/.test(wrong)) {
    return "gh is not signed in: run gh auth login, or set GH_TOKEN";
  }
  if (UNREACHABLE.test(wrong)) return "gh does not reach GitHub";
  throw new Failure("failed", `The attestation of ${archive} is wrong: nothing was installed`, { code: "attestation" });
}

const MISSING = "gh is not installed";

function said({ code, stdout, stderr }: { code?: unknown; stdout?: string; stderr?: string }): string {
  return code === "ENOENT" ? MISSING : `${stdout}${stderr}` || "it failed";
}
