#!/usr/bin/env bash
# Lists tests of the last test run, one to a line, with why: scripts/test-reports.sh skipped | unstable | failed. Unstable
# are those that failed at first and passed when they were run once more. Prints nothing where there was none; before the
# skipped ones it prints their number.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
    skipped | unstable | failed) ;;
    *)
        echo "usage: scripts/test-reports.sh skipped | unstable | failed" >&2
        exit 2
        ;;
esac
python3 - "$1" <<'PYTHON'
import glob
import sys
import xml.etree.ElementTree as tree

wanted, said = {
    "skipped": (("skipped",), ""),
    "unstable": (("flakyFailure", "flakyError"), "failed, then passed: "),
    "failed": (("failure", "error"), ""),
}[sys.argv[1]]
lines = []
for report in sorted(glob.glob("**/target/surefire-reports/TEST-*.xml", recursive=True)):
    try:
        root = tree.parse(report).getroot()
    except tree.ParseError as damaged:
        sys.exit(report + " cannot be read: " + str(damaged))
    for case in root.iter("testcase"):
        for entry in [child for child in case if child.tag in wanted][:1]:
            name = " ".join((case.get("classname", "") + "." + case.get("name", "")).split())
            text = (entry.get("message") or entry.findtext("stackTrace") or entry.text or entry.get("type") or "").strip()
            why = (text.splitlines() or ["no reason given"])[0].split("Assumption failed: ")[-1]
            lines.append(name + ": " + said + why)
if lines and sys.argv[1] == "skipped":
    print(len(lines))
    lines = ["    " + line for line in lines]
if lines:
    print("\n".join(lines))
PYTHON
