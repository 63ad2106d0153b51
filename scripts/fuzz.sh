#!/usr/bin/env bash
# Looks for documents that the XML reader and writer treat otherwise than they should: scripts/fuzz.sh [seconds], 120 in
# all unless told. Needs a JDK and Maven's cache; what was learnt stays in .cache/fuzz, findings as well. Exits with 1
# when something was found, with 2 when it could not look, with 3 when all that was found are differences with a peer, of
# which somebody has to find out who is right. WEIR_XMLCONF adds the W3C suite to the seeds.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-120}
case "$seconds" in
    '' | *[!0-9]*)
        echo "usage: scripts/fuzz.sh [seconds]" >&2
        exit 2
        ;;
esac

package=dev/weir/xml/fuzz
targets=
for class in XmlFuzzTest FastInfosetFuzzTest; do
    targets+=" $(sed -n "s/^    void \([A-Za-z]*\)([^)].*/$class.\1/p" "stax/src/test/java/$package/$class.java")"
done
count=$(wc -w <<<"$targets")
each=$(((seconds + count - 1) / count))
cache="$PWD/.cache/fuzz"
findings="$cache/findings"
mkdir -p "$findings"

./mvnw -q -B -pl stax -am test-compile dependency:build-classpath \
    -Dmdep.includeScope=test -Dmdep.outputFile="$cache/classpath" -Dspotless.check.skip >"$cache/build.log" 2>&1 || {
    cat "$cache/build.log" >&2
    exit 2
}
classes="stax/target/test-classes:stax/target/classes:$(cat "$cache/classpath")"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

found=0
for method in $targets; do
    class=${method%.*}
    target=${method#*.}
    corpus="$cache/$target"
    mkdir -p "$corpus"
    set -- "$corpus"
    dictionary=
    case "$class.$target" in
        *.generated*) ;; # its inputs are choices, not documents
        FastInfosetFuzzTest.*) set -- "$@" "stax/src/test/resources/$package/${class}Inputs" ;;
        *)
            set -- "$@" "stax/src/test/resources/$package/${class}Inputs" ${WEIR_XMLCONF:+"$WEIR_XMLCONF"}
            dictionary="-dict=stax/src/test/resources/$package/xml.dict"
            ;;
    esac
    log="$cache/$target.log"
    code=0
    "$java" -Xmx1g -Djava.awt.headless=true -cp "$classes" com.code_intelligence.jazzer.Jazzer \
        --target_class="dev.weir.xml.fuzz.$class" --target_method="$target" \
        --hooks=true --instrumentation_includes='dev.weir.xml.**' --custom_hook_excludes='**' \
        --reproducer_path="$findings" -artifact_prefix="$findings/" \
        ${dictionary:+"$dictionary"} -max_total_time="$each" -max_len=4096 -timeout=60 -rss_limit_mb=3000 -print_final_stats=1 \
        "$@" >"$log" 2>&1 || code=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)
    printf '%s: %s executions in %s s' "$target" "${runs:-no}" "$each"
    if grep -q 'Test unit written to .*/\(crash\|timeout\|oom\)-' "$log"; then
        case "$target" in
            *Peers*) [ "$found" -ne 0 ] || found=3 ;;
            *) found=1 ;;
        esac
        echo ", a finding:"
        grep -A 30 '== Java Exception\|ERROR: libFuzzer' "$log" | head -60
        grep 'Test unit written to' "$log" || true
    elif [ "$code" -eq 0 ] && [ "${runs:-0}" -gt 0 ]; then
        echo ", nothing found"
    else
        echo ", then it failed with exit code $code:"
        tail -30 "$log"
        exit 2
    fi
done
exit "$found"
