# Installs tonearm on Windows, without an administrator's rights: downloads the archive of the newest release, or of
# TONEARM_VERSION, checks it against the release's checksums (and its attestation, if `gh` is signed in), and puts the
# program into TONEARM_INSTALL_DIR, by default %LOCALAPPDATA%\Programs\tonearm.
#Requires -Version 5.1

# Through `iex`, names and settings would stay in the session.
& {
  $ErrorActionPreference = 'Stop'
  $ProgressPreference = 'SilentlyContinue'

  $repository = 'tonearm/tonearm'
  $archive = 'tonearm-windows-x64.zip'
  $releases = if ($env:TONEARM_RELEASES) { $env:TONEARM_RELEASES } else { "https://github.com/$repository/releases" }
  $folder = if ($env:TONEARM_INSTALL_DIR) { $env:TONEARM_INSTALL_DIR } else { Join-Path $env:LOCALAPPDATA 'Programs\tonearm' }
  $address = if ($env:TONEARM_VERSION) { "$releases/download/v$($env:TONEARM_VERSION -replace '^v')" } else { "$releases/latest/download" }

  # Whether a program starts and succeeds. Windows PowerShell takes what one writes to stderr for an error, which would end
  # the script.
  function Test-Command([string] $command, [string[]] $words) {
    $ErrorActionPreference = 'Continue'
    $global:LASTEXITCODE = -1
    try { & $command $words *> $null } catch { return $false }
    return $LASTEXITCODE -eq 0
  }

  if (-not [Environment]::Is64BitOperatingSystem) {
    throw 'install.ps1: there is no file for 32-bit Windows; npm install -g tonearm works wherever Node runs'
  }
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

  $work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid().ToString())
  New-Item -ItemType Directory -Path $work | Out-Null
  $staged = Join-Path $folder ".tonearm.$PID.exe"
  try {
    foreach ($file in $archive, 'SHA256SUMS') {
      Invoke-WebRequest -UseBasicParsing -Uri "$address/$file" -OutFile (Join-Path $work $file)
    }

    $line = Get-Content (Join-Path $work 'SHA256SUMS') | Where-Object { ($_ -split '\s+')[1] -eq $archive }
    if (-not $line) { throw "install.ps1: the release has no checksum for $archive" }
    $expected = ($line -split '\s+')[0]
    $actual = (Get-FileHash -Algorithm SHA256 (Join-Path $work $archive)).Hash
    if ($actual -ne $expected) { throw "install.ps1: the checksum of $archive is wrong: nothing was installed" }
    if (Test-Command gh 'auth', 'status') {
      if (-not (Test-Command gh 'attestation', 'verify', (Join-Path $work $archive), '--repo', $repository)) {
        throw "install.ps1: the attestation of $archive is wrong: nothing was installed"
      }
    }

    Expand-Archive -Path (Join-Path $work $archive) -DestinationPath (Join-Path $work 'unpacked')
    New-Item -ItemType Directory -Force -Path $folder | Out-Null
    Move-Item -Force (Join-Path $work 'unpacked\tonearm.exe') $staged
    if (-not (Test-Command $staged '--version')) { throw "install.ps1: the program doesn't run on this machine: nothing was installed" }

    $program = Join-Path $folder 'tonearm.exe'
    $old = "$program.old"
    # A program that is running can be renamed, not written over.
    if (Test-Path $program) {
      Remove-Item -Force -ErrorAction SilentlyContinue $old
      Move-Item -Force $program $old
    }
    try {
      Move-Item $staged $program
    } catch {
      if (Test-Path $old) { Move-Item $old $program }
      throw
    }
    Remove-Item -Force -ErrorAction SilentlyContinue $old
    Write-Output "$(& $program --version) is in $folder"
    if (($env:PATH -split ';') -notcontains $folder) { Write-Output "$folder is not in PATH: add it in the system's settings" }
  } finally {
    Remove-Item -Recurse -Force -ErrorAction SilentlyContinue $work, $staged
  }
}
