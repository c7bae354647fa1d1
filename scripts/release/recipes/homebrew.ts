// The recipe for Homebrew, on macOS and Linux.
import { REPOSITORY } from "../../project.ts";
import { type Release, SUMMARY } from "./release.ts";

/** Writes the formula. */
export function formula(release: Release): string {
  return `class Tonearm < Formula
  desc "${SUMMARY.replace(/ \(.*/, "")}"
  homepage "${REPOSITORY}"
  version "${release.version}"
  license all_of: ["MIT", "LGPL-2.0-or-later", "LGPL-2.1-only"]

  on_macos do
    on_arm do
${source(release, "macos-arm64")}
    end
    on_intel do
${source(release, "macos-x64")}
    end
  end

  on_linux do
    on_arm do
${source(release, "linux-arm64")}
    end
    on_intel do
${source(release, "linux-x64")}
    end
  end

  def install
    bin.install "tonearm"
    doc.install "NOTICES.md", "LGPL-2.0.txt", "LGPL-2.1.txt"
    man1.install Dir["man/*.1"]
    generate_completions_from_executable(bin/"tonearm", "completions")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tonearm --version")
    assert_match "lofi", shell_output("#{bin}/tonearm --sandbox search lofi")
  end
end
`;
}

function source(release: Release, target: string): string {
  const archive = `tonearm-${target}.tar.gz`;
  return `      url "${release.addressOf(archive)}"\n      sha256 "${release.checksumOf(archive)}"`;
}
