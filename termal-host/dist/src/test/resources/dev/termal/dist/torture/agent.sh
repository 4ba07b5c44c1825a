#!/bin/sh
# An agent over ACP. In a folder of its own, the first one that is started there dies in a phase; those after it behave.
#
#   agent.sh FOLDER PHASE HOW LOADS
#
# PHASE: initialize authenticate opening new load mode prompt tool permission cancel idle never
# HOW: exit0 exit3 kill stdout stderr deaf   LOADS: true false
folder=$1 phase=$2 how=$3 loads=$4
modes='"modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"plan","name":"Plan"}]}'
options='{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}'
mkdir "$folder/first" 2>/dev/null || phase=never

update() {
    printf '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s-1","update":%s}}\n' "$1"
}

text() {
    update "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"$1\"}}"
}

answer() {
    printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"
}

die() {
    [ "$1" = "$phase" ] || return 0
    echo "last words in phase $phase" >&2
    case $how in
    exit0) exit 0 ;;
    exit3) exit 3 ;;
    kill) kill -9 $$ ;;
    stdout) exec sleep 600 >/dev/null ;;
    stderr) exec 2>&- && phase=never ;;
    deaf) exec sleep 600 ;;
    esac
}

while IFS= read -r line; do
    id=${line#*\"id\":}
    id=${id%%[,\}]*}
    case $line in
    *'"method":"initialize"'*)
        die initialize
        answer "{\"protocolVersion\":1,\"agentCapabilities\":{\"loadSession\":$loads},\"authMethods\":[{\"id\":\"login\",\"name\":\"Log in\"}]}"
        die opening
        ;;
    *'"method":"authenticate"'*)
        die authenticate
        answer '{}'
        ;;
    *'"method":"session/new"'*)
        die new
        answer "{\"sessionId\":\"s-1\",$modes}"
        ;;
    *'"method":"session/load"'*)
        die load
        answer "{$modes}"
        ;;
    *'"method":"session/set_mode"'*)
        die mode
        answer '{}'
        ;;
    *'"method":"session/prompt"'*'"flood"'*) yes "$(text flood)" ;;
    *'"method":"session/prompt"'*)
        text "process $$"
        die prompt
        case $phase in
        tool)
            update '{"sessionUpdate":"tool_call","toolCallId":"t","title":"long work","status":"in_progress"}'
            die tool
            ;;
        permission)
            printf '{"jsonrpc":"2.0","id":"ask","method":"session/request_permission","params":{"sessionId":"s-1",%s}}\n' \
                "\"toolCall\":{\"toolCallId\":\"t\",\"title\":\"rm\"},\"options\":[$options]"
            die permission
            read -r reply
            ;;
        cancel)
            read -r reply
            die cancel
            ;;
        esac
        answer '{"stopReason":"end_turn"}'
        die idle
        ;;
    esac
done
