# Runs in the virtual machine: searches with the engine and prints what the kernel knows of it, in
# sections that begin with `@NAME`. What the engine itself says goes first.
section() { echo "@$1"; }
command() { echo "$*" >&3; }

# await TEXT COUNT: until the engine has said a line that begins so, COUNT times.
await() {
    until [ "$(grep -c "^$1" /tmp/said)" -ge "$2" ]; do
        kill -0 "$engine" 2>/dev/null || exit 3
        usleep 50000
    done
}

show_tasks() {
    for task in /proc/$engine/task/*; do
        allowed=$(grep Cpus_allowed_list "$task/status" | cut -f2)
        # The name, in brackets, may hold blanks; the last CPU is the 37th field after it.
        last=$(sed 's/.*) //' "$task/stat" | cut -d' ' -f37)
        # Of a thread that sleeps in the kernel: number, arguments, stack pointer, program counter.
        pointer=$(awk '{ print $(NF - 1) }' "$task/syscall")
        echo "${task##*/} allowed=$allowed last=$last stack=$pointer"
    done
}

section nodes
for node in /sys/devices/system/node/node[0-9]*; do
    echo "${node##*/node} $(cat $node/cpulist)"
done
section plan
quorum topology --threads "$threads" --hash "$hash" --policy "$policy" --json | tr -d '\n'
echo

mkfifo /tmp/orders
quorum </tmp/orders >/tmp/said &
engine=$!
exec 3>/tmp/orders
command uci
await uciok 1
section options
grep '^option name' /tmp/said
command debug on
command setoption name Threads value "$threads"
command setoption name Hash value "$hash"
command setoption name NumaPolicy value "$policy"
command isready
await readyok 1
command go movetime "$milliseconds"
usleep $((milliseconds * 600))
section searching
show_tasks
await bestmove 1
command isready
await readyok 2
section idle
show_tasks
section maps
cat /proc/$engine/maps
section numa_maps
cat /proc/$engine/numa_maps
section said
cat /tmp/said
section lines
grep -c '^bestmove' /tmp/said
command quit
wait $engine
section "exit $?"
