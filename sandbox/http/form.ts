// Multipart forms. Files are streamed to the disk, so that large uploads need little memory.
import type { MultipartError, PartInfo } from "multipasta";
import { bodyOf, chunksOf } from "../base/content.ts";
import type { FileStore } from "../base/host.ts";
import type { Call } from "./call.ts";
import { ApiFault, badRequest, unprocessable } from "./errors.ts";
import { explainStorage, StorageFailure } from "../store/failures.ts";
import { Spool, type Spooled } from "../media/spool.ts";

export interface FormFile {
  readonly name: string;
  readonly content: Spooled;
}

/** Maximum size of everything except the file: boundaries, headers, texts. */
const OVERHEAD_BYTES = 1024 * 1024;
const MOST_NAME_LETTERS = 255;
const MOST_PARTS = 1000;
const MOST_FIELD_BYTES = 256 * 1024;

export async function withForm(call: Call, wrapper: string, use: (form: Form) => Promise<Response>): Promise<Response> {
  const form = await receiveForm(call, wrapper);
  return await use(form).finally(() => form.discard());
}

/** Returns a file of a form; undefined if there is none. Without a name, the field is a string, which is a 422. */
export function fileOf(form: Form, field: string): FormFile | undefined {
  const file = form.files.get(field);
  if (file && file.name.length > MOST_NAME_LETTERS) throw unprocessable("The filename is longer than 255 characters.");
  if (file === undefined && form.fields[field] !== undefined) {
    throw unprocessable(`unable to process provided ${field}`);
  }
  return file;
}

/** Reads the form of a request, whose field names have this prefix: `track` for `track[title]`. */
async function receiveForm(call: Call, wrapper: string): Promise<Form> {
  const most = call.world.config.maxUploadBytes;
  const { request } = call;
  if (Number(request.headers.get("content-length") ?? 0) > most + OVERHEAD_BYTES) throw tooLarge();
  const form = new Form(call.world.media.files, wrapper);
  try {
    const body = bodyOf(request);
    if (body === null) throw badRequest("The form is empty");
    await form.read(chunksOf(body), request.headers.get("content-type") ?? "", most);
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

export class Form {
  readonly fields: Record<string, unknown> = {};
  readonly files: Map<string, FormFile> = new Map();
  readonly #texts = new Map<string, string[]>();
  readonly #media: FileStore;
  readonly #wrapper: string;
  readonly #spools: Spool[] = [];
  #found: (() => Promise<void> | void)[] = [];

  constructor(media: FileStore, wrapper: string) {
    this.#media = media;
    this.#wrapper = wrapper;
  }

  async read(chunks: AsyncIterable<Uint8Array>, type: string, most: number): Promise<void> {
    const { decodeField, make } = await import("multipasta");
    let field = "";
    const parser = make({
      headers: { "content-type": type },
      maxParts: MOST_PARTS,
      maxFieldSize: MOST_FIELD_BYTES,
      isFile: (info) => {
        field = info.name;
        return info.filename !== undefined;
      },
      onField: (info, value) => this.#add(info.name, decodeField(info, value)),
      onFile: (info) => this.#open(info, most),
      onError: (error) => this.#found.push(() => fail(error, field)),
      onDone: () => {},
    });
    for await (const chunk of chunks) {
      parser.write(chunk);
      await this.#settle();
    }
    parser.end();
    await this.#settle();
  }

  async #settle(): Promise<void> {
    for (const work of this.#found.splice(0)) await work();
  }

  #add(name: string, value: string): void {
    this.fields[this.#inner(name)] = value;
    this.#texts.set(name, [...this.all(name), value]);
  }

  all(name: string): readonly string[] {
    return this.#texts.get(name) ?? [];
  }

  #inner(name: string): string {
    return new RegExp(`^${this.#wrapper}\\[(\\w+)\\]$`).exec(name)?.[1] ?? name;
  }

  #open({ name, filename = "" }: PartInfo, most: number): (chunk: Uint8Array | null) => void {
    const spool = new Spool(this.#media);
    this.#spools.push(spool);
    let size = 0;
    return (chunk) => {
      this.#found.push(async () => {
        if (chunk === null) {
          this.files.set(this.#inner(name), { name: filename, content: await spool.finish() });
        } else {
          if ((size += chunk.length) > most) throw tooLarge();
          await spool.write(chunk);
        }
      });
    };
  }

  async discard(): Promise<void> {
    for (const spool of this.#spools) await spool.discard();
  }
}

function fail(error: MultipartError, field: string): never {
  if (error._tag !== "ReachedLimit") throw badRequest(`Cannot read the form: ${error._tag}`);
  throw badRequest(error.limit === "MaxFieldSize" ? `The field ${field} is too long` : "The form has too many parts");
}
