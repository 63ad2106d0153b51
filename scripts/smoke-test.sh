#!/usr/bin/env bash
# Starts the program as README says, tries a curl line of the example, looks at what was recorded, and stops it.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
url="http://localhost:$port"
pid=

fail() {
    echo "smoke test: $*" >&2
    sed 's/^/    /' "$work/log" >&2
    exit 1
}
cleanup() {
    if [ -n "$pid" ]; then kill -9 "$pid" 2>/dev/null || true; fi
    rm -rf "$work"
}
trap cleanup EXIT

# The hard way: by a link, without a locale, into a folder of a name that needs quotes and is not ASCII.
start() {
    : >"$work/log" # what the last start said must not be taken for this one's
    LC_ALL=C "$work/a link" run examples/orders --port "$port" --data "$work/dä ta" >"$work/log" 2>&1 &
    pid=$!
    for _ in $(seq 1 1200); do
        if grep -q '^ready' "$work/log"; then return; fi
        kill -0 "$pid" 2>/dev/null || fail "the program ended before it was ready"
        sleep 0.1
    done
    fail "not ready after two minutes"
}
stop() {
    kill -TERM "$pid"
    for _ in $(seq 1 300); do
        kill -0 "$pid" 2>/dev/null || { pid=; return; }
        sleep 0.1
    done
    fail "did not stop within 30 s of being told to"
}

ln -s "$PWD/weir" "$work/a link"
./weir --version >/dev/null # builds
start
stop
start
grep '^ready' "$work/log"

answer=$(curl -sS --max-time 30 -H 'Content-Type: text/xml; charset=utf-8' -H 'SOAPAction: "placeOrder"' \
    --data-binary @examples/orders/payloads/order-5k.xml "$url/soa-infra/services/default/Orders/OrderService")
case "$answer" in
    *OrderResponse*) ;;
    *) fail "an order was answered with: $answer" ;;
esac

./weir list --data "$work/dä ta"
./weir instances --data "$work/dä ta"
id=$(./weir instances --data "$work/dä ta" --state completed | awk '/Orders!/ {print $1; exit}')
[ -n "$id" ] || fail "no completed instance is listed"
./weir audit "$id" --data "$work/dä ta"
./weir purge --created-before 2000-01-01T00:00:00Z --batch 100 --data "$work/dä ta"
stop
