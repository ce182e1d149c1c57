# A front for who types make: OpenBench, packagers. CMake does the work; docs/building.md says what else it
# knows. `make` builds ./$(EXE), `make pgo` the same guided by a profile.
#
#   make EXE=quorum CC=clang EVALFILE=net.nnue ARCH=x86-64-v3
#   make TUNABLES=ON                           numbers of the search as UCI options, docs/tuning.md
#   make install PREFIX=/usr DESTDIR=stage     what was built last, with manual pages, completion and documents
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
            -DQUORUM_TUNABLES=$(TUNABLES) -DQUORUM_MPI=OFF
# There while `make pgo` was the last to build with this compiler and these flags.
profiled := build/pgo/$(notdir $(build))
ninja    := $(if $(shell command -v ninja),-G Ninja)

# -f: the program that is there may run, and stays to those who run it.
all: configure
	+cmake --build $(build) --target quorum
	rm -f $(profiled)
	cp -f $(build)/quorum "$(EXE)"

configure:
	CC="$(CC)" cmake -S . -B $(build) $(ninja) $(options) -DBUILD_TESTING=OFF

pgo:
	CC="$(CC)" scripts/build-pgo $(options)
	touch $(profiled)
	cp -f build/pgo/quorum "$(EXE)"

# New folders are for all, as the files are.
install: configure
	+folder=$(build); [ ! -e $(profiled) ] || folder=build/pgo; \
	cmake --build $$folder && \
	umask 022 && cmake --install $$folder --prefix "$(PREFIX)" && \
	{ [ $$folder = $(build) ] || cp $$folder/install_manifest.txt $(build); }

uninstall:
	cmake -DMANIFEST=$(build)/install_manifest.txt -P cmake/Uninstall.cmake

clean:
	rm -rf build/make-* build/pgo build/pgo.* "$(EXE)"

.PHONY: all configure pgo install uninstall clean
