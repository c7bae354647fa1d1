// The recipes for Windows: Scoop's manifest, and winget's three files.
import { stringify } from "yaml";
import { REPOSITORY } from "../../project.ts";
import { type Release, SUMMARY } from "./release.ts";

const ARCHIVE = "tonearm-windows-x64.zip";
const LICENSE = "MIT, with parts under LGPL-2.0-or-later and LGPL-2.1-only";
/** The schema version of winget's files. */
const FORM = "1.6.0";
const ID = "tonearm.tonearm";

/** Writes the manifest for Scoop, as JSON. */
export function scoopManifest(release: Release): string {
  const latest = `${REPOSITORY}/releases/download/v$version`;
  const manifest = {
    version: release.version,
    description: SUMMARY,
    homepage: REPOSITORY,
    license: { identifier: "MIT,LGPL-2.0-or-later,LGPL-2.1-only", url: `${REPOSITORY}/blob/main/NOTICES.md` },
    architecture: { "64bit": { url: release.addressOf(ARCHIVE), hash: release.checksumOf(ARCHIVE) } },
    bin: "tonearm.exe",
    checkver: { github: REPOSITORY },
    autoupdate: {
      architecture: { "64bit": { url: `${latest}/${ARCHIVE}` } },
      hash: { url: "$baseurl/SHA256SUMS" },
    },
  };
  return `${JSON.stringify(manifest, null, 4)}\n`;
}

/** Writes the files for winget, by name. */
export function wingetManifests(release: Release): Readonly<Record<string, string>> {
  const owner = REPOSITORY.split("/").at(-2) ?? "";
  return {
    [`${ID}.yaml`]: manifest(release, "version", { DefaultLocale: "en-US" }),
    [`${ID}.locale.en-US.yaml`]: manifest(release, "defaultLocale", {
      PackageLocale: "en-US",
      Publisher: owner,
      PublisherUrl: REPOSITORY.split("/").slice(0, -1).join("/"),
      PackageName: "tonearm",
      PackageUrl: REPOSITORY,
      License: LICENSE,
      LicenseUrl: `${REPOSITORY}/blob/v${release.version}/LICENSE`,
      ShortDescription: SUMMARY,
      ReleaseNotesUrl: `${REPOSITORY}/releases/tag/v${release.version}`,
    }),
    [`${ID}.installer.yaml`]: manifest(release, "installer", {
      InstallerType: "zip",
      NestedInstallerType: "portable",
      Commands: ["tonearm"],
      NestedInstallerFiles: [{ RelativeFilePath: "tonearm.exe", PortableCommandAlias: "tonearm" }],
      Installers: [{
        Architecture: "x64",
        InstallerUrl: release.addressOf(ARCHIVE),
        InstallerSha256: release.checksumOf(ARCHIVE).toUpperCase(),
      }],
    }),
  };
}

function manifest({ version }: Release, type: string, fields: Readonly<Record<string, unknown>>): string {
  const schema = `https://aka.ms/winget-manifest.${type}.${FORM}.schema.json`;
  const whole = {
    PackageIdentifier: ID,
    PackageVersion: version,
    ...fields,
    ManifestType: type,
    ManifestVersion: FORM,
  };
  return `# yaml-language-server: $schema=${schema}\n\n${stringify(whole)}`;
}
