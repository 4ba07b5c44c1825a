#!/bin/sh
# A launcher of the agent beside it: starts itself anew, swallows SIGTERM, and leaves others around it. All hold its output.
if [ -z "${TREE_AGAIN-}" ]; then
    TREE_AGAIN=1 exec "$0" "$@"
fi
trap '' TERM
sleep 600 &
setsid sleep 600 &
(setsid sleep 600 &)
"${0%/*}/agent.sh" "$@"
