# Installs tonearm on Windows, without an administrator's rights: downloads the archive of the newest release, or of
# TONEARM_VERSION, checks it against the release's checksums, and its attestation if `gh` can verify one, puts the program
# into TONEARM_INSTALL_DIR, by default %LOCALAPPDATA%\Programs\tonearm, and adds that folder to the user's PATH. With
# TONEARM_ATTESTATION=require, an attestation that can't be verified is a failure.
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
    try { $script:said = (& $command $words 2>&1 | Out-String) } catch { return $false }
    return $LASTEXITCODE -eq 0
  }

  # Why the attestation of a file can't be verified; nothing if it is right. Ends the script where it's wrong.
  function Get-Unverified([string] $file) {
    if (-not (Get-Command gh -ErrorAction SilentlyContinue)) { return 'gh is not installed' }
    if (-not (Test-Command gh 'attestation', '--help')) { return 'this gh has no attestations: 2.49 and later do' }
    if (Test-Command gh 'attestation', 'verify', $file, '--repo', $repository) { return }
    if ($script:said -match 'gh auth login|GH_TOKEN|HTTP 40[13]') { return 'gh is not signed in: run gh auth login, or set GH_TOKEN' }
    $unreachable = 'dial tcp|no such host|connection (refused|reset)|time(d )?out|proxyconnect|x509|error connecting|unexpected EOF|HTTP (429|5\d\d)|network is unreachable'
    if ($script:said -match $unreachable) { return 'gh does not reach GitHub' }
    throw "install.ps1: the attestation of $archive is wrong: nothing was installed"
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
    $unverified = Get-Unverified (Join-Path $work $archive)
    if ($unverified) {
      if ($env:TONEARM_ATTESTATION -eq 'require') {
        throw "install.ps1: cannot verify the attestation of ${archive}: ${unverified}: nothing was installed"
      }
      Write-Output "The checksum is right; the attestation was not verified: $unverified"
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
    $own = [Environment]::GetEnvironmentVariable('Path', 'User')
    if (($env:PATH -split ';') -notcontains $folder -and ($own -split ';') -notcontains $folder) {
      [Environment]::SetEnvironmentVariable('Path', (@($own, $folder) -ne '' -join ';'), 'User')
      Write-Output "$folder is now in your PATH: open a new terminal"
    }
  } finally {
    Remove-Item -Recurse -Force -ErrorAction SilentlyContinue $work, $staged
  }
}
