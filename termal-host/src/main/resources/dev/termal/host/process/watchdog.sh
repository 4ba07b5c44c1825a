# Ends what a host leaves behind when it is killed.
#
# Reads from the host "+ GROUP" and "- GROUP" for process groups that begin and end, and "." when all is well. If the lines
# end without that, the host is gone: each group, and whoever carries the host's mark ($1) in its environment, is asked to
# end and then killed. Only what every POSIX shell has; "kill -s TERM -- -GROUP" as some know no other way to name a group.

mark=$1
groups=

while read -r sign group; do
    case $sign in
    +) groups="$groups $group" ;;
    -)
        rest=
        for known in $groups; do
            [ "$known" = "$group" ] || rest="$rest $known"
        done
        groups=$rest
        ;;
    .) exit 0 ;;
    esac
done

carriers() {
    for file in $(grep -ls "$mark" /proc/[0-9]*/environ 2>/dev/null); do
        pid=${file#/proc/}
        echo "${pid%/environ}"
    done
}

signal() {
    for group in $groups; do
        kill -s "$1" -- "-$group" 2>/dev/null
    done
    for pid in $(carriers); do
        kill -s "$1" "$pid" 2>/dev/null
    done
}

anybody() {
    for group in $groups; do
        kill -s 0 -- "-$group" 2>/dev/null && return 0
    done
    [ -n "$(carriers)" ]
}

pause() {
    sleep 0.1 2>/dev/null || sleep 1 # not every sleep knows fractions
}

signal TERM
# by the clock: on a busy machine a look around takes longer than a pause
deadline=$(($(date +%s) + 2))
while anybody && [ "$(date +%s)" -lt "$deadline" ]; do
    pause
done
tries=0
while anybody && [ "$tries" -lt 20 ]; do
    signal KILL # again and again: some may have been started meanwhile
    pause
    tries=$((tries + 1))
done
