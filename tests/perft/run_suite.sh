#!/bin/sh
# run_suite.sh FILE [MAX_LEAVES]: checks a file of perft counts; without the file, skips.
if [ ! -e "$1" ]; then
    echo "SKIP: $1 is not here"
    exit 77
fi
exec "$QUORUM_BINARY" perft --suite "$1" --threads 2 ${2:+--max-leaves "$2"}
