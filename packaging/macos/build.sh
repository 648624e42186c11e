#!/usr/bin/env bash
# Build the macOS disk image. NOT RUN YET: written from the documentation of its tools, without a
# Mac. Needs Python 3.11 or newer and the command line tools of Xcode.
#
#   packaging/macos/build.sh
#
# Signed and notarised where these are set, else left unsigned for this Mac alone:
#   VERBATIM_IDENTITY         the name of a "Developer ID Application" certificate in the keychain
#   VERBATIM_NOTARY_PROFILE   the profile that `xcrun notarytool store-credentials` keeps
#
# Written to dist/: verbatim-desktop-VERSION.dmg and SHA256SUMS.
set -euo pipefail
cd "$(dirname "$0")/../.."

python3 dev.py installer
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' verbatim_desktop/__init__.py)
app="dist/Verbatim Desktop.app"
image="dist/verbatim-desktop-$version.dmg"
entitlements=packaging/macos/entitlements.plist

# The bundle was made before these were: what the folder has, the application has as well.
cp dist/verbatim-desktop/LICENSE.txt dist/verbatim-desktop/THIRD-PARTY-NOTICES.txt "$app/Contents/Resources/"
ln -sf verbatim-desktop "$app/Contents/MacOS/verbatim"

if [ -n "${VERBATIM_IDENTITY:-}" ]; then
    # From the inside out: a signature covers what is signed already. --deep is not for signing.
    find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' -o -perm -u+x \) -print0 |
        xargs -0 -n 20 codesign --force --timestamp --options runtime --sign "$VERBATIM_IDENTITY"
    codesign --force --timestamp --options runtime --entitlements "$entitlements" \
        --sign "$VERBATIM_IDENTITY" "$app"
    codesign --verify --strict --verbose=2 "$app"
fi

staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
cp -R "$app" "$staging/"
ln -s /Applications "$staging/Applications"
hdiutil create -volname "Verbatim Desktop" -srcfolder "$staging" -format UDZO -ov "$image"

if [ -n "${VERBATIM_IDENTITY:-}" ]; then
    codesign --timestamp --sign "$VERBATIM_IDENTITY" "$image"
fi
if [ -n "${VERBATIM_NOTARY_PROFILE:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$VERBATIM_NOTARY_PROFILE" --wait
    xcrun stapler staple "$image"
fi
(cd dist && shasum -a 256 "$(basename "$image")" >SHA256SUMS)
