#!/bin/sh
# fails.sh COMMAND...  succeeds when COMMAND does not, by a signal or an exit code.
ulimit -c 0
! "$@"
