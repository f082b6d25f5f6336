#!/bin/sh
# check.sh FILE COMMAND...  runs a command that fails and writes the reproducer FILE, then the command
# that FILE names, and says how each of them ended.
file=$1
shift
ulimit -c 0
rm -f "$file"
"$@" >/dev/null
first=$?
command=$(sed -n 's,^// \(.* --run-reproducer\)$,\1,p' "$file")
echo "-- again" >&2
sh -c "$command" >/dev/null
again=$?
echo "ended with $first, then with $again" >&2
test $first -ne 0 && test $first -eq $again
