#!/bin/sh
# Signs you in on your own machine, and prints what goes into the secret TONEARM_STATE: sh first_state.sh > state.txt
#
# STATE_KEY is the same secret as in the CI. Arguments go to `tonearm login`, such as --no-browser.
set -eu
umask 077
home=$(mktemp -d)
trap 'rm -r "$home"' EXIT
export TONEARM_CONFIG_DIR="$home/config" TONEARM_DATA_DIR="$home/data" TONEARM_KEYCHAIN=off

${TONEARM:-npx --yes tonearm@1} auth >&2
${TONEARM:-npx --yes tonearm@1} login "$@" >&2
tar -cz -C "$home" . | openssl enc -aes-256-cbc -pbkdf2 -pass env:STATE_KEY | base64 | tr -d '\n'
