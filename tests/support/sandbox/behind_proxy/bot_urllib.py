# A program that knows only the service's own addresses: signs in, reads a track, opens its stream, tries another host.
import base64, json, os
from urllib.request import Request, urlopen

key = os.environ["TONEARM_CLIENT_ID"] + ":" + os.environ["TONEARM_CLIENT_SECRET"]
basic = {"Authorization": "Basic " + base64.b64encode(key.encode()).decode()}
ask = Request("https://secure.soundcloud.com/oauth/token", b"grant_type=client_credentials", basic)
token = json.load(urlopen(ask))["access_token"]


def get(url):
    request = Request(url)
    request.add_unredirected_header("Authorization", "OAuth " + token)
    return urlopen(request)


title = json.load(get("https://api.soundcloud.com/tracks/1078"))["title"]
link = json.load(get("https://api.soundcloud.com/tracks/1078/streams"))["hls_aac_160_url"]
stream = get(link).readline().decode().strip()
try:
    urlopen("https://example.com/")
    other = "reached"
except OSError as error:
    other = "refused" if "--allow example.com" in str(error) else str(error)
print(title, stream, other, sep="|")
