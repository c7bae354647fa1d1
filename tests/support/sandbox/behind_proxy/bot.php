<?php
// A program that knows only the service's own addresses: signs in, reads a track, opens its stream, tries another host.
function call(string $url, array $options = []): string|bool
{
    $curl = curl_init($url);
    curl_setopt_array($curl, $options + [CURLOPT_RETURNTRANSFER => true, CURLOPT_FOLLOWLOCATION => true]);
    return curl_exec($curl);
}

$key = getenv("TONEARM_CLIENT_ID") . ":" . getenv("TONEARM_CLIENT_SECRET");
$form = [CURLOPT_USERPWD => $key, CURLOPT_POSTFIELDS => "grant_type=client_credentials"];
$token = json_decode(call("https://secure.soundcloud.com/oauth/token", $form))->access_token;
$signed = [CURLOPT_HTTPHEADER => ["Authorization: OAuth $token"]];
$title = json_decode(call("https://api.soundcloud.com/tracks/1078", $signed))->title;
$link = json_decode(call("https://api.soundcloud.com/tracks/1078/streams", $signed))->hls_aac_160_url;
$stream = explode("\n", call($link, $signed))[0];
$other = call("https://example.com/") === false ? "refused" : "reached";
echo implode("|", [$title, $stream, $other]), "\n";
