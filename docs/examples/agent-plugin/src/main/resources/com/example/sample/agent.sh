# An agent that repeats what it is told, in as little of the Agent Client Protocol as there can be: a line in, lines out.
# It reads no JSON, only as much of TermAl's lines as it needs.

answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }

while IFS= read -r line; do
    request=$(printf '%s\n' "$line" | sed -nE 's/^\{"jsonrpc":"2.0","id":([^,]+),"method":"([^"]+)".*/\1 \2/p')
    id=${request% *}
    case ${request#* } in
    initialize) answer '{"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}' ;;
    session/new) answer '{"sessionId":"the-only-one"}' ;;
    session/prompt)
        text=$(printf '%s\n' "$line" | sed -nE 's/.*"text":"(([^"\\]|\\.)*)".*/\1/p') # stays escaped, as it came
        printf '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"the-only-one","update":%s}}\n' \
            '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"You said: '"$text"'"}}'
        answer '{"stopReason":"end_turn"}'
        ;;
    ?*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"not known here"}}\n' "$id" ;;
    esac # a notification, such as a cancel, needs no answer
done
