/**
 * Uploads from a browser through your own server: the page sends the file, and the server streams it on, so that the
 * file is never in memory as a whole and the token never in the page.
 *
 * `deno task sandbox:exec --user 1 -- deno task run examples/upload_form.ts`, then open the URL that it prints.
 *
 * @module
 */
import process from "node:process";
import { serve } from "@hono/node-server";
import { ServiceError } from "@tonearm/client";
import { Hono } from "hono";
import { connect } from "./connect.ts";

/** A site with many users takes the client of the visitor's session, as in the sign-in examples. */
const client = await connect();
const MOST_BYTES = 500 * 2 ** 20;

const PAGE = `<!doctype html>
<meta charset="utf-8">
<title>Upload</title>
<link rel="icon" href="data:,">
<label>Sound <input type="file" accept="audio/*"></label>
<progress value="0"></progress>
<output></output>
<script>
  document.querySelector("input").onchange = ({ target: { files: [file] } }) => {
    // Unlike fetch(), XMLHttpRequest reports upload progress.
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => document.querySelector("progress").value = loaded / total;
    request.onloadend = () => document.querySelector("output").value = request.responseText || "The connection is lost";
    request.open("POST", "/tracks?name=" + encodeURIComponent(file.name));
    request.send(file);
  };
</script>`;

const app = new Hono();

app.get("/", (c) => c.html(PAGE));

app.post("/tracks", async (c) => {
  const size = Number(c.req.header("content-length"));
  const [filename = "", body] = [c.req.query("name"), c.req.raw.body];
  if (!filename || !body || !Number.isSafeInteger(size)) return c.text("A file and its name are needed", 400);
  if (size > MOST_BYTES) return c.text("The file is too large", 413);
  // Refuses uploads that a page of another site starts.
  if (c.req.header("sec-fetch-site") === "cross-site") return c.text("Not from here", 403);
  const { signal } = c.req.raw;
  const title = filename.replace(/\.\w+$/, "");
  const track = await client.tracks.upload(
    { title, filename, sharing: "private", asset_data: { stream: body, size } },
    { signal },
  );
  return c.text(`${track.title} is there`, 201);
});

app.onError((error, c) => {
  if (!(error instanceof ServiceError)) throw error;
  return c.text(error.errors?.[0] ?? "SoundCloud doesn't answer", error.status === 422 ? 422 : 502);
});

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 8765) }, ({ port }) => {
  console.log(`http://127.0.0.1:${port}`);
});
