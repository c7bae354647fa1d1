# Installs tonearm on Windows, without an administrator's rights: downloads the archive of the newest release, or of
# TONEARM_VERSION, checks it against the release's checksums (and its attestation, where `gh` is there), and puts the
# program into TONEARM_INSTALL_DIR, by default %LOCALAPPDATA%\Programs\tonearm.
#Requires -Version 5.1
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

$repository = 'tonearm/tonearm'
$archive = 'tonearm-windows-x64.zip'
$releases = if ($env:TONEARM_RELEASES) { $env:TONEARM_RELEASES } else { "https://github.com/$repository/releases" }
$folder = if ($env:TONEARM_INSTALL_DIR) { $env:TONEARM_INSTALL_DIR } else { Join-Path $env:LOCALAPPDATA 'Programs\tonearm' }
$address = if ($env:TONEARM_VERSION) { "$releases/download/v$env:TONEARM_VERSION" } else { "$releases/latest/download" }

if (-not [Environment]::Is64BitOperatingSystem) {
  throw 'install.ps1: there is no file for 32-bit Windows; npm install -g tonearm works wherever Node does'
}
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

$work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid().ToString())
New-Item -ItemType Directory -Path $work | Out-Null
try {
  foreach ($file in $archive, 'SHA256SUMS') {
    Invoke-WebRequest -UseBasicParsing -Uri "$address/$file" -OutFile (Join-Path $work $file)
  }

  $line = Get-Content (Join-Path $work 'SHA256SUMS') | Where-Object { ($_ -split '\s+')[1] -eq $archive }
  if (-not $line) { throw "install.ps1: the release has no checksum for $archive" }
  $expected = ($line -split '\s+')[0]
  $actual = (Get-FileHash -Algorithm SHA256 (Join-Path $work $archive)).Hash
  if ($actual -ne $expected) { throw "install.ps1: the checksum of $archive is wrong: nothing was installed" }
  if (Get-Command gh -ErrorAction SilentlyContinue) {
    & gh auth status *> $null
    if ($LASTEXITCODE -eq 0) {
      & gh attestation verify (Join-Path $work $archive) --repo $repository *> $null
      if ($LASTEXITCODE -ne 0) { throw "install.ps1: the attestation of $archive is wrong: nothing was installed" }
    }
  }

  Expand-Archive -Path (Join-Path $work $archive) -DestinationPath (Join-Path $work 'unpacked')
  New-Item -ItemType Directory -Force -Path $folder | Out-Null
  $program = Join-Path $folder 'tonearm.exe'
  # A program that is running can be renamed, not written over.
  if (Test-Path $program) {
    Remove-Item -Force -ErrorAction SilentlyContinue "$program.old"
    Move-Item -Force $program "$program.old"
  }
  Move-Item (Join-Path $work 'unpacked\tonearm.exe') $program
  Remove-Item -Force -ErrorAction SilentlyContinue "$program.old"
  Write-Output "$(& $program --version) is in $folder"
  if (($env:PATH -split ';') -notcontains $folder) { Write-Output "$folder is not in PATH: add it in the system's settings" }
} finally {
  Remove-Item -Recurse -Force $work
}
