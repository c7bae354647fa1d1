// A program that knows only the service's own addresses: signs in, reads a track, opens its stream, tries another host.
import process from "node:process";

const { TONEARM_CLIENT_ID: id, TONEARM_CLIENT_SECRET: secret } = process.env;
const reply = await fetch("https://secure.soundcloud.com/oauth/token", {
  method: "POST",
  headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
  body: new URLSearchParams({ grant_type: "client_credentials" }),
});
const { access_token } = await reply.json();
const get = (url) => fetch(url, { headers: { authorization: `OAuth ${access_token}` } });
const { title } = await (await get("https://api.soundcloud.com/tracks/1078")).json();
const { hls_aac_160_url } = await (await get("https://api.soundcloud.com/tracks/1078/streams")).json();
const [stream] = (await (await get(hls_aac_160_url)).text()).split("\n");
const other = await fetch("https://example.com/").then(() => "reached", () => "refused");
console.log([title, stream, other].join("|"));
