#!/usr/bin/env bash
# Lists the tests that failed at first in the last test run and passed when they were run once more, with what the first
# run said: scripts/unstable-tests.sh. Prints nothing where there was none.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 - <<'PYTHON'
import glob
import xml.etree.ElementTree as tree

for report in sorted(glob.glob("**/target/surefire-reports/TEST-*.xml", recursive=True)):
    for case in tree.parse(report).getroot().iter("testcase"):
        for first in [child for child in case if child.tag in ("flakyFailure", "flakyError")][:1]:
            name = case.get("classname", "") + "." + case.get("name", "")
            text = (first.get("message") or first.findtext("stackTrace") or first.get("type") or "").strip()
            print(name + ": failed, then passed: " + (text.splitlines() or ["no message"])[0])
PYTHON
