# A program that knows only the service's own addresses: signs in, reads a track, opens its stream, tries another host.
import os
import requests

key = (os.environ["TONEARM_CLIENT_ID"], os.environ["TONEARM_CLIENT_SECRET"])
form = {"grant_type": "client_credentials"}
reply = requests.post("https://secure.soundcloud.com/oauth/token", auth=key, data=form)
session = requests.Session()
session.headers["Authorization"] = "OAuth " + reply.json()["access_token"]
title = session.get("https://api.soundcloud.com/tracks/1078").json()["title"]
link = session.get("https://api.soundcloud.com/tracks/1078/streams").json()["hls_aac_160_url"]
stream = session.get(link).text.splitlines()[0]
try:
    requests.get("https://example.com/")
    other = "reached"
except requests.exceptions.ProxyError as error:
    other = "refused"
print(title, stream, other, sep="|")
