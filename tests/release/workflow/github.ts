/** GitHub on this machine: `gh`, as far as the workflow uses it, and the page of releases. */
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A release is a folder: its files, `.prerelease` and, until it is published, `.draft`. */
const GH = `#!/bin/bash
set -eu
case "$1 $2" in
"attestation --help") exit 0 ;;
"attestation verify")
  [ -n "\${GH_TOKEN:-}" ] || { echo "run gh auth login" >&2; exit 4; }
  grep -q "$(sha256sum "$3" | cut -d " " -f 1)" "$PAGE/.attested"; exit ;;
esac
echo "$1 $2" >>"$PAGE/.calls"
[ "$(wc -l <"$PAGE/.calls")" != "\${GH_FAILS:-}" ] || { echo "HTTP 502: Bad Gateway" >&2; exit 1; }
[ -z "\${GH_EXPIRED:-}" ] || { echo "HTTP 401: Bad credentials" >&2; exit 1; }
[ -n "\${GH_TOKEN:-x}" ]
flag() { for word in "\${@:2}"; do case "$word" in --"$1"=*) echo "\${word#*=}" ;; esac; done; }
case "$1 $2" in
"api repos/"*/git/ref/tags/*) git -C "$ORIGIN" rev-parse --verify "refs/tags/\${2##*/}" ;;
"api repos/"*/git/tags/*)
  git -C "$ORIGIN" cat-file tag "\${2##*/}" >"$PAGE/.tag" 2>/dev/null || { echo "HTTP 404: Not Found" >&2; exit 1; }
  if grep -q "BEGIN SSH SIGNATURE" "$PAGE/.tag"; then echo true; else echo false; fi ;;
"release view") test -d "$PAGE/$3" ;;
"release create")
  mkdir "$PAGE/$3" && touch "$PAGE/$3/.draft" ;;
"release upload") for file in "\${@:4}"; do [ "$file" = --clobber ] || cp "$file" "$PAGE/$3/"; done ;;
"release edit")
  flag prerelease "$@" >"$PAGE/$3/.prerelease"
  case " $* " in *" --notes-file notes.md "*) cp notes.md "$PAGE/$3/.notes" ;; esac
  case " $* " in *" --draft=false "*) rm -f "$PAGE/$3/.draft" ;; esac ;;
"issue list") cat "$PAGE/.issue" 2>/dev/null || true ;;
"issue create" | "issue edit") echo 7 >"$PAGE/.issue"; cp body.md "$PAGE/.body" ;;
*) echo "unknown: $*" >&2; exit 2 ;;
esac
`;

/** npm without the signature of a workflow's identity, which only GitHub gives. */
const NPM = `#!/bin/bash
words=()
for word in "$@"; do [ "$word" = --provenance ] || words+=("$word"); done
PATH="\${PATH#*:}" npm_config_userconfig="$NPMRC" exec npm "\${words[@]}"
`;

/** Writes both programs into a folder for PATH. */
export async function writePrograms(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of [["gh", GH], ["npm", NPM]] as const) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
}

/** The page of releases in a folder, as GitHub serves it. */
export class Page implements AsyncDisposable {
  readonly #folder: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async ({ url }) => {
      const { pathname } = new URL(url);
      const newest = await this.newest();
      if (pathname === "/latest" && newest) return Response.redirect(`${this.url}/tag/${newest}`);
      const [, latest, tag, file = ""] = /^\/(?:(latest)\/download|download\/([^/]+))\/(.+)$/.exec(pathname) ?? [];
      const release = latest ? newest : tag;
      const bytes = await readFile(join(folder, release ?? "none", file)).catch(() => undefined);
      return bytes ? new Response(new Uint8Array(bytes)) : new Response(null, { status: 404 });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** The newest release that is neither a draft nor a pre-release. */
  async newest(): Promise<string | undefined> {
    const tags = (await readdir(this.#folder)).filter((name) => name.startsWith("v")).sort();
    for (const tag of tags.toReversed()) {
      const files = await readdir(join(this.#folder, tag));
      const isEarly = await readFile(join(this.#folder, tag, ".prerelease"), "utf8").catch(() => "");
      if (!files.includes(".draft") && isEarly.trim() === "false") return tag;
    }
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
