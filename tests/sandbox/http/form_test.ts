import { existsSync } from "node:fs";
import { assert, assertEquals, assertRejects } from "@std/assert";
import "../../../sandbox/node.ts";
import { readAll } from "../../../sandbox/base/content.ts";
import { Call } from "../../../sandbox/http/call.ts";
import { MediaFiles } from "../../../sandbox/host/disk/files.ts";
import { ApiFault } from "../../../sandbox/http/errors.ts";
import { fileOf, type Form, withForm } from "../../../sandbox/http/form.ts";
import { StorageFailure } from "../../../sandbox/store/failures.ts";
import { World } from "../../../sandbox/world/world.ts";

const MEBIBYTE = 1024 * 1024;

/** The headers of a form, and what happens before it is sent and before its world closes. */
interface Sending {
  readonly headers?: HeadersInit;
  readonly prepare?: (world: World) => void;
  readonly after?: () => void;
}

/** Sends a form to `withForm()` in a world whose uploads have at most 1 MiB. */
async function receive(
  body: BodyInit | null,
  use: (form: Form) => Promise<void> | void = () => {},
  { headers, prepare = () => {}, after = () => {} }: Sending = {},
): Promise<void> {
  const world = new World({ config: { maxUploadBytes: MEBIBYTE } });
  prepare(world);
  const request = new Request("https://api.sandbox.test/tracks", { method: "POST", body, ...(headers && { headers }) });
  try {
    await withForm(new Call(request, { world }), "track", async (form) => {
      await use(form);
      return new Response();
    });
  } finally {
    after();
    world.close();
  }
}

function formOf(...parts: readonly (readonly [name: string, value: string | Blob, fileName?: string])[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, fileName);
  }
  return form;
}

const bytes = (count: number) => new Blob([new Uint8Array(count).fill(7)]);

async function faultOf(...given: Parameters<typeof receive>): Promise<{ status: number; message: string }> {
  const { status, message } = await assertRejects(() => receive(...given), ApiFault);
  return { status, message };
}

Deno.test("withForm() names fields by the word in the brackets of its wrapper, and keeps other names", async () => {
  const body = formOf(["track[title]", "A"], ["plain", "B"], ["user[title]", "C"], ["track[a][b]", "D"]);
  await receive(body, ({ fields }) => {
    assertEquals(fields, { title: "A", plain: "B", "user[title]": "C", "track[a][b]": "D" });
  });
});

Deno.test("Form.all() returns every text of a name, in order; fields have the last one", async () => {
  await receive(formOf(["track[tags]", "a"], ["track[tags]", "b"]), (form) => {
    assertEquals(form.all("track[tags]"), ["a", "b"]);
    assertEquals(form.all("tags"), []);
    assertEquals(form.fields.tags, "b");
  });
});

for (const size of [0, 1, MEBIBYTE]) {
  Deno.test(`withForm() receives a file of ${size} bytes, with its name`, async () => {
    await receive(formOf(["track[asset_data]", bytes(size), "a.wav"]), async (form) => {
      const file = fileOf(form, "asset_data");
      assert(file);
      const content = await readAll(file.content.read());
      assertEquals(file.name, "a.wav");
      assertEquals(file.content.size, size);
      assertEquals(content.length, size);
      assert(content.every((byte) => byte === 7));
    });
  });
}

Deno.test("withForm() rejects a file above the maximum size with 413, whether the request tells its length or not", async () => {
  const body = formOf(["track[asset_data]", bytes(MEBIBYTE + 1), "a.wav"]);
  const tooLarge = { status: 413, message: "The file is larger than uploads may be" };
  assertEquals(await faultOf(body), tooLarge);
  const headers = { "content-length": String(2 * MEBIBYTE + 1) };
  assertEquals(await faultOf(new ReadableStream(), undefined, { headers }), tooLarge);
});

Deno.test("withForm() leaves 1 MiB for everything but the file", async () => {
  const parts = formOf(["track[asset_data]", bytes(MEBIBYTE), "a.wav"]);
  const request = new Request("https://x.test", { method: "POST", body: parts });
  const type = request.headers.get("content-type") ?? "";
  await receive(await request.bytes(), ({ files }) => assertEquals(files.size, 1), {
    headers: { "content-type": type, "content-length": String(2 * MEBIBYTE) },
  });
});

Deno.test("withForm() rejects a text of more than 256 KiB, and names its field", async () => {
  await receive(formOf(["track[title]", "x".repeat(256 * 1024 - 1)]));
  assertEquals(await faultOf(formOf(["track[title]", "x".repeat(256 * 1024 + 1)])), {
    status: 400,
    message: "The field track[title] is too long",
  });
});

Deno.test("withForm() rejects an empty, a truncated and an invalid form with 400", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const truncated = '--b\r\ncontent-disposition: form-data; name="track[asset_data]"; filename="a"\r\n\r\nabc';
  assertEquals(await faultOf(null, undefined, { headers }), { status: 400, message: "The form is empty" });
  for (const [body, type] of [[truncated, "multipart/form-data; boundary=b"], ["a", "text/plain"]] as const) {
    const { status, message } = await faultOf(body, undefined, { headers: { "content-type": type } });
    assertEquals(status, 400);
    assert(message.startsWith("Cannot read the form: "), message);
  }
});

Deno.test("withForm() ends with the reason if a file cannot be written", async () => {
  const prepare = ({ media }: World) =>
    void Object.assign(media.files, {
      newPassing() {
        throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      },
    });
  const body = formOf(["track[asset_data]", bytes(MEBIBYTE), "a.wav"], [
    "track[artwork_data]",
    bytes(MEBIBYTE),
    "b.png",
  ]);
  await receive(body, undefined, { prepare });
  const large = (world: World) => {
    prepare(world);
    world.config.maxUploadBytes = 4 * MEBIBYTE;
  };
  const form = formOf(["track[asset_data]", bytes(3 * MEBIBYTE), "a.wav"], ["track[title]", "A"]);
  const { isFull } = await assertRejects(() => receive(form, undefined, { prepare: large }), StorageFailure);
  assert(isFull);
});

Deno.test("withForm() removes a file that was not kept, after its use and after a failure", async () => {
  const paths: string[] = [];
  const prepare = ({ config, media: { files } }: World) => {
    config.maxUploadBytes = 2 * MEBIBYTE;
    assert(files instanceof MediaFiles);
    const create = files.create.bind(files);
    Object.assign(files, {
      /** Its files take a turn to close, like those of a slow disk. */
      async create() {
        const file = await create();
        const close = file.close.bind(file);
        paths.push(file.name);
        return Object.assign(file, { close: () => new Promise((resolve) => setTimeout(resolve)).then(close) });
      },
    });
  };
  const left: string[][] = [];
  const after = () => void left.push(paths.filter((path) => existsSync(path)));
  const body = (size: number) => formOf(["track[asset_data]", bytes(size), "a.wav"]);
  await receive(body(2 * MEBIBYTE), ({ files }) => {
    assertEquals(files.get("asset_data")?.content.path, paths[0]);
    assert(existsSync(paths[0] ?? ""));
  }, { prepare, after });
  await faultOf(body(2 * MEBIBYTE + 1), undefined, { prepare, after });
  assertEquals(left, [[], []]);
});

Deno.test("fileOf() accepts a name of 255 letters, and rejects a longer one", async () => {
  const named = (length: number) => formOf(["track[asset_data]", bytes(1), "n".repeat(length)]);
  await receive(named(255), (form) => assertEquals(fileOf(form, "asset_data")?.name.length, 255));
  assertEquals(await faultOf(named(256), (form) => void fileOf(form, "asset_data")), {
    status: 422,
    message: "The filename is longer than 255 characters.",
  });
});

Deno.test("fileOf() rejects a text where a file belongs, and returns nothing if there is neither", async () => {
  await receive(formOf(["track[title]", "A"]), (form) => assertEquals(fileOf(form, "asset_data"), undefined));
  assertEquals(await faultOf(formOf(["track[asset_data]", "A"]), (form) => void fileOf(form, "asset_data")), {
    status: 422,
    message: "unable to process provided asset_data",
  });
});
