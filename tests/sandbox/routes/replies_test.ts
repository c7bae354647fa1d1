/**
 * Checks the replies of the routes on a new world, including their wording: each line of `replies.txt` is a request,
 * its status and its body. `TONEARM_GOLDEN=write` writes the file; it has been compared with the service's document and
 * tracker.
 */
import { assertEquals } from "@std/assert";
import { type ConformanceReport, createSandbox, type Sandbox } from "@tonearm/sandbox";
import { control } from "../../support/sandbox/control.ts";

const GOLDEN = new URL("replies.txt", import.meta.url);
const FORM = "application/x-www-form-urlencoded";
const LONG = "x".repeat(600);

/** Requests of a user, in order: a read may depend on an earlier write. Bodies are JSON. */
const REQUESTS = `
GET /me
GET /users/1
GET /users/soundcloud:users:2
GET /users/soundcloud:tracks:2
GET /users/99999
GET /users/1234567890123456
GET /users/x
GET /users/2/tracks?limit=1
GET /users/2/tracks?limit=1&linked_partitioning=true
GET /users/2/tracks?limit=1&linked_partitioning=1&sort=asc
GET /users/2/tracks?limit=1&direction=asc
GET /users/2/tracks?limit=1&order=asc
GET /users/2/tracks?sort=${LONG}
GET /users/2/tracks?limit=0
GET /users/2/tracks?limit=-1
GET /users/2/tracks?limit=${LONG}
GET /users/2/tracks?page_size=0
GET /users/2/tracks?linked_partitioning=${LONG}
GET /users/2/tracks?cursor=x
GET /users/2/tracks?cursor=12345678901234567
GET /users/2/tracks?access=${LONG}
GET /users/99999/tracks
GET /users/99999/playlists
GET /users/99999/playlists?linked_partitioning=true
GET /users/99999/followers
GET /users/99999/followings
GET /users/99999/likes/tracks
GET /users/99999/likes/playlists
GET /users/99999/likes/system-playlists
GET /users/99999/reposts/tracks
GET /users/99999/reposts/playlists
GET /users/99999/favorites
GET /users/99999/related
GET /users/99999/web-profiles
GET /users/2/followers?limit=1
GET /users/2/followers?cursor=5
GET /users/2/followings?limit=1
GET /users/2/likes/tracks?limit=1&linked_partitioning=true
GET /users/2/likes/playlists?limit=1&linked_partitioning=true&show_tracks=false
GET /users/2/reposts/tracks?limit=1&linked_partitioning=true
GET /users/2/reposts/playlists?limit=1&linked_partitioning=true
GET /users/2/related?limit=1
GET /users/2/web-profiles
GET /users/1/followings/2
GET /users/1/followings/99999
GET /me/activities?limit=1
GET /me/activities/all/own?limit=1
GET /me/activities/tracks?limit=1
GET /me/feed?limit=1
GET /me/feed/tracks?limit=1
GET /me/feed?limit=1&cursor=x
GET /me/recently-played/tracks?access=playable
GET /me/followings?limit=1
GET /me/followings?limit=1&offset=-1
GET /me/followings?limit=1&offset=1
GET /me/followings/tracks?limit=1
GET /me/followings/tracks?limit=1&offset=x
GET /me/followings/99999
GET /me/followers?limit=1
GET /me/followers/99999
GET /me/playlists?limit=1&show_tracks=false
GET /me/tracks?limit=1&linked_partitioning=true
GET /me/likes/tracks?limit=1&linked_partitioning=true
GET /me/likes/playlists?limit=1&linked_partitioning=true
GET /me/likes/system-playlists?linked_partitioning=true
GET /me/reposts/tracks?limit=1&linked_partitioning=true
GET /me/reposts/playlists?limit=1&linked_partitioning=true
GET /me/connections
PUT /me/followings/1
PUT /me/followings/99999
PUT /me/followings/9
PUT /me/followings/9
DELETE /me/followings/9
DELETE /me/followings/9
DELETE /me/followings/x
PUT /me/tracks/1001
DELETE /me/playlists/1
PATCH /me
GET /me/tracks/1001
GET /tracks/1001
GET /tracks/99999
GET /tracks/x
GET /tracks/1001/streams
GET /tracks/1001/comments?limit=1
GET /tracks/1001/favoriters?limit=1
GET /tracks/1001/reposters?limit=1
GET /tracks/1001/related?limit=1&linked_partitioning=true
GET /tracks/1001/related?limit=1&access=none
GET /tracks/99999/comments
GET /tracks/99999/streams
GET /tracks/99999/preview
GET /tracks/1001/preview
POST /tracks/1020/comments {"comment":{"body":"Lovely","timestamp":1500.4}}
POST /tracks/1020/comments {"comment":{"body":"Lovely","timestamp":"7"}}
POST /tracks/1020/comments {"comment":{"body":"Lovely","timestamp":""}}
POST /tracks/1020/comments {"comment":{"body":"Lovely","timestamp":-1}}
POST /tracks/1020/comments {"comment":{"body":"Lovely","timestamp":"soon"}}
POST /tracks/1020/comments {"comment":{"body":"Lovely","timestamp":[]}}
POST /tracks/1020/comments {"comment":{"body":" "}}
POST /tracks/1020/comments {"comment":{"body":7}}
POST /tracks/1020/comments {"comment":{"body":{}}}
POST /tracks/1020/comments {"body":"Lovely"}
POST /tracks/1020/comments {
POST /tracks/1020/comments
DELETE /tracks/1020/comments
POST /tracks {"track":{}}
POST /tracks
PUT /tracks/1020 {"track":{"title":"Not mine"}}
PUT /tracks/1199 {"track":{"title":""}}
PUT /tracks/1199 {"track":{"title":null}}
PUT /tracks/1199 {"track":{"title":7,"genre":"","description":null,"tag_list":"a \\"b c\\""}}
PUT /tracks/1199 {"track":{"sharing":"open"}}
PUT /tracks/1199 {"track":{"embeddable_by":"you"}}
PUT /tracks/1199 {"track":{"license":"mine"}}
PUT /tracks/1199 {"track":{"license":"cc-by"}}
PUT /tracks/1199 {"track":{"permalink":"A b"}}
PUT /tracks/1199 {"track":{"permalink":"${"a".repeat(255)}"}}
PUT /tracks/1199 {"track":{"permalink":"${"a".repeat(256)}"}}
PUT /tracks/1199 {"track":{"release_date":"2021-02-29"}}
PUT /tracks/1199 {"track":{"release_date":"2020-02-29T00:00:00.000Z"}}
PUT /tracks/1199 {"track":{"release_date":"2020-13-01"}}
PUT /tracks/1199 {"track":{"release_date":"soon"}}
PUT /tracks/1199 {"track":{"release_date":""}}
PUT /tracks/1199 {"track":{"streamable":"maybe"}}
PUT /tracks/1199 {"track":{"downloadable":"1","streamable":1,"commentable":"0","reveal_stats":0,"reveal_comments":"false"}}
PUT /tracks/1199 {"track":{"isrc":"USS1Z2100001","metadata_artist":"Somebody","label_name":"A label","release":"R-1","purchase_url":"https://shop.example/1"}}
PUT /tracks/1199 {"track":{"unknown":1}}
PUT /tracks/1199 {"track":[]}
PUT /tracks/1199 []
PUT /tracks/1199
POST /tracks/1199/comments {"comment":{"body":"No"}}
PUT /tracks/1020/storefront {"title":"a","type":"digital","link":"https://a.example"}
PUT /tracks/1199/storefront {"track":{"title":"a"}}
PUT /tracks/1199/storefront {"title":"${"a".repeat(100)}","type":"vinyl","link":"https://a.example/${
  "a".repeat(237)
}","link_title":"${"a".repeat(50)}","description":"${"a".repeat(500)}","price":"${"1".repeat(20)}"}
PUT /tracks/1199/storefront {"title":"${"a".repeat(101)}","type":"vinyl","link":"https://a.example"}
PUT /tracks/1199/storefront {"title":"a","type":"vinyl","link":"https://a.example/${"a".repeat(238)}"}
PUT /tracks/1199/storefront {"title":"a","type":"vinyl","link":"https://a.example","link_title":"${"a".repeat(51)}"}
PUT /tracks/1199/storefront {"title":"a","type":"vinyl","link":"https://a.example","description":"${"a".repeat(501)}"}
PUT /tracks/1199/storefront {"title":"a","type":"vinyl","link":"https://a.example","price":"${"1".repeat(21)}"}
PUT /tracks/1199/storefront {"title":"a","type":"vinyl","link":"https://a.example","price":7}
PUT /tracks/1199/storefront {"title":"a","type":"GIVE","link":"https://a.example"}
PUT /tracks/1199/storefront {"title":"a","type":"${"G".repeat(21)}","link":"https://a.example"}
PUT /tracks/1199/storefront {"title":"a","type":"vinyl","link":"ftp://a.example"}
PUT /tracks/1199/storefront {"title":"","type":"vinyl","link":"https://a.example"}
PUT /tracks/1199/storefront {"type":"vinyl","link":"https://a.example"}
PUT /tracks/1199/storefront {"title":"a","link":"https://a.example"}
PUT /tracks/1199/storefront {"title":"a","type":"vinyl"}
PUT /tracks/99999/storefront {"title":"a","type":"vinyl","link":"https://a.example"}
POST /tracks/1199/storefront {}
GET /tracks?q=lofi&limit=1
GET /tracks?q=lofi&limit=1&linked_partitioning=true
GET /tracks?urns=soundcloud:tracks:1003,1001,x,soundcloud:users:1,1003&linked_partitioning=true&limit=5
GET /tracks?ids=1003&limit=1
GET /tracks?genres=lofi&limit=1
GET /tracks?bpm[from]=x
GET /tracks?bpm[from]=100&bpm[to]=101&limit=1
GET /tracks?duration[from]=1&duration[to]=60000&limit=1
GET /tracks?created_at[from]=2020-12-24
GET /tracks?created_at[from]=2020-12-24+00:00:00&limit=1
GET /tracks?created_at[to]=2020-99-24+00:00:00
GET /tracks?q=lofi&offset=1000&limit=1&linked_partitioning=true
GET /tracks?q=lofi&offset=999&limit=1&linked_partitioning=true
GET /users?q=night&limit=1
GET /users?urns=2,1&limit=1
GET /users?q=night&offset=-1
GET /playlists?q=a&limit=1&linked_partitioning=true&show_tracks=false
DELETE /tracks/1020
DELETE /tracks/1199
DELETE /tracks/1199
POST /likes/tracks/1020
POST /likes/tracks/1020
DELETE /likes/tracks/1020
DELETE /likes/tracks/1020
POST /likes/tracks/99999
DELETE /likes/tracks/x
POST /likes/playlists/99999
POST /likes/playlists/soundcloud:system-playlists:track-stations:1020
DELETE /likes/playlists/soundcloud:system-playlists:track-stations:1020
DELETE /likes/playlists/soundcloud:system-playlists:track-stations:1020
POST /likes/playlists/soundcloud:system-playlists:track-stations:99999
POST /reposts/tracks/1020
POST /reposts/tracks/1020
DELETE /reposts/tracks/1020
DELETE /reposts/tracks/1020
POST /reposts/playlists/99999
DELETE /reposts/playlists/99999
GET /system-playlists/track-stations:1020
GET /system-playlists/soundcloud:system-playlists:artist-stations:2
GET /system-playlists/artist-stations:99999
GET /system-playlists/x
POST /playlists {"playlist":{"title":"Evening","tracks":[{"urn":"soundcloud:tracks:1020"},{"id":1021}],"sharing":"private"}}
POST /playlists {"playlist":{"title":"Evening","set_type":"playlist","release_date":"2021-02-18"}}
POST /playlists {"playlist":{"title":"Evening","set_type":"album","permalink":"evening"}}
POST /playlists {"playlist":{"title":"Evening","permalink":"evening"}}
POST /playlists {"playlist":{"title":"Evening","set_type":"single"}}
POST /playlists {"playlist":{"title":"Evening","sharing":"x"}}
POST /playlists {"playlist":{"title":"Evening","release_date":"soon"}}
POST /playlists {"playlist":{}}
POST /playlists {"title":"Evening"}
POST /playlists {"playlist":{"title":"Evening","tracks":7}}
POST /playlists {"playlist":{"title":"Evening","tracks":[7]}}
POST /playlists {"playlist":{"title":"Evening","tracks":[{"urn":"${LONG}"}]}}
POST /playlists {"playlist":{"title":"Evening","tracks":[{"urn":"soundcloud:users:1"}]}}
PUT /playlists/102 {"playlist":{"title":"Not mine"}}
DELETE /playlists/102
PUT /playlists/120 {"playlist":{"title":"Renamed","tracks":[{"urn":"soundcloud:tracks:1020"}],"tag_list":"a b","ean":"1","license":"cc-by"}}
PUT /playlists/120 {"playlist":{"tracks":[{"urn":"soundcloud:tracks:99999"}]}}
PUT /playlists/120 {"playlist":{"license":""}}
PUT /playlists/120
GET /playlists/120?access=none
GET /playlists/120?show_tracks=maybe
GET /playlists/120/tracks?limit=1&linked_partitioning=true
GET /playlists/120/reposters?limit=1
DELETE /playlists/120
DELETE /playlists/120
PUT /playlists/99999 {"playlist":{"title":"Nobody's"}}
GET /playlists/99999
GET /playlists/x
GET /playlists/99999/tracks
GET /playlists/99999/reposters
DELETE /playlists/99999
GET /resolve
GET /resolve?url=
GET /resolve?url=https://soundcloud.com/night-ferry
GET /resolve?url=soundcloud.com/nobody-at-all
GET /resolve?url=https://example.com/night-ferry
GET /resolve?url=https://soundcloud.com/discover/sets/track-stations:1020
GET /resolve?url=https://soundcloud.com/discover/sets/artist-stations:2
GET /resolve?url=http://[
GET /me/apps
POST /me/apps {}
POST /me/apps {"name":"SoundCloud","description":"a","website":"https://a.example"}
POST /me/apps {"name":"a","description":"a","website":"ftp://a.example"}
POST /me/apps {"name":"a","description":"a","website":"https://a.example","redirect_uri":"javascript:1"}
GET /nowhere
GET /track/7
POST /nowhere
DELETE /users/1
GET /connect
POST /oauth2/token
POST /oauth/token
`.trim().split("\n");

/** Forms for the token endpoint. */
const FORMS = `
grant_type=client_credentials
grant_type=password
grant_type=client_credentials&grant_type=client_credentials
client_id=ID
grant_type=authorization_code&client_id=ID&client_secret=SECRET
grant_type=authorization_code&client_id=ID&client_secret=SECRET&code=x
grant_type=authorization_code&client_id=ID&client_secret=SECRET&code=x&redirect_uri=http://127.0.0.1:8765/callback
grant_type=authorization_code&client_id=ID&client_secret=wrong&code=x
grant_type=refresh_token&client_id=ID&client_secret=SECRET
grant_type=refresh_token&client_id=ID&client_secret=SECRET&refresh_token=x
grant_type=refresh_token&client_id=ID&client_secret=SECRET&refresh_token=x&redirect_uri=http://other.example
grant_type=refresh_token&client_id=nobody&client_secret=SECRET&refresh_token=x
`.trim().split("\n");

/** Maximum length of a reply; longer ones embed the tracks of playlists, which other tests compare. */
const SHOWN = 2500;
/** Random parts of signed URLs. */
const DRAWN = /(?:Policy|Signature|Key-Pair-Id|expires)=[^"&\\]*/g;

async function lineOf(sandbox: Sandbox, request: string, init: RequestInit): Promise<string> {
  const [, method = "", path = ""] = /^(\S+) (\S+)/.exec(request) ?? [];
  const body = request.slice(`${method} ${path} `.length);
  const isJson = body !== "" && init.body === undefined;
  const headers = { ...isJson ? { "content-type": "application/json" } : {}, ...init.headers };
  const url = init.body === undefined ? `https://api.sandbox.test${path}` : `${sandbox.clientConfig.authUrl}${path}`;
  const reply = await sandbox.fetch(url, { redirect: "manual", method, ...isJson ? { body } : {}, ...init, headers });
  const facts = ["location", "allow", "www-authenticate"].map((name) => reply.headers.get(name)).filter((one) => one);
  const text = (await reply.text()).replaceAll(DRAWN, "…");
  return [request.slice(0, 160), reply.status, ...facts, text.slice(0, SHOWN)].join(" ").replaceAll(DRAWN, "…")
    .replaceAll("\n", "\\n");
}

async function allLines(): Promise<{ lines: string[]; violations: unknown }> {
  using sandbox = createSandbox({ clock: "2026-10-01T12:00:00Z" });
  sandbox.clock.freeze("2026-10-01T12:00:00Z");
  const { clientConfig } = sandbox;
  const issued = await control<{ access_token: string }>(sandbox, "POST /tokens");
  const headers = { authorization: `OAuth ${issued.body.access_token}` };
  const lines: string[] = [];
  for (const request of REQUESTS) lines.push(await lineOf(sandbox, request, { headers }));
  for (const form of FORMS) {
    const body = form.replace("=ID", `=${clientConfig.clientId}`).replace("SECRET", clientConfig.clientSecret);
    lines.push(await lineOf(sandbox, `POST /oauth/token ${form}`, { body, headers: { "content-type": FORM } }));
  }
  const { body } = await control<ConformanceReport>(sandbox, "GET /conformance");
  return { lines, violations: body.violations };
}

Deno.test("sandbox routes: every reply, errors and boundaries included, is as it was compared with the service's", async (t) => {
  const { lines, violations } = await allLines();
  if (Deno.env.get("TONEARM_GOLDEN") === "write") await Deno.writeTextFile(GOLDEN, `${lines.join("\n")}\n`);
  const golden = (await Deno.readTextFile(GOLDEN)).trimEnd().split("\n");
  assertEquals(golden.length, lines.length);
  assertEquals(violations, [], "the document describes each reply");
  for (const [i, line] of lines.entries()) {
    await t.step(line.slice(0, 100), () => assertEquals(line, golden[i]));
  }
});
