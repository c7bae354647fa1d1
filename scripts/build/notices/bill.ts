/**
 * The bill of materials of the single files, in CycloneDX: the components of each, with versions, licences and package
 * URLs for vulnerability scanners. It's reproducible: it has neither a time nor a serial number.
 */
import "ajv";
import "ajv-formats";
import "ajv-formats-draft2019";
import { Enums, Models, Serialize, Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { REPOSITORY } from "../../project.ts";
import type { Inside } from "./inside.ts";
import type { CompilerName } from "./runtimes.ts";

/** A package or work with its licence. */
export interface Licensed {
  readonly license: string | undefined;
  /** Third-party works in it. */
  readonly works?: readonly Work[] | undefined;
}

/** A third-party work that was compiled into a package. */
export interface Work {
  readonly name: string;
  readonly license: string;
  readonly url: string;
}

/** The subject of a bill. */
export interface Subject {
  readonly version: string;
  readonly inside: readonly Inside[];
  readonly runtime: { readonly name: CompilerName; readonly version: string };
  /** Returns what is known of a package. */
  licenseOf(inside: Inside): Licensed;
}

const ENGINES: Readonly<Record<CompilerName, { readonly engine: Work; readonly owner: string }>> = {
  deno: { owner: "denoland", engine: { name: "V8", license: "BSD-3-Clause", url: "https://v8.dev" } },
  bun: {
    owner: "oven-sh",
    engine: { name: "JavaScriptCore", license: "LGPL-2.0-only", url: "https://github.com/oven-sh/WebKit" },
  },
};

function component(name: string, ref: string, license: string | undefined): Models.Component {
  const made = new Models.Component(Enums.ComponentType.Library, name, { bomRef: ref });
  if (license !== undefined) made.licenses.add(new Models.SpdxLicense(license));
  return made;
}

function workComponent(parent: string, { name, license, url }: Work): Models.Component {
  const made = component(name, `${parent}#${name}`, license);
  made.externalReferences.add(new Models.ExternalReference(url, Enums.ExternalReferenceType.Website));
  return made;
}

function packageComponent(inside: Inside, { license, works = [] }: Licensed): Models.Component {
  const { registry, name, version } = inside;
  // JSR has no type of its own among package URLs.
  const [scope, plain] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const spelled = scope === undefined ? plain : `${encodeURIComponent(scope)}/${plain}`;
  const address = `https://jsr.io/${name}/${version}`;
  const purl = registry === "npm"
    ? `pkg:npm/${spelled}@${version}`
    : `pkg:generic/${spelled}@${version}?download_url=${encodeURIComponent(address)}`;
  const made = component(name, purl, license);
  made.version = version;
  made.purl = purl;
  for (const work of works) made.components.add(workComponent(purl, work));
  return made;
}

function runtimeComponent({ name, version }: Subject["runtime"]): Models.Component {
  const { owner, engine } = ENGINES[name];
  const purl = `pkg:github/${owner}/${name}@v${version}`;
  const made = component(name, purl, "MIT");
  made.type = Enums.ComponentType.Platform;
  made.version = version;
  made.purl = purl;
  made.components.add(workComponent(purl, engine));
  return made;
}

/** The bill as JSON. */
export function bill({ version, inside, runtime, licenseOf }: Subject): string {
  const purl = `pkg:github/${REPOSITORY.split("/").slice(-2).join("/")}@v${version}`;
  const program = component("tonearm", purl, "MIT");
  program.type = Enums.ComponentType.Application;
  program.version = version;
  program.purl = purl;
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: program }) });
  const parts = [...inside.map((one) => packageComponent(one, licenseOf(one))), runtimeComponent(runtime)];
  for (const part of parts) {
    bom.components.add(part);
    program.dependencies.add(part.bomRef);
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** Validates a bill against CycloneDX's schema; returns nothing if it's valid. */
export async function complaints(text: string): Promise<string | undefined> {
  const found = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  return found === null ? undefined : JSON.stringify(found);
}

/**
 * Writes a bill to a path.
 *
 * @throws {Error} When the bill is invalid.
 */
export async function writeBill(path: string, subject: Subject): Promise<void> {
  const text = bill(subject);
  const found = await complaints(text);
  if (found !== undefined) throw new Error(`The bill of materials is none: ${found}`);
  await Deno.writeTextFile(path, text);
}
