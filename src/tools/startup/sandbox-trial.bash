# Run inside a sandbox to test it. It acts like a decoder under an attacker's control, and prints the first thing
# that the sandbox should prevent and does not, or "nothing".
#
#   bash -c "$(cat sandbox-trial.bash)" sandbox-trial MAX_BYTES [LISTENER TARGET SECRET...]
#
# MAX_BYTES is the limit of a file. Where files and network are to be isolated, LISTENER is the ADDRESS/PORT of one
# on this machine, TARGET a file that must not be writable, and each SECRET one that must not be readable.
set -u

max_bytes="$1" listener="${2:-}" target="${3:-}"
shift "$(($# < 3 ? $# : 3))"

can() {
  printf 'a program in it can %s\n' "$1"
  exit
}

for secret; do
  { : <"$secret"; } 2>/dev/null && can "read $secret"
done
[[ -n "$target" ]] && { : >"$target"; } 2>/dev/null && can 'write outside its folder'

if [[ -n "$listener" ]]; then
  problem="$({ : <>"/dev/tcp/$listener"; } 2>&1)" && can 'open a connection'
  # Any other problem may be one of this shell, and then proves nothing.
  [[ "$problem" == *refused* || "$problem" == *unreachable* ]] ||
    can "perhaps open a connection ($problem)"
fi

# So many bytes fit into a file, as the last check shows; one more may not.
# The kernel kills what writes more (SIGXFSZ), and bash reports that.
write() { (printf '%*s' "$1" '' >"$2"); } 2>/dev/null
write "$((max_bytes + 1))" large && can 'write more than its limit'

# Without /proc this runs in bwrap, which sets no-new-privileges (prctl(2), PR_SET_NO_NEW_PRIVS).
if [[ -e /proc/self/status ]]; then
  [[ "$(</proc/self/status)" == *NoNewPrivs:$'\t'1* ]] || can 'gain privileges'
fi

if write "$max_bytes" own; then echo nothing; else echo 'a program in it cannot write its own folder'; fi
