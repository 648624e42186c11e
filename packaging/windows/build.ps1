# Build the Windows installer. NOT RUN YET: written from the documentation of its tools, without a
# Windows machine. Needs Python 3.11 or newer and Inno Setup 6 (iscc on the PATH).
#
#   powershell -ExecutionPolicy Bypass -File packaging\windows\build.ps1 [-Sign "CERTIFICATE NAME"]
#
# Written to dist\: verbatim-desktop-VERSION-setup.exe and SHA256SUMS.

param([string]$Sign = "")
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..\..")

function Invoke-Step([string]$What, [scriptblock]$Step) {
    & $Step
    if ($LASTEXITCODE -ne 0) { throw "$What failed ($LASTEXITCODE)." }
}

function Add-Signature([string[]]$Paths) {
    if ($Sign) {
        Invoke-Step "Signing" { signtool sign /n $Sign /fd SHA256 /td SHA256 /tr $env:TIMESTAMP_URL $Paths }
    }
}

Invoke-Step "Building" { python dev.py installer }
$version = (Select-String -Path verbatim_desktop\__init__.py -Pattern '__version__ = "(.+)"').Matches[0].Groups[1].Value

# Ours are signed; Qt's libraries stay as they came, so that they can be exchanged.
Add-Signature @("dist\verbatim-desktop\verbatim-desktop.exe", "dist\verbatim-desktop\verbatim.exe")
Invoke-Step "Packing" { iscc "/DAppVersion=$version" packaging\windows\verbatim-desktop.iss }
$setup = "dist\verbatim-desktop-$version-setup.exe"
Add-Signature @($setup)

$sum = (Get-FileHash -Algorithm SHA256 $setup).Hash.ToLower()
"$sum  verbatim-desktop-$version-setup.exe" | Set-Content -Encoding ascii dist\SHA256SUMS
