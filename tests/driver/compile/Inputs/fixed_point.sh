#!/bin/sh
# fixed_point.sh FILE...: each verifies, and printing it again gives the same text.
for file in "$@"; do
  tile-opt "$file" -o "$file.again" || { echo "$file does not read back"; exit 1; }
  cmp "$file" "$file.again" || exit 1
done
echo "$# files are fixed points"
