# A program that knows only the service's own addresses: signs in, reads a track, opens its stream, tries another host.
set -eu
value() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
token=$(curl -sS -u "$TONEARM_CLIENT_ID:$TONEARM_CLIENT_SECRET" -d grant_type=client_credentials \
  https://secure.soundcloud.com/oauth/token | value access_token)
get() { curl -sSL -H "Authorization: OAuth $token" "$1"; }
title=$(get https://api.soundcloud.com/tracks/1078 | sed -n 's/.*"title":"\([^"]*\)","[a-z_]*":.*/\1/p')
link=$(get https://api.soundcloud.com/tracks/1078/streams | value hls_aac_160_url)
stream=$(get "$link" | head -n 1)
if curl -sS https://example.com/ >/dev/null 2>&1; then other=reached; else other=refused; fi
echo "$title|$stream|$other"
