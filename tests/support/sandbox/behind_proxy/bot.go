// A program that knows only the service's own addresses: signs in, reads a track, opens its stream, tries another host.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func send(request *http.Request, authorization string) *http.Response {
	if authorization != "" {
		request.Header.Set("Authorization", authorization)
	}
	reply, err := http.DefaultClient.Do(request)
	check(err)
	return reply
}

func get(url, token string) *http.Response {
	request, err := http.NewRequest("GET", url, nil)
	check(err)
	return send(request, "OAuth "+token)
}

func field(reply *http.Response, name string) string {
	var value map[string]any
	check(json.NewDecoder(reply.Body).Decode(&value))
	return value[name].(string)
}

func main() {
	form := strings.NewReader("grant_type=client_credentials")
	request, err := http.NewRequest("POST", "https://secure.soundcloud.com/oauth/token", form)
	check(err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth(os.Getenv("TONEARM_CLIENT_ID"), os.Getenv("TONEARM_CLIENT_SECRET"))
	token := field(send(request, ""), "access_token")
	title := field(get("https://api.soundcloud.com/tracks/1078", token), "title")
	link := field(get("https://api.soundcloud.com/tracks/1078/streams", token), "hls_aac_160_url")
	stream, err := bufio.NewReader(get(link, token).Body).ReadString('\n')
	check(err)
	other := "reached"
	if _, err := http.Get("https://example.com/"); err != nil && strings.Contains(err.Error(), "--allow example.com") {
		other = "refused"
	}
	fmt.Println(strings.Join([]string{title, strings.TrimSpace(stream), other}, "|"))
}
