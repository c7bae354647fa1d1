// The recipe for Arch Linux's user repository.
import { REPOSITORY } from "../../project.ts";
import { type Release, SUMMARY } from "./release.ts";

/** Arch's names of the processors. */
const PROCESSORS = { x86_64: "linux-x64", aarch64: "linux-arm64" } as const;
const NAME = "tonearm-bin";
const LICENSES = ["MIT", "LGPL-2.0-or-later", "LGPL-2.1-only"];

/** The local name of an archive, which is unique for each version. */
function sourceOf(release: Release, processor: keyof typeof PROCESSORS): { source: string; sum: string } {
  const archive = `tonearm-${PROCESSORS[processor]}.tar.gz`;
  return {
    source: `tonearm-${release.version}-${processor}.tar.gz::${release.addressOf(archive)}`,
    sum: release.checksumOf(archive),
  };
}

const processors = Object.keys(PROCESSORS) as (keyof typeof PROCESSORS)[];
const quoted = (words: readonly string[]): string => `(${words.map((word) => `'${word}'`).join(" ")})`;

/** Writes the PKGBUILD. */
export function pkgbuild(release: Release): string {
  const sources = processors.map((processor) => {
    const { source, sum } = sourceOf(release, processor);
    return `source_${processor}=('${source}')\nsha256sums_${processor}=('${sum}')\n`;
  });
  return `# shellcheck shell=bash disable=SC2034,SC2154
# Maintainer: the maintainers of tonearm <${REPOSITORY}/issues>
pkgname=${NAME}
pkgver=${release.version.replaceAll("-", "_")}
pkgrel=1
pkgdesc='${SUMMARY}'
arch=${quoted(processors)}
url='${REPOSITORY}'
license=${quoted(LICENSES)}
depends=('gcc-libs' 'glibc')
optdepends=('mpv: plays with all keys')
provides=('tonearm')
conflicts=('tonearm')
# What was compiled stands behind the runtime, where strip would cut it off.
options=('!strip' '!debug')
${sources.join("")}
package() {
  install -Dm755 tonearm "$pkgdir/usr/bin/tonearm"
  install -Dm644 -t "$pkgdir/usr/share/licenses/$pkgname" LICENSE NOTICES.md LGPL-2.0.txt LGPL-2.1.txt
  install -Dm644 -t "$pkgdir/usr/share/man/man1" man/*.1
}
`;
}

/** Writes the .SRCINFO, as `makepkg --printsrcinfo` does. */
export function srcinfo(release: Release): string {
  const lines = [
    ["pkgdesc", SUMMARY],
    ["pkgver", release.version.replaceAll("-", "_")],
    ["pkgrel", "1"],
    ["url", REPOSITORY],
    ...processors.map((processor) => ["arch", processor]),
    ...LICENSES.map((license) => ["license", license]),
    ["depends", "gcc-libs"],
    ["depends", "glibc"],
    ["optdepends", "mpv: plays with all keys"],
    ["provides", "tonearm"],
    ["conflicts", "tonearm"],
    ["options", "!strip"],
    ["options", "!debug"],
    ...processors.flatMap((processor) => {
      const { source, sum } = sourceOf(release, processor);
      return [[`source_${processor}`, source], [`sha256sums_${processor}`, sum]];
    }),
  ];
  return `pkgbase = ${NAME}\n${lines.map(([key, value]) => `\t${key} = ${value}\n`).join("")}\npkgname = ${NAME}\n`;
}
