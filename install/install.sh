#!/bin/sh
# Installs tonearm on Linux and macOS, without root: downloads the archive of the newest release, or of TONEARM_VERSION,
# checks it against the release's checksums, and its attestation if `gh` can verify one, and puts the program into
# TONEARM_INSTALL_DIR, by default ~/.local/bin. With TONEARM_ATTESTATION=require, an attestation that can't be verified
# is a failure. Exit codes: 3 if a checksum or an attestation is wrong, 4 if the required one can't be verified, 1 else.
set -eu

repository="tonearm/tonearm"

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit "${2:-1}"
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# Prints the name of the archive for this machine.
archive_name() {
  elsewhere="npm install -g tonearm works wherever Node runs"
  case "$(uname -s)" in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    *) fail "there is no file for $(uname -s); $elsewhere" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "there is no file for $(uname -m); $elsewhere" ;;
  esac
  # Alpine and others: the file is linked with glibc.
  if [ "$system" = linux ] && ldd --version 2>&1 | grep -qi musl; then
    fail "there is no file for musl; $elsewhere"
  fi
  echo "tonearm-$system-$processor.tar.gz"
}

# Downloads an address into a file. curl follows one with TLS to others with TLS only. wget knows the variable that names a
# proxy by its small letters alone.
download() {
  case "$1" in
    https:*) protocols='=https' ;;
    *) protocols='=http,https' ;;
  esac
  if has curl; then
    curl -fsSL --retry 3 --proto "$protocols" -o "$2" "$1"
  elif has wget; then
    https_proxy="${https_proxy:-${HTTPS_PROXY:-}}" wget -q -O "$2" "$1"
  else
    fail "neither curl nor wget is installed"
  fi || fail "cannot download $1"
}

# Prints the SHA-256 of a file.
checksum() {
  if has sha256sum; then
    sum=$(sha256sum <"$1")
  elif has shasum; then
    sum=$(shasum -a 256 <"$1")
  elif has openssl; then
    sum=$(openssl dgst -sha256 -r <"$1")
  else
    fail "cannot check the download without sha256sum, shasum or openssl: nothing was installed"
  fi
  echo "${sum%% *}"
}

# Verifies the attestation of a file with GitHub's `gh`, and prints why that isn't possible; fails where it's wrong.
attest() {
  if ! has gh; then
    echo "gh is not installed"
  elif ! gh attestation --help >/dev/null 2>&1; then
    echo "this gh has no attestations: 2.49 and later do"
  elif ! said=$(gh attestation verify "$1" --repo "$repository" 2>&1); then
    if echo "$said" | grep -Eq 'gh auth login|GH_TOKEN|HTTP 40[13]'; then
      echo "gh is not signed in: run gh auth login, or set GH_TOKEN"
    elif echo "$said" | grep -Eqi "$unreachable"; then
      echo "gh does not reach GitHub: $(echo "$said" | grep -Ei "$unreachable" | head -n 1)"
    else
      return 1
    fi
  fi
}

# What gh says of a network, a proxy or a server that doesn't answer.
unreachable='dial tcp|no such host|connection (refused|reset)|time(d )?out|proxyconnect|x509|error connecting|unexpected EOF|HTTP (429|5[0-9][0-9])|network is unreachable'

main() {
  releases="${TONEARM_RELEASES:-https://github.com/$repository/releases}"
  folder="${TONEARM_INSTALL_DIR:-${HOME:+$HOME/.local/bin}}"
  another="set another folder with TONEARM_INSTALL_DIR"
  [ -n "$folder" ] || fail "HOME isn't set: set a folder with TONEARM_INSTALL_DIR"
  archive=$(archive_name)
  if [ -n "${TONEARM_VERSION:-}" ]; then
    address="$releases/download/v${TONEARM_VERSION#v}"
  else
    address="$releases/latest/download"
  fi
  # Asked before the download, which may take long.
  if [ -d "$folder/tonearm" ]; then fail "$folder/tonearm is a folder: $another"; fi
  if [ -d "$folder" ] && [ ! -w "$folder" ]; then fail "cannot write into $folder: $another"; fi

  staged="$folder/.tonearm.$$"
  work=$(mktemp -d)
  trap 'rm -rf "$work" "$staged"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  for file in "$archive" SHA256SUMS; do
    download "$address/$file" "$work/$file"
  done

  expected=$(awk -v file="$archive" '$2 == file { print $1 }' "$work/SHA256SUMS")
  [ -n "$expected" ] || fail "the release has no checksum for $archive"
  actual=$(checksum "$work/$archive")
  [ "$expected" = "$actual" ] || fail "the checksum of $archive is wrong: nothing was installed" 3
  unverified=$(attest "$work/$archive") || fail "the attestation of $archive is wrong: nothing was installed" 3
  if [ -n "$unverified" ] && [ "${TONEARM_ATTESTATION:-}" = require ]; then
    fail "cannot verify the attestation of $archive: $unverified: nothing was installed" 4
  fi

  tar -xzf "$work/$archive" -C "$work"
  { mkdir -p "$folder" && cp "$work/tonearm" "$staged" && chmod 755 "$staged"; } 2>/dev/null ||
    fail "cannot write into $folder: $another"
  version=$("$staged" --version) || fail "the program doesn't run on this machine: nothing was installed"
  case "$version" in
    *-*) [ -n "${TONEARM_VERSION:-}" ] || fail "$version is a pre-release, for who names it with TONEARM_VERSION: nothing was installed" ;;
  esac
  # Renamed into place, so that a running program isn't overwritten.
  mv -f "$staged" "$folder/tonearm"
  printf '%s is in %s\n' "$version" "$folder"
  case ":$PATH:" in
    *":$folder:"*) ;;
    *)
      case "${SHELL:-}" in
        */fish) line="fish_add_path '$folder'" ;;
        *) line="export PATH=\"$folder:\$PATH\"" ;;
      esac
      printf "%s is not in PATH: add it in your shell's profile with\n  %s\n" "$folder" "$line"
      ;;
  esac
  if [ -n "$unverified" ]; then
    printf 'The checksum is right; the attestation was not verified: %s\n' "$unverified"
  fi
}

# On the last line: of a script that is cut off on its way through a pipe, nothing runs.
main
