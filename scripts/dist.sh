#!/usr/bin/env bash
# Packs the program as target/weir-VERSION.tar.gz: bin/weir, lib/, conf/, docs/, a unit for systemd and a Dockerfile. It runs
# where there is a Java 17 or newer, without Maven and without a checkout. Equal sources give equal archives.
#
#   scripts/dist.sh [LIB]   LIB: the jars of a build that is there; otherwise it is built, tests excepted
set -euo pipefail
cd "$(dirname "$0")/.."
lib=${1:-}
if [ -z "$lib" ]; then
    ./mvnw -q -Pfast package -pl server -am
    lib=server/target/weir/lib
fi
version=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' pom.xml | head -1)
name="weir-$version"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name/lib" target
cp -r server/src/dist/. "$work/$name/"
cp "$lib"/*.jar "$work/$name/lib/"
cp -r docs README.md LICENSE SECURITY.md CHANGELOG.md "$work/$name/"
chmod -R u=rwX,go=rX "$work/$name"
tar --sort=name --mtime='2020-01-01 00:00:00Z' --owner=0 --group=0 --numeric-owner -C "$work" -cf - "$name" \
    | gzip -n -9 >"target/$name.tar.gz"
echo "target/$name.tar.gz"
