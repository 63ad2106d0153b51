#!/usr/bin/env bash
# Lists the tests that the last test run skipped, with their number and why: scripts/skipped-tests.sh. Prints nothing where
# none was.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 - <<'PYTHON'
import glob
import xml.etree.ElementTree as tree

lines = []
for report in sorted(glob.glob("*/target/surefire-reports/TEST-*.xml")):
    for case in tree.parse(report).getroot().iter("testcase"):
        skipped = case.find("skipped")
        if skipped is not None:
            name = case.get("classname", "") + "." + case.get("name", "")
            text = (skipped.get("message") or skipped.text or "no reason given").strip().splitlines()[0]
            lines.append("    " + name + ": " + text.split("Assumption failed: ")[-1])
if lines:
    print(len(lines))
    print("\n".join(lines))
PYTHON
