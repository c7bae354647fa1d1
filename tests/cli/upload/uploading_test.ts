import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ServiceClient, ServiceError } from "@tonearm/client";
import { Failure } from "../../../cli/errors.ts";
import { Journal } from "../../../cli/upload/journal.ts";
import { uploaderFor } from "../../../cli/upload/uploader.ts";
import { checkAccount, checkFile, type UploadAccount, uploadOnce } from "../../../cli/upload/uploading.ts";
import { emptyHome } from "../../support/cli/cli.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const { signal } = new AbortController();

const ACCOUNT = { primary_email_confirmed: true, quota: null } as unknown as UploadAccount;

Deno.test("checkAccount() rejects an account that the service would refuse", () => {
  const check = (value: object) => () => checkAccount({ ...ACCOUNT, ...value });
  const unconfirmed = assertThrows(check({ primary_email_confirmed: false }), Failure);
  assertEquals({ kind: unconfirmed.kind, code: unconfirmed.code }, { kind: "auth", code: "email_unconfirmed" });
  const full = check({ quota: { unlimited_upload_quota: false, upload_seconds_left: 0 } });
  assertEquals(assertThrows(full, Failure).code, "quota");
});

Deno.test("checkAccount() accepts an account with quota left, with unlimited quota or with unknown quota", () => {
  for (
    const value of [
      {},
      { primary_email_confirmed: true, quota: null },
      { quota: { unlimited_upload_quota: true, upload_seconds_left: 0 } },
      { quota: { unlimited_upload_quota: false, upload_seconds_left: 1 } },
      { quota: { unlimited_upload_quota: false, upload_seconds_left: null } },
    ]
  ) assertEquals(checkAccount(value as UploadAccount), undefined);
});

/** Uploads a file to a service that fails with this error, and has these recent tracks; perhaps after another run. */
async function upload(
  error: unknown,
  recent: () => Promise<object[]>,
  known: string[] = [],
  sentAt?: number,
): Promise<string> {
  await using home = await emptyHome();
  const entry = { file: join(home.directory, "sound.wav"), title: "Mine", fields: {} };
  await writeFile(entry.file, "fLaC sound");
  const client = {
    tracks: { upload: () => Promise.reject(error) },
    me: { getTracks: async () => await recent() },
    paginateItems: (items: object[]) => items,
  } as unknown as ServiceClient;
  const context = testContext(testHost({ now: () => NOW }));
  return await Journal.with(join(home.data, "uploads", "a.jsonl"), signal, async (journal) => {
    for (const urn of known) await journal.done(urn, urn);
    const key = await journal.keyOf(await checkFile(entry));
    if (sentAt !== undefined) await journal.sent(key, "Mine", sentAt);
    return (await uploadOnce(uploaderFor(context, client, ACCOUNT, journal), entry, key)).track.urn;
  });
}

function track(secondsAfter: number, more: object = {}): object {
  const created = new Date(NOW + secondsAfter * 1000).toISOString().replace("T", " ").slice(0, 19).replaceAll("-", "/");
  return { urn: "soundcloud:tracks:7", title: "Mine", created_at: `${created} +0000`, ...more };
}

const LOST = new ServiceError(0, "lost");

Deno.test("uploadOnce() finds an upload whose reply was lost among the latest tracks, tolerating clock differences", async () => {
  for (const seconds of [1, 0, -119]) {
    assertEquals(await upload(LOST, () => Promise.resolve([track(seconds)])), "soundcloud:tracks:7");
  }
  assertEquals(await upload(new ServiceError(502, "bad"), () => Promise.resolve([track(1)])), "soundcloud:tracks:7");
});

Deno.test("uploadOnce() doesn't confuse the lost upload with an older track, another title or a track of this batch", async () => {
  const others = [[track(-121)], [track(1, { title: "Other" })], [track(1, { created_at: null })], []];
  for (const recent of others) {
    assertEquals(await assertRejects(() => upload(LOST, () => Promise.resolve(recent)), ServiceError), LOST);
  }
  assertEquals(
    await assertRejects(() => upload(LOST, () => Promise.resolve([track(1)]), ["soundcloud:tracks:7"])),
    LOST,
  );
});

Deno.test("uploadOnce() waits for the track of a run of the last ten minutes, which may still appear", async () => {
  const refusal = new ServiceError(422, "sent again");
  let looks = 0;
  const recent = (from: number) => () => Promise.resolve(++looks < from ? [] : [track(1)]);
  assertEquals(await upload(refusal, recent(2), [], NOW - 600_000), "soundcloud:tracks:7");
  assertEquals(looks, 2);
  assertEquals(await assertRejects(() => upload(refusal, recent(9), [], NOW - 600_001)), refusal);
  assertEquals(looks, 3);
});

Deno.test("uploadOnce() does not search for the track after a refusal", async () => {
  const refusal = new ServiceError(422, "no");
  let looked = false;
  const recent = () => {
    looked = true;
    return Promise.resolve([track(1)]);
  };
  assertEquals(await assertRejects(() => upload(refusal, recent)), refusal);
  assert(!looked);
});

Deno.test("uploadOnce() reports the first failure when the search for the track also fails", async () => {
  assertEquals(await assertRejects(() => upload(LOST, () => Promise.reject(new Error("second")))), LOST);
});

const WRITES = ["sending", "sent", "refused", "done"] as const;

/** Uploads with a journal on a slow disk, and returns the order in which the steps end. */
async function orderOf(answer: () => Promise<object>): Promise<string[]> {
  await using home = await emptyHome();
  const entry = { file: join(home.directory, "sound.wav"), title: "Mine", fields: {} };
  await writeFile(entry.file, "fLaC sound");
  const order: string[] = [];
  const upload = async ({ asset_data }: { asset_data: { stream: () => ReadableStream<Uint8Array> } }) => {
    order.push("first byte");
    for await (const piece of asset_data.stream()) order.push(piece.length === 10 ? "last byte" : "part");
    return await answer();
  };
  const client = { tracks: { upload } } as unknown as ServiceClient;
  const context = testContext(testHost({ now: () => NOW }));
  await Journal.with(join(home.data, "uploads", "a.jsonl"), signal, async (journal) => {
    for (const name of WRITES) {
      const write: (...given: never[]) => Promise<void> = journal[name].bind(journal);
      journal[name] = async (...given: unknown[]) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await write(...given as never[]);
        order.push(name);
      };
    }
    const key = await journal.keyOf(await checkFile(entry));
    await uploadOnce(uploaderFor(context, client, ACCOUNT, journal), entry, key).then(
      () => order.push("uploaded"),
      () => {
        order.push("failed");
      },
    );
  });
  return order;
}

Deno.test("uploadOnce() writes each step to the journal before the next one", async () => {
  const order = await orderOf(() => Promise.resolve(track(1)));
  assertEquals(order, ["sending", "first byte", "sent", "last byte", "done", "uploaded"]);
});

Deno.test("uploadOnce() writes a refusal to the journal before it reports it, and none where the reply was lost", async () => {
  assertEquals((await orderOf(() => Promise.reject(LOST))).slice(-2), ["last byte", "failed"]);
  const order = await orderOf(() => Promise.reject(new ServiceError(422, "no")));
  assertEquals(order, ["sending", "first byte", "sent", "last byte", "refused", "failed"]);
});
