#!/bin/sh
# run_part.sh BUILD LABEL [NAME]: the tests of that label, and with that in their name, inside a
# sanitizer's build; without the build, skips. A report of the sanitizer ends the program under test
# and fails its test. One after the other: four such parts run side by side.
if [ ! -e "$1/CTestTestfile.cmake" ]; then
    echo "SKIP: $1 is not built"
    exit 77
fi
exec ctest --test-dir "$1" --output-on-failure --no-tests=error --label-regex "^$2\$" \
    --tests-regex "${3:-.}"
