#!/usr/bin/env bash
# What takes too long for every change, and runs each night: scripts/soak.sh [test class | -D...] ...
# Tests whose size one may choose in their large size, with a seed of the day's; tests of what only a long run shows; other
# randomised tests with that seed; the fuzzers; two builds that must give the same bytes; a build by JDK 25 where there is
# one. With names of test classes it runs only those, in their large size; what begins with a hyphen goes to Maven. Needs
# what .ci/run has installed. Exits with 1 when something was found.
#
#   WEIR_SEED=NUMBER          the seed, instead of one from the date
#   WEIR_FUZZ_SECONDS=NUMBER  how long the fuzzers look, instead of a quarter of an hour
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/steps.sh
. scripts/steps.sh
use_jdk 17 || true
seed=${WEIR_SEED:-$(date -u +%Y%m%d)}
failed=0
fetch_suite() {
    scripts/fetch-xmlconf.sh
    export WEIR_XMLCONF="$PWD/.cache/xmlconf"
}

large=(-Dweir.size=soak -Dweir.seed="$seed" -Dweir.test.timeout='60 m' -Dweir.fork.seconds=7200)
if [ $# -gt 0 ]; then
    classes=()
    options=()
    modules=()
    for argument in "$@"; do
        if [[ "$argument" == -* ]]; then
            options+=("$argument")
            continue
        fi
        files=$(find ./*/src/test -name "$argument.java")
        if [[ "$argument" != *Test ]] || [ -z "$files" ]; then
            echo "no test class is called $argument; usage: scripts/soak.sh [simple name of a test class | -D...] ..." >&2
            exit 2
        fi
        classes+=("$argument")
        while IFS=/ read -r _ module _; do modules+=("$module"); done <<<"$files"
    done
    fetch_suite
    comma() { local IFS=,; echo "$*"; }
    exec ./mvnw -B test -pl "$(comma "${modules[@]}")" -am -DexcludedGroups=none "${large[@]}" \
        -Dtest="$(comma "${classes[@]}")" -Dsurefire.failIfNoSpecifiedTests=false "${options[@]}"
fi
fetch_suite

# One test that fails must not keep those of other modules from being run.
go_on=-Dmaven.test.failure.ignore=true

step "long tests, with -Dweir.seed=$seed"
./mvnw -B -T 2 clean test $go_on -Dgroups='soak | sized' -DexcludedGroups=none "${large[@]}" || failed=1

step "the other randomised tests, with that seed"
readarray -t randomised < <(grep -rl 'TestSeed\.of' --include='*Test.java' ./*/src/test | xargs grep -L '^@Tag("sized")')
./mvnw -B -q -T 2 test $go_on -Dweir.seed="$seed" -Dtest="$(basename -s .java "${randomised[@]}" | paste -sd, -)" \
    -Dsurefire.failIfNoSpecifiedTests=false || failed=1
found=$(scripts/test-reports.sh failed)
if [ -n "$found" ]; then failed=1; fi

step "the fuzzers"
fuzzed=0
scripts/fuzz.sh "${WEIR_FUZZ_SECONDS:-900}" || fuzzed=$?
if [ "$fuzzed" -eq 3 ]; then
    echo "NOTE: a peer reads a document differently; that is a question, not yet a fault"
elif [ "$fuzzed" -ne 0 ]; then
    failed=1
fi

step "two builds give the same bytes"
build_and_sum() {
    find . -path '*/target/classes' -prune -exec rm -rf {} +
    rm -f server/target/weir/lib/weir-*.jar ./*/target/*.jar
    ./mvnw -B -q -Pfast -DskipTests package >&2
    sha256sum server/target/weir/lib/weir-*.jar ./*/target/weir-*.jar
}
first=$(build_and_sum)
second=$(build_and_sum)
if [ "$first" != "$second" ]; then
    printf 'the jars differ from one build to the next:\n%s\n%s\n' "$first" "$second" >&2
    failed=1
fi

if home25=$(jdk_home 25); then
    step "JDK 25 compiles everything"
    copy=$(mktemp -d)
    git archive HEAD | tar -x -C "$copy"
    (cd "$copy" && JAVA_HOME=$home25 ./mvnw -B -q -T 2 test-compile) || failed=1
    rm -rf "$copy"
fi

steps_done
skipped=$(scripts/test-reports.sh skipped)
echo "skipped: ${skipped:-no test}"
if [ -n "$found" ]; then printf 'failed:\n%s\n' "$found"; fi
exit "$failed"
