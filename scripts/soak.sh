#!/usr/bin/env bash
# What takes too long for every change, and runs each night: scripts/soak.sh [test class ...]. Tests whose size one may
# choose in their large size, with a seed of the day's; tests of what only a long run shows; the fuzzers; two builds that
# must give the same bytes; a build by JDK 25 where there is one. With names of test classes it runs only those, in their
# large size. Needs what .ci/run has installed. Exits with 1 when something was found.
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

scripts/fetch-xmlconf.sh
export WEIR_XMLCONF="$PWD/.cache/xmlconf"

large=(-Dweir.size=soak -Dweir.seed="$seed" -Dweir.test.timeout='60 m' -Dweir.fork.seconds=7200)
if [ $# -gt 0 ]; then
    modules=
    for class in "$@"; do
        file=$(find ./*/src/test -name "$class.java")
        if [ -z "$file" ]; then
            echo "no test class is called $class" >&2
            exit 2
        fi
        modules+=" $(cut -d/ -f2 <<<"$file")"
    done
    exec ./mvnw -B test -pl "$(tr ' ' '\n' <<<"$modules" | sed '/^$/d' | sort -u | paste -sd, -)" -am \
        -DexcludedGroups=none "${large[@]}" -Dtest="$(IFS=,; echo "$*")" -Dsurefire.failIfNoSpecifiedTests=false
fi

step "long tests, with -Dweir.seed=$seed"
./mvnw -B -T 2 clean test -fae -Dgroups='soak | sized' -DexcludedGroups=none "${large[@]}" || failed=1

step "randomised tests of documents and classes, with that seed"
readarray -t randomised < <(grep -rl 'TestSeed\.of' --include='*Test.java' xml stax fastinfoset bind)
./mvnw -B -q test -fae -pl xml,stax,fastinfoset,bind -am -Dweir.seed="$seed" \
    -Dtest="$(basename -s .java "${randomised[@]}" | paste -sd, -)" -Dsurefire.failIfNoSpecifiedTests=false || failed=1

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
    ./mvnw -B -q -Pfast package -pl server -am
    (cd server/target/weir/lib && sha256sum weir-*.jar)
}
first=$(build_and_sum)
second=$(build_and_sum)
if [ "$first" != "$second" ]; then
    printf 'the jars differ from one build to the next:\n%s\n%s\n' "$first" "$second" >&2
    failed=1
fi

if home25=$(jdk_home 25); then
    step "JDK 25 compiles everything"
    JAVA_HOME=$home25 ./mvnw -B -q -T 2 clean test-compile || failed=1
fi

steps_done
exit "$failed"
