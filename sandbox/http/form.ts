/**
 * Multipart forms. Files are streamed to the disk, so that large uploads need little memory.
 *
 * @module
 */
import type { BusboyInstance } from "@fastify/busboy";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Fields } from "./body.ts";
import type { Call } from "./call.ts";
import { ApiFault, badRequest, unprocessable } from "./errors.ts";
import type { MediaFiles } from "../host/disk/files.ts";
import { explainStorage, StorageFailure } from "../store/failures.ts";
import { Spool, type Spooled } from "../host/disk/spool.ts";

/** A file in a form. */
export interface FormFile {
  /** Its file name. */
  readonly name: string;
  readonly content: Spooled;
}

/** A completely received form. */
export interface Form {
  /** Its text fields, by the names inside the brackets. */
  readonly fields: Fields;
  /** Its files, by the same names. */
  readonly files: ReadonlyMap<string, FormFile>;
  /** Returns all texts with the same full name. */
  all(name: string): readonly string[];
  /** Removes the files that weren't kept. */
  discard(): Promise<void>;
}

/** Maximum size of everything except the file: boundaries, headers, texts. */
const OVERHEAD_BYTES = 1024 * 1024;
const MOST_NAME_LETTERS = 255;
const LIMITS = { fields: 1000, files: 4, fieldSize: 256 * 1024, headerPairs: 20 };

/** Reads the form of a request, and removes its remaining files afterwards. */
export async function withForm(
  call: Call,
  wrapper: string,
  use: (form: Form) => Promise<Response>,
): Promise<Response> {
  const form = await receiveForm(call, wrapper);
  try {
    return await use(form);
  } finally {
    await form.discard();
  }
}

/**
 * Returns a file of a form; undefined if there is none.
 *
 * @throws {ApiFault} 422 if its name is too long or missing: without a name, the field is a text.
 */
export function fileOf(form: Form, field: string): FormFile | undefined {
  const file = form.files.get(field);
  if (file && file.name.length > MOST_NAME_LETTERS) throw unprocessable("The file name is longer than 255 characters.");
  if (file === undefined && form.fields[field] !== undefined) {
    throw unprocessable(`unable to process provided ${field}`);
  }
  return file;
}

/**
 * Reads the form of a request.
 *
 * @param wrapper The prefix of the field names: `track` for `track[title]`.
 * @throws {ApiFault} 413 if a file exceeds the maximum size, 400 for a truncated or invalid form.
 */
async function receiveForm(call: Call, wrapper: string): Promise<Form> {
  const most = call.world.config.maxUploadBytes;
  const { request } = call;
  if (Number(request.headers.get("content-length") ?? 0) > most + OVERHEAD_BYTES) throw tooLarge();
  const form = new ReceivedForm(call.world.media.files, wrapper);
  try {
    const { Busboy } = await import("@fastify/busboy");
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    const parser = new Busboy({ headers, limits: { ...LIMITS, fileSize: most } });
    form.listen(parser);
    if (request.body === null) throw badRequest("The form is empty");
    await pipeline(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]), parser);
    await form.complete();
    return form;
  } catch (error) {
    await form.discard();
    const told = explainStorage(error, call.db.path);
    throw told instanceof ApiFault || told instanceof StorageFailure
      ? told
      : badRequest(`Cannot read the form: ${String(error)}`);
  }
}

function tooLarge(): ApiFault {
  return new ApiFault(413, "The file is larger than uploads may be");
}

class ReceivedForm implements Form {
  readonly #fields: Record<string, unknown> = {};
  readonly #texts = new Map<string, string[]>();
  readonly #received = new Map<string, FormFile>();
  readonly #media: MediaFiles;
  readonly #wrapper: string;
  readonly #spools: Spool[] = [];
  readonly #streams: Readable[] = [];
  readonly #writing: Promise<void>[] = [];

  constructor(media: MediaFiles, wrapper: string) {
    this.#media = media;
    this.#wrapper = wrapper;
  }

  get fields(): Fields {
    return this.#fields;
  }

  get files(): ReadonlyMap<string, FormFile> {
    return this.#received;
  }

  listen(parser: BusboyInstance): void {
    parser.on("field", (name, value, _nameCut, valueCut) => {
      if (valueCut) parser.destroy(badRequest(`The field ${name} is too long`));
      else this.#add(name, value);
    });
    parser.on("file", (field, stream, name) => {
      this.#streams.push(stream);
      stream.once("limit", () => parser.destroy(tooLarge()));
      const writing = this.#receive(field, stream, name);
      // Otherwise the parser would wait forever for an unread file.
      writing.catch((error: Error) => parser.destroy(error));
      this.#writing.push(writing);
    });
  }

  #add(name: string, value: string): void {
    this.#fields[this.#inner(name)] = value;
    this.#texts.set(name, [...this.all(name), value]);
  }

  all(name: string): readonly string[] {
    return this.#texts.get(name) ?? [];
  }

  #inner(name: string): string {
    return new RegExp(`^${this.#wrapper}\\[(\\w+)\\]$`).exec(name)?.[1] ?? name;
  }

  async #receive(field: string, stream: Readable, name: string): Promise<void> {
    const spool = new Spool(this.#media);
    this.#spools.push(spool);
    for await (const chunk of stream) await spool.write(chunk);
    this.#received.set(this.#inner(field), { name, content: await spool.finish() });
  }

  /** Waits until every file is written. */
  async complete(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async discard(): Promise<void> {
    for (const stream of this.#streams) stream.destroy();
    await Promise.allSettled(this.#writing);
    for (const spool of this.#spools) await spool.discard();
  }
}
