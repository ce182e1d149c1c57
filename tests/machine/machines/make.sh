#!/bin/sh
# Makes the machines of the tests with hwloc's own tools (Debian: hwloc-nox). They are kept beside
# this script, so that the tests need hwloc's library only.
set -e
cd "$(dirname "$0")"

# export_machine DESCRIPTION FILE [OPTION...]
export_machine() {
    description=$1
    file=$2
    shift 2
    lstopo-no-graphics -i "$description" "$@" --of xml --force "$file"
}

# Four fast cores of two PUs, 0-7, and four efficient ones of one PU, 8, 10, 12 and 14.
export_machine "package:1 l3:1 core:8 pu:2" hybrid.xml --restrict 0x55ff
hwloc-annotate hybrid.xml hybrid.xml -- root -- cpukind 0x00ff 1 0 CoreType Fast
hwloc-annotate hybrid.xml hybrid.xml -- root -- cpukind 0x5500 0 0 CoreType Efficient

# Nodes 0 and 1 have CPUs, 2 and 3 memory only.
export_machine "package:4 [numa(memory=4GiB)] core:2 pu:2" memory_only.xml --restrict 0xff

# Node 1 has CPUs and no memory; by the matrix its nearest node is 2.
export_machine "package:3 [numa(memory=4GiB)] core:2 pu:1" memoryless.xml
hwloc-annotate memoryless.xml memoryless.xml -- numa:1 -- size 0
printf 'name=NUMALatency\n6\n3\nnuma:0\nnuma:1\nnuma:2\n10\n30\n40\n30\n10\n20\n40\n20\n10\n' >matrix
hwloc-annotate memoryless.xml memoryless.xml -- root -- distances matrix
rm matrix

# PUs 2, 3 and 9 and the memory of node 0 are not allowed to the process that described it.
export_machine "package:2 [numa(memory=4GiB)] core:4 pu:2" disallowed.xml \
    --allow 0xfdf3 --allow nodeset=0x2

# Two nodes for the same cores of each package.
export_machine "package:2 [numa(memory=4GiB)] [numa(memory=4GiB)] core:4 pu:1" twins.xml

# Fast memory beside the ordinary one, of another size.
export_machine "package:2 [numa(memory=4GiB)] [numa(memory=1GiB)] core:4 pu:1" fast_memory.xml
