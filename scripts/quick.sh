#!/usr/bin/env bash
# Builds what a change needs and runs its tests, without those tagged "slow": scripts/quick.sh [commit].
# The change is what differs from the commit, new and uncommitted files included; unless given, that is where the branch
# left origin/main, or the last commit where the branch has not left it. Modules that use a changed one are compiled, tests
# and all, so that a broken caller shows; their tests are run by ./mvnw verify.
set -euo pipefail
cd "$(dirname "$0")/.."
base=${1:-$(git merge-base HEAD origin/main 2>/dev/null || git rev-parse HEAD)}
if ! git rev-parse --quiet --verify "$base^{commit}" >/dev/null; then
    echo "there is no commit $base" >&2
    exit 2
fi
names() { git -c core.quotePath=false "$@"; }
changed=$({ names diff --name-only "$base"; names ls-files --others --exclude-standard; } | sort -u)

modules=$(sed -n 's:.*<module>\(.*\)</module>.*:\1:p' pom.xml)
touched=
for module in $modules; do
    folder=$module
    if [[ "$module" == examples/swap/* ]]; then folder=${module%/*}; fi # they share their sources
    if grep -q "^$folder/" <<<"$changed"; then touched+=" $module"; fi
done
if [ -z "$touched" ] && ! grep -q '^pom.xml$' <<<"$changed"; then
    echo "no module differs from $(git rev-parse --short "$base")"
    exit 0
fi

# Modules are listed in the order in which they build, so one pass finds all that use a changed one.
build=
for module in $modules; do
    needed=no
    if grep -q '^pom.xml$' <<<"$changed" || [[ " $touched " == *" $module "* ]]; then needed=yes; fi
    for used in $build; do
        artifact=weir-$used
        if [[ "$used" == examples/* ]]; then artifact=example-${used##*/}; fi
        if grep -q "<artifactId>$artifact</artifactId>" "$module/pom.xml"; then needed=yes; fi
    done
    if [ "$needed" = yes ]; then build+=" $module"; fi
done

tests=
for module in $touched; do
    for folder in "$module" "${module%/*}"; do # examples have tests of their own, and share others
        if [ -d "$folder/src/test/java" ]; then
            tests+=$(cd "$folder/src/test/java" && find . -name '*Test.java' | sed 's:^\./::; s:\.java$::; s:/:.:g')$'\n'
        fi
    done
done
# What may depend on what is said in one place for all modules.
if [[ " $build " == *" server "* ]]; then tests+=dev.weir.server.ArchitectureTest$'\n'; fi

echo "changed:${touched:- pom.xml}; built:$build"
list() { sed '/^$/d' | paste -sd, -; }
./mvnw -B -q -T 1C test -pl "$(tr ' ' '\n' <<<"$build" | list)" -am -DexcludedGroups="slow | soak" \
    -Dtest="$(list <<<"${tests:-none}")" -Dsurefire.failIfNoSpecifiedTests=false
