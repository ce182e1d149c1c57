# Sourced by the other scripts: installs what is missing and builds the presets. Everything here
# speaks to stderr only and leaves stdin alone, which belong to the engine.

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)

# Debian package, how to see that it is not needed, what it is for.
build_packages=(
    'gcc           command:cc         the C compiler (clang serves as well: CC=clang)'
    'libc6-dev     header:stdio.h     the C library to compile against'
    'cmake         command:cmake      describes the build'
    'ninja-build   command:ninja      runs the build (make serves as well)'
)

# Without these the program is built, and lacks what they are for.
library_packages=(
    'libhwloc-dev   header:hwloc.h    placement: the nodes, caches and cores of the machine'
    'libjansson-dev header:jansson.h  JSON, pages and compare'
    'libfathom-dev  header:tbprobe.h  Syzygy endgame tables'
)
test_packages=(
    'libcmocka-dev header:cmocka.h    the framework of the unit tests'
    'python3       command:python3    UCI sessions, structure checks'
    'clang         command:clang      a second compiler must search the same tree'
)

# Without these, tune/ is left out of the build.
tune_packages=(
    'libzstd-dev   header:zstd.h      compresses the blocks of training data'
    'libxxhash-dev header:xxhash.h    their checksums'
)

# For scripts/release, and the tests of the package.
release_packages=(
    'dpkg-dev command:dpkg-shlibdeps the Debian package'
    'zip      command:zip            the archive for Windows'
)

# With QUORUM_PACKAGES=all scripts/test installs these, too; what needs them is left out of the build
# or skipped without.
optional_packages=(
    'libopenmpi-dev   header:mpi.h               quorum-mpi, for several machines'
    'iproute2         command:ip                 a test: ranks at the ends of a bad line'
    'libbenchmark-dev header:benchmark/export.h  micro benchmarks'
    'g++              command:c++                the same: their adapter'
    'polyglot         command:polyglot           a test: the engine behind an adapter'
    'xboard           command:xboard             a test: recipes of docs/gui.md'
    'pychess          command:pychess            the same'
    'stockfish        command:stockfish          the same: an opponent'
    'xvfb             command:xvfb-run           the same: a screen'
    'xauth            command:xauth              the same'
    'clang-format     command:clang-format       a test: the layout of the code'
    'groff            command:groff              a test: manual pages without warnings'
    'zsh              command:zsh                a test: completion'
    'chromium         command:chromium           a test: pages fit into their windows'
    'lintian          command:lintian            a test: the package is as Debian wants it'
    'gcc-mingw-w64-x86-64-posix command:x86_64-w64-mingw32-gcc-posix  the program for Windows'
    'wine64           command:wine               a test: the program for Windows'
    'wine             command:wine               the same'
    'python3-matplotlib python:matplotlib        a test: the plot of scripts/ladder'
    'pkg-config       command:pkg-config         a test: libquorum is found'
    'gcc-aarch64-linux-gnu command:aarch64-linux-gnu-gcc  the preset arm64'
    'libc6-dev-arm64-cross file:/usr/aarch64-linux-gnu/include/stdio.h  the C library for it'
    'qemu-user         command:qemu-aarch64      tests: runs programs for ARM'
)

# For scripts/vm-run and the tests with the label vm.
vm_packages=(
    'python3            command:python3            builds the image and starts the machine'
    'qemu-system-x86    command:qemu-system-x86_64 the virtual machine'
)

# answer_help ARGUMENT...: where the first argument asks for help, shows the head of the script and ends it, before
# anything is installed or built.
answer_help() {
    case ${1:-} in
    -h | --help)
        sed -nE '2,${/^#/!q; s/^# ?//p}' "$0"
        exit 0
        ;;
    esac
}

# git ARGUMENT...: in the checkout, which may be another user's, as in a container.
git() {
    command git -c "safe.directory=$root" "$@"
}

is_present() {
    local compiler
    read -ra compiler <<<"${CC:-cc}" # which may have options, or a program before it
    case $1 in
    command:cc) command -v "${compiler[0]}" ;;
    command:ninja) command -v ninja || command -v make ;;
    command:*) command -v "${1#command:}" ;;
    file:*) [ -e "${1#file:}" ] ;;
    python:*) python3 -c "import ${1#python:}" ;;
    header:*) echo "#include <${1#header:}>" | "${compiler[@]}" -E -x c - ;;
    esac >/dev/null 2>&1
}

# run_quietly LOG COMMAND...: shows the output only if the command fails.
run_quietly() {
    local log=$1
    shift
    if ! "$@" >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        echo "$(basename "$0"): failed: $*" >&2
        return 1
    fi
}

# apt_install PACKAGE...: fails with a line of what to do instead.
apt_install() {
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq)
    if ! command -v apt-get >/dev/null; then
        echo "$(basename "$0"): please install: $* (names of Debian's packages)" >&2
        return 2
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "$(basename "$0"): as root, please: apt-get install $*" >&2
            return 2
        fi
        apt=(sudo "${apt[@]}")
    fi
    echo "Installing $* ..." >&2
    mkdir -p "$root/build"
    run_quietly "$root/build/packages.log" "${apt[@]}" update &&
        run_quietly "$root/build/packages.log" \
            "${apt[@]}" install --yes --no-install-recommends "$@"
}

# install_packages ROW...: apt-get for what is missing, nothing otherwise. Where that fails, says what each is for.
install_packages() {
    local row package probe rest missing=() purposes=()
    for row in "$@"; do
        read -r package probe rest <<<"$row"
        is_present "$probe" && continue
        missing+=("$package")
        purposes+=("$(printf '    %-16s %s' "$package" "$rest")")
    done
    if [ ${#missing[@]} -gt 0 ] && ! apt_install "${missing[@]}"; then
        printf '%s\n' "$(basename "$0"): missing:" "${purposes[@]}" >&2
        return 2
    fi
}

# prepare_build PRESET: installs what a build needs. Before the first one the libraries, too; where these cannot be
# had, it goes without.
prepare_build() {
    install_packages "${build_packages[@]}" || return
    [ ! -x "$root/build/$1/quorum" ] || return 0
    install_packages "${library_packages[@]}" ||
        echo "$(basename "$0"): building without them; once they are installed, remove build/$1" >&2
}

# configure PRESET [OPTION...]: only where nothing is configured yet, or options are given.
configure() {
    local preset=$1 directory=$root/build/$1
    shift
    local fresh=() generator=()
    if [ -e "$directory/Makefile" ] || ! command -v ninja >/dev/null; then
        generator=(-G 'Unix Makefiles')
    fi
    if [ -e "$directory/CMakeCache.txt" ] &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$directory/CMakeCache.txt"; then
        fresh=(--fresh) # the checkout has moved
    elif [ $# -eq 0 ] && { [ -e "$directory/build.ninja" ] || [ -e "$directory/Makefile" ]; }; then
        return 0
    fi
    run_quietly "$directory.log" cmake -S "$root" --preset "$preset" "${generator[@]}" "${fresh[@]}" "$@"
}

# build PRESET TARGET [OPTION...]: two scripts at once take turns.
build() {
    local preset=$1 target=$2
    shift 2
    export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)} # which make would not ask for
    mkdir -p "$root/build"
    [ -x "$root/build/$preset/quorum" ] || echo "Building Quorum ($preset) ..." >&2
    (
        flock 9
        configure "$preset" "$@" &&
            run_quietly "$root/build/$preset.log" \
                cmake --build "$root/build/$preset" --target "$target"
    ) 9>"$root/build/$preset.lock"
}

# bench_nodes COMMAND...: what the program searches, its signature.
bench_nodes() {
    "$@" bench | sed -nE 's/^Nodes searched  : ([0-9]+)$/\1/p'
}
