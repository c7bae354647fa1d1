#!/bin/sh
# Uploads files from a CI: sh upload.sh music/*.wav
#
# Between two runs, .tonearm-state keeps the session and what was uploaded, encrypted with STATE_KEY. The first run begins
# with TONEARM_STATE, which first_state.sh prints. TONEARM names another way to start the program: "bunx tonearm@1".
set -eu
umask 077
home=$(mktemp -d)
trap 'rm -r "$home"' EXIT
export TONEARM_CONFIG_DIR="$home/config" TONEARM_DATA_DIR="$home/data" TONEARM_KEYCHAIN=off

if [ -s .tonearm-state ]; then cat .tonearm-state; else printf %s "$TONEARM_STATE" | base64 -d; fi |
  openssl enc -d -aes-256-cbc -pbkdf2 -pass env:STATE_KEY | tar -xz -C "$home"

# A refresh token works once: this keeps the new one, even if the upload fails.
keep() {
  tar -cz -C "$home" . | openssl enc -aes-256-cbc -pbkdf2 -pass env:STATE_KEY -out .tonearm-state.new
  mv .tonearm-state.new .tonearm-state
  rm -r "$home"
}
trap keep EXIT
trap 'exit 130' INT TERM

${TONEARM:-npx --yes tonearm@1} upload --no-input --jsonl --json=file,outcome,urn "$@"
