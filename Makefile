# A front for who types make: OpenBench, packagers. CMake does the work; docs/building.md says what else it
# knows. `make` builds ./$(EXE), `make pgo` the same guided by a profile.
#
#   make EXE=quorum CC=clang EVALFILE=net.nnue ARCH=x86-64-v3
#   make TUNABLES=ON                           numbers of the search as UCI options, docs/tuning.md
#   make install PREFIX=/usr DESTDIR=stage     with manual pages, completion and documents
#   make uninstall                             what the last install with this compiler and these flags has put

EXE      ?= quorum
EVALFILE ?=
ARCH     ?= native
TUNABLES ?= OFF
PREFIX   ?= /usr/local
export DESTDIR

compiler := $(notdir $(lastword $(CC)))
# CMake keeps what a folder was first configured with: another path of the compiler, or flags, have another folder.
chosen   := $(strip $(CC) $(CFLAGS) $(LDFLAGS))
checksum :=
ifneq ($(chosen),$(compiler))
checksum := -$(firstword $(shell printf %s '$(subst ','\'',$(chosen))' | cksum))
endif
build    := build/make-$(compiler)$(checksum)
options  := -DQUORUM_ARCH=$(ARCH) -DQUORUM_NETWORK="$(abspath $(EVALFILE))" \
            -DQUORUM_TUNABLES=$(TUNABLES)
ninja    := $(if $(shell command -v ninja),-G Ninja)

# -f: the program that is there may run, and stays to those who run it.
all: configure
	+cmake --build $(build) --target quorum
	cp -f $(build)/quorum "$(EXE)"

configure:
	CC="$(CC)" cmake -S . -B $(build) $(ninja) $(options) -DQUORUM_MPI=OFF -DBUILD_TESTING=OFF

pgo:
	CC="$(CC)" scripts/build-pgo $(options)
	cp -f build/pgo/quorum "$(EXE)"

install: configure
	+cmake --build $(build)
	umask 022 && cmake --install $(build) --prefix "$(PREFIX)" # new folders are for all, as the files are

uninstall:
	cmake -DMANIFEST=$(build)/install_manifest.txt -P cmake/Uninstall.cmake

clean:
	rm -rf build/make-* build/pgo "$(EXE)"

.PHONY: all configure pgo install uninstall clean
