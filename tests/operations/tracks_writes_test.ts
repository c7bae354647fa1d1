import { assertEquals } from "@std/assert";
import { createPlaylist, type ServiceTrack, tracks, uploadTrack } from "../../mod.ts";
import type { StreamedBody } from "../../src/transport/call.ts";
import { type Recorded, recorder } from "../support/calls.ts";

const audio = new Blob(["sound"], { type: "audio/mpeg" });

async function formOf({ body }: Recorded): Promise<FormData> {
  const { open, contentType } = body as StreamedBody;
  return await new Response(open(), { headers: { "Content-Type": contentType } }).formData();
}

async function nameOf(params: Parameters<typeof tracks.upload>[1]): Promise<string> {
  const session = recorder({});
  await tracks.upload(session, params);
  return ((await formOf(session.sent[0]!)).get("track[asset_data]") as File).name;
}

Deno.test("uploadTrack() names the file as given, else like the file, else like the track", async () => {
  const file = new File(["sound"], "own.mp3");
  assertEquals(await nameOf({ title: "Title", asset_data: file, filename: "told.mp3" }), "told.mp3");
  assertEquals(await nameOf({ title: "Title", asset_data: file }), "own.mp3");
  assertEquals(await nameOf({ title: "Title", asset_data: audio }), "Title");
});

for (
  const [what, bytes, type] of [
    ["JPEG", [0xff, 0xd8, 0xff, 0xe0], "image/jpeg"],
    ["PNG", [0x89, 0x50, 0x4e, 0x47], "image/png"],
    ["GIF", [0x47, 0x49, 0x46, 0x38], "image/gif"],
    ["JPEG of the type image/jpg", [], "image/jpg"],
  ] as const
) {
  Deno.test(`uploadTrack() recognises artwork as a ${what}, without a type by its first bytes`, async () => {
    const session = recorder();
    const given = bytes.length > 0 ? {} : { type };
    await tracks.update(session, 1, { artwork_data: new Blob([new Uint8Array(bytes)], given) });
    const artwork = (await formOf(session.sent[0]!)).get("track[artwork_data]") as File;
    assertEquals({ type: artwork.type, name: artwork.name }, { type, name: `artwork.${type.slice(6)}` });
  });
}

Deno.test("uploadTrack(): the progress ends at the length of the request", async () => {
  const session = recorder({} as ServiceTrack);
  const seen: number[][] = [];
  await tracks.upload(session, { title: "a", asset_data: audio }, {
    onProgress: ({ sentBytes, totalBytes }) => seen.push([sentBytes, totalBytes]),
  });
  const { size } = session.sent[0]!.body as StreamedBody;
  await formOf(session.sent[0]!);
  assertEquals(seen.at(-1), [size, size]);
});

Deno.test("uploadTrack() sends a streamed body with its length, and allows no redirect, for which Node would keep a copy", async () => {
  const seen: (string | null | undefined)[][] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const sent = init?.body ? (await new Response(init.body).arrayBuffer()).byteLength : 0;
    const { headers, redirect } = init ?? {};
    seen.push([new Headers(headers).get("content-length"), redirect, `${sent}`]);
    return Response.json({});
  };
  await uploadTrack("t", { title: "a", asset_data: audio }, { fetch });
  await createPlaylist("t", { title: "a" }, { fetch });
  const [[length, redirect, sent], [, plain]] = seen as [string[], string[]];
  assertEquals({ length, redirect, plain }, { length: sent, redirect: "error", plain: "manual" });
});
