# Sourced by .ci/run and scripts/soak.sh: steps with their times, and the installed JDKs.
shopt -s inherit_errexit # a command that fails in $(...) fails the script
steps=()
step_begun=

step() { # what it is: ends the step before
    step_end
    printf '\n== %s (%ss)\n' "$*" "$SECONDS"
    step_name=$*
    step_begun=$SECONDS
}

step_end() {
    if [ -n "$step_begun" ]; then steps+=("$(printf '%5d s  %s' $((SECONDS - step_begun)) "$step_name")"); fi
    step_begun=
}

steps_done() { # prints what took how long
    step_end
    printf '\n== done\n'
    printf '%s\n' "${steps[@]}" "$(printf '%5d s  in all' "$SECONDS")"
}

jdk_home() { # version: prints the home of an installed JDK of that version; fails where there is none
    local release
    for release in /usr/lib/jvm/*/release; do
        if grep -q "^JAVA_VERSION=\"$1[.\"]" "$release" 2>/dev/null; then
            dirname "$release"
            return
        fi
    done
    return 1
}

use_jdk() { # version: that one is used from here on, if it is installed
    local home
    home=$(jdk_home "$1") && export JAVA_HOME="$home"
}

java_version() { "${JAVA_HOME:+$JAVA_HOME/bin/}java" -version 2>&1 | grep version | head -1; }
