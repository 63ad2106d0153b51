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

# The distribution: elsewhere, without Maven, set up by its file and the environment.
archive=$(scripts/dist.sh server/target/weir/lib)
mkdir "$work/a place"
tar -xzf "$archive" -C "$work/a place" --strip-components=1
printf 'composites = %s\nadmin = 127.0.0.1:0\nhost = 0.0.0.0\n' "$PWD/examples/orders" >>"$work/a place/conf/weir.properties"
: >"$work/log"
(cd / && LC_ALL=C WEIR_HOST=127.0.0.1 WEIR_DATA="$work/dä ta" exec "$work/a place/bin/weir" run --port "$port") >"$work/log" 2>&1 &
pid=$!
for _ in $(seq 1 600); do
    if grep -q '^ready' "$work/log"; then break; fi
    kill -0 "$pid" 2>/dev/null || fail "the distribution ended before it was ready"
    sleep 0.1
done
curl -sS --max-time 30 -o /dev/null -f "$url/health/ready" || fail "the distribution is not ready"
"$work/a place/bin/weir" list --data "$work/dä ta" | grep -q Orders || fail "the distribution does not list its composites"
stop
cp "$archive" "$work/first.tar.gz"
scripts/dist.sh server/target/weir/lib >/dev/null
cmp "$work/first.tar.gz" "$archive" || fail "two archives of one build differ"
if WEIR_PORT=x "$work/a place/bin/weir" run >"$work/log" 2>&1; then fail "a wrong setting is not refused"; fi
grep -q 'WEIR_PORT.*is not a whole number' "$work/log" || fail "a wrong setting is not named"
