#!/bin/sh
# Installs tonearm on Linux and macOS, without root: downloads the archive of the newest release, or of TONEARM_VERSION,
# checks it against the release's checksums (and its attestation, where `gh` is there), and puts the program into
# TONEARM_INSTALL_DIR, by default ~/.local/bin.
set -eu

repository="tonearm/tonearm"
releases="${TONEARM_RELEASES:-https://github.com/$repository/releases}"
folder="${TONEARM_INSTALL_DIR:-$HOME/.local/bin}"

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

case "$(uname -s)" in
  Linux) system=linux ;;
  Darwin) system=macos ;;
  *) fail "there is no file for $(uname -s); npm install -g tonearm works wherever Node does" ;;
esac
case "$(uname -m)" in
  x86_64 | amd64) processor=x64 ;;
  aarch64 | arm64) processor=arm64 ;;
  *) fail "there is no file for $(uname -m); npm install -g tonearm works wherever Node does" ;;
esac
# Alpine and others: the file is linked with glibc.
if [ "$system" = linux ] && ldd --version 2>&1 | grep -qi musl; then
  fail "there is no file for musl; npm install -g tonearm works wherever Node does"
fi
archive="tonearm-$system-$processor.tar.gz"
if [ -n "${TONEARM_VERSION:-}" ]; then
  address="$releases/download/v$TONEARM_VERSION"
else
  address="$releases/latest/download"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in "$archive" SHA256SUMS; do
  curl -fsSL --retry 3 -o "$work/$file" "$address/$file" || fail "cannot download $address/$file"
done

expected=$(awk -v file="$archive" '$2 == file { print $1 }' "$work/SHA256SUMS")
[ -n "$expected" ] || fail "the release has no checksum for $archive"
if command -v sha256sum >/dev/null; then
  actual=$(sha256sum "$work/$archive" | cut -d ' ' -f 1)
else
  actual=$(shasum -a 256 "$work/$archive" | cut -d ' ' -f 1)
fi
[ "$expected" = "$actual" ] || fail "the checksum of $archive is wrong: nothing was installed"
if command -v gh >/dev/null && gh auth status >/dev/null 2>&1; then
  gh attestation verify "$work/$archive" --repo "$repository" >/dev/null || fail "the attestation of $archive is wrong: nothing was installed"
fi

mkdir -p "$folder"
tar -xzf "$work/$archive" -C "$work"
# Renamed into place, so that a running program isn't written over.
cp "$work/tonearm" "$folder/.tonearm.$$"
chmod 755 "$folder/.tonearm.$$"
mv -f "$folder/.tonearm.$$" "$folder/tonearm"
echo "$("$folder/tonearm" --version) is in $folder"
case ":$PATH:" in
  *":$folder:"*) ;;
  *) echo "$folder is not in PATH: add it in your shell's profile" ;;
esac
