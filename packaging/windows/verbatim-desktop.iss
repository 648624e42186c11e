; Inno Setup 6. NOT RUN YET: written from its documentation, without a Windows machine.
; Called by build.ps1, which passes AppVersion.

[Setup]
AppId={{6B0A7C1E-6C0B-4E7C-9E55-0B7C3B2D5A41}
AppName=Verbatim Desktop
AppVersion={#AppVersion}
AppPublisher=Verbatim Desktop contributors
DefaultDirName={autopf}\Verbatim Desktop
DefaultGroupName=Verbatim Desktop
DisableProgramGroupPage=yes
; For this person alone, without an administrator, unless they choose otherwise.
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesEnvironment=yes
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\build\installer\icons\verbatim-desktop.ico
UninstallDisplayIcon={app}\verbatim-desktop.exe
OutputDir=..\..\dist
OutputBaseFilename=verbatim-desktop-{#AppVersion}-setup
Compression=lzma2/max
SolidCompression=yes

[Tasks]
Name: path; Description: "Find the command verbatim from every terminal (adds to PATH)"

[Files]
Source: "..\..\dist\verbatim-desktop\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

; A new version brings its own libraries: what the old one left must not be loaded.
[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\Verbatim Desktop"; Filename: "{app}\verbatim-desktop.exe"

[Registry]
Root: HKA; Subkey: "{code:EnvironmentKey}"; ValueType: expandsz; ValueName: "Path"; \
  ValueData: "{olddata};{app}"; Tasks: path; Check: NotOnPath(ExpandConstant('{app}'))

[Run]
Filename: "{app}\verbatim-desktop.exe"; Description: "Open Verbatim Desktop"; \
  Flags: nowait postinstall skipifsilent

; The data folder (%LOCALAPPDATA%\verbatim-desktop) and the keys in the Credential Manager stay:
; docs/installer.md says how to remove them.

[Code]
function EnvironmentKey(Unused: String): String;
begin
  if IsAdminInstallMode then
    Result := 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
  else
    Result := 'Environment';
end;

function NotOnPath(Folder: String): Boolean;
var
  Path: String;
begin
  if not RegQueryStringValue(HKA, EnvironmentKey(''), 'Path', Path) then
    Path := '';
  Result := Pos(';' + Lowercase(Folder) + ';', ';' + Lowercase(Path) + ';') = 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Path: String;
  Place: Integer;
begin
  if Step <> usPostUninstall then
    Exit;
  if RegQueryStringValue(HKA, EnvironmentKey(''), 'Path', Path) then
  begin
    Place := Pos(';' + Lowercase(ExpandConstant('{app}')), Lowercase(Path));
    if Place > 0 then
    begin
      Delete(Path, Place, Length(ExpandConstant('{app}')) + 1);
      RegWriteExpandStringValue(HKA, EnvironmentKey(''), 'Path', Path);
    end;
  end;
end;
