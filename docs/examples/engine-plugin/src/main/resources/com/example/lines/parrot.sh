# parrot.sh [SESSION]: reads one prompt, repeats it, and ends.

IFS= read -r line
text=$(printf '%s\n' "$line" | sed -nE 's/^\{"prompt":"(.*)"\}$/\1/p') # stays escaped, as it came

printf '{"session":"%s"}\n' "${1:-parrot-$$}"
printf '{"say":"%s"}\n' "$text"
printf '{"end":"end_turn"}\n'
