# Warpschool. `make help` lists the commands.

BUILD  ?= build
# A folder in this tree has one name, however it was given: by it make knows what to build again when a header changes.
override BUILD := $(patsubst $(CURDIR)/%,%,$(BUILD))
PREFIX ?= /usr/local
CC     ?= cc
CLANG  ?= clang

# What the compiler makes programs for: x86_64-linux-gnu. (Of zig, which is told a version of libc too, one cannot ask that.)
machine := $(shell $(CC) -dumpmachine)

program := $(BUILD)/warpschool
library := $(BUILD)/libwarpschool.a

.DEFAULT_GOAL := all

# All cores, unless -j was given. (While it reads this file, GNU Make before 4.4 does not tell us its own options.)
ifeq ($(MAKELEVEL)$(filter -j%,$(shell { tr '\0' ' ' </proc/$$PPID/cmdline; } 2>/dev/null)),0)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
endif

# `make V=1` shows the commands themselves, `make -s` nothing.
quiet := $(if $(V),,@)
say    = @$(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),true,echo)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

# ---- what must be installed ---------------------------------------------------------------------------------------
# packages.mk holds the libraries' flags and the toolkit's headers. Making it installs what is missing (as root), or
# prints the command that does. Who may not install anything has `make libraries`, which unpacks them below local/.

ifneq ($(filter-out help clean dist wheel release format libraries toolkits,$(or $(MAKECMDGOALS),all)),)
include $(BUILD)/packages.mk
endif

test_libraries := cmocka mpfr
libraries := yaml-0.1 libedit md4c jansson libutf8proc libarchive libzstd liblz4 $(test_libraries)
debian    := pkg-config libyaml-dev libedit-dev libmd4c-dev libjansson-dev libutf8proc-dev libarchive-dev libzstd-dev liblz4-dev libcmocka-dev libmpfr-dev
brew      := pkg-config libyaml libedit md4c jansson utf8proc libarchive zstd lz4 cmocka mpfr llvm

# Without NVRTC kernels want clang. Said in shell, for where something is installed anyhow: nothing, or "clang".
compiler := for file in "$$(command -v clang)" /usr/bin/clang-[1-9][0-9] /usr/lib*/llvm*/bin/clang local/usr/lib/llvm-*/bin/clang \
    "$$(command -v nvcc)" "$$CUDA_HOME"/lib*/libnvrtc.so* /usr/local/cuda*/lib*/libnvrtc.so* /opt/cuda/lib*/libnvrtc.so* \
    /usr/lib*/libnvrtc.so* /usr/lib/*-linux-gnu/libnvrtc.so* "$$VIRTUAL_ENV"/lib/python3*/site-packages/nvidia/*/lib/libnvrtc.so*; do \
    if [ -e "$$file" ]; then found=yes; fi; done; [ -n "$$found" ] || echo clang

local := $(wildcard $(CURDIR)/local/usr)
ifneq ($(local),)
local_libraries := $(firstword $(wildcard $(local)/lib/*-linux-*))
local_cflags := -isystem $(local)/include -isystem $(local)/include/$(notdir $(local_libraries))
# Old dynamic tags: the libraries' own libraries are found by the program's path too.
local_libs := -L$(local_libraries) -Wl,-rpath,$(local_libraries) -Wl,--disable-new-dtags
pkg_config := PATH=$$PATH:$(local)/bin LD_LIBRARY_PATH=$(local_libraries) PKG_CONFIG_SYSROOT_DIR=$(CURDIR)/local \
    PKG_CONFIG_PATH=$(local_libraries)/pkgconfig:$(local)/share/pkgconfig
endif
# Homebrew keeps libedit and libarchive where pkg-config does not look, because macOS has them of its own.
homebrew := $(shell brew --prefix 2>/dev/null)
ifneq ($(homebrew),)
pkg_config += PKG_CONFIG_PATH=$(homebrew)/opt/libedit/lib/pkgconfig:$(homebrew)/opt/libarchive/lib/pkgconfig:$(homebrew)/lib/pkgconfig
endif
pkg_config += pkg-config

$(BUILD)/packages.mk: Makefile
	@mkdir -p $(@D)
	@if ! $(pkg_config) --exists $(libraries) >/dev/null 2>&1; then \
	    packages="$(debian) $$($(compiler))"; \
	    if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	        echo "Installing $$packages"; \
	        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$packages; } >$(BUILD)/packages.log 2>&1 \
	            || { cat $(BUILD)/packages.log; exit 1; }; \
	    elif command -v brew >/dev/null; then \
	        echo "Warpschool needs some libraries that are not installed. This installs them, and a compiler for kernels:"; \
	        echo; echo "    brew install $(brew)"; echo; echo "Then run make again."; exit 1; \
	    else \
	        echo "Warpschool needs some libraries that are not installed. This installs them:"; \
	        echo; echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends $$packages"; echo; \
	        echo "Without the right to install, \`make libraries\` unpacks them in this folder instead."; \
	        echo "Then run make again."; exit 1; \
	    fi; \
	fi
	@cuda=; for folder in "$$CUDA_HOME" "$$CUDA_PATH" "$$(dirname "$$(dirname "$$(readlink -f "$$(command -v nvcc)" 2>/dev/null)")")" \
	        $$(ls -d /usr/local/cuda /usr/local/cuda-* /opt/cuda 2>/dev/null) /usr; do \
	    if [ -z "$$cuda" ] && [ -n "$$folder" ] && [ -f "$$folder/include/cuda_occupancy.h" ]; then cuda=$$folder/include; fi; \
	done; \
	{ echo "library_cflags := $(local_cflags) $$($(pkg_config) --cflags $(filter-out $(test_libraries),$(libraries)))"; \
	  echo "library_libs := $(local_libs) $$($(pkg_config) --libs $(filter-out $(test_libraries),$(libraries)))"; \
	  echo "cmocka_libs := $$($(pkg_config) --libs cmocka)"; \
	  echo "mpfr_libs := $$($(pkg_config) --libs mpfr)"; \
	  echo "CUDA_INCLUDE := $$cuda"; } >$@

libraries: ## without root: unpack the libraries below local/
	@sh packaging/libraries $(debian) $$($(compiler))

# ---- the program --------------------------------------------------------------------------------------------------

warnings  := -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
# A contracted multiply-add would round once where PTX rounds twice; errno of sqrt() is never read.
arithmetic := -ffp-contract=off -fno-math-errno
OPTIMISE  ?= -O2 -g
cflags    = -std=c11 -D_GNU_SOURCE -Irunner $(library_cflags) $(warnings) $(arithmetic) $(OPTIMISE) -pthread $(SANITISE) $(CFLAGS)
libs      = $(library_libs) -lm -ldl -pthread $(SANITISE) $(LDFLAGS)

sources := $(sort $(filter-out runner/program/runtime/%,$(foreach depth,* */* */*/* */*/*/*,$(wildcard runner/$(depth).c))))
objects := $(patsubst %.c,$(BUILD)/%.o,$(filter-out runner/main.c,$(sources))) $(BUILD)/runner/compile/headers.o \
    $(BUILD)/runner/program/runtime_files.o $(BUILD)/runner/site/site_files.o

all: $(if $(wildcard runner/main.c),$(program),$(library)) ## build the program (build/warpschool)

# CUDA's own occupancy calculator is a header of the toolkit; without one the program does without occupancy.
$(BUILD)/runner/compile/occupancy.o: cflags += $(if $(CUDA_INCLUDE),-isystem $(CUDA_INCLUDE))

# Where `make libraries` put a clang.
$(BUILD)/runner/compile/toolchain.o: cflags += $(if $(local),-DWARPSCHOOL_LOCAL='"$(local)"')

# The headers that kernels are compiled against travel in the program, as bytes; the folder says when NVRTC takes them.
headers := $(sort $(shell find runner/compile/headers -type f))

$(BUILD)/runner/compile/headers.c: $(headers) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "compile/parts.h"'; echo 'const Header header_all[] = {'; \
	for header in $(headers); do \
	    name=$${header#runner/compile/headers/}; name=$${name#standard/}; name=$${name#runtime/}; name=$${name#missing/}; \
	    echo "{\"$$name\", (const unsigned char[]){"; \
	    od -An -v -tu1 $$header | sed 's/  */,/g; s/^,//; s/$$/,/'; \
	    echo "0}, $$(wc -c <$$header), HEADER_$$(case $$header in */standard/*) echo STANDARD;; */runtime/*) echo RUNTIME;; */missing/*) echo MISSING;; *) echo CLANG;; esac)},"; \
	done; \
	echo '};'; echo 'const size_t header_count = sizeof header_all / sizeof *header_all;'; } >$@

$(BUILD)/runner/compile/headers.o: $(BUILD)/runner/compile/headers.c
	$(say) "  CC      $<"
	$(quiet)$(CC) $(cflags) -MMD -MP -c -o $@ $<

# The runtime libraries that programs under exec are given: one for each major version of CUDA, with its name and its
# symbols' version. They travel in the program, as bytes. What they export has no prototypes.
# There is none for other systems than Linux, as there is no CUDA.
runtimes := $(if $(findstring linux,$(machine)),$(patsubst %,$(BUILD)/runtime/libcudart.so.%,11.0 12 13))
runtime_sources := $(sort $(wildcard runner/program/runtime/*.c))
runtime_headers := $(wildcard runner/program/runtime/*.h runner/program/runtime/*.def runner/program/*.h runner/program/*.def)

$(BUILD)/runtime/libcudart.so.%: $(runtime_sources) $(runtime_headers) Makefile
	@mkdir -p $(@D)
	$(say) "  CC      $@"
	@echo 'libcudart.so.$* { global: cuda*; __cuda*; local: *; };' >$@.map
	$(quiet)$(CC) -std=c11 -D_GNU_SOURCE -Irunner $(filter-out -Wmissing-prototypes,$(warnings)) -O2 -g0 $(CFLAGS) -DRUNTIME_MAJOR=$(firstword $(subst ., ,$*)) \
	    -shared -fPIC -Wl,-soname,libcudart.so.$* -Wl,--version-script=$@.map -Wl,-s -o $@ $(runtime_sources) -pthread

# Beside them the headers for programs that clang compiles without a toolkit.
program_headers := $(sort $(wildcard runner/program/headers/*)) runner/program/cuda_errors.def

$(BUILD)/runner/program/runtime_files.c: $(runtimes) $(program_headers) Makefile
	@mkdir -p $(@D)
	@bytes() { for file in "$$@"; do \
	    echo "{\"$$(basename $$file)\", (const unsigned char[]){"; \
	    od -An -v -tu1 $$file | sed 's/  */,/g; s/^,//; s/$$/,/'; \
	    echo "0}, $$(wc -c <$$file)},"; done; echo '{0}};'; }; \
	{ echo '#include "program/runtime_files.h"'; \
	echo 'const RuntimeFile runtime_files[] = {'; bytes $(runtimes); \
	echo 'const size_t runtime_file_count = sizeof runtime_files / sizeof *runtime_files - 1;'; \
	echo 'const RuntimeFile program_headers[] = {'; bytes $(program_headers); \
	echo 'const size_t program_header_count = sizeof program_headers / sizeof *program_headers - 1;'; } >$@

$(BUILD)/runner/program/runtime_files.o: $(BUILD)/runner/program/runtime_files.c
	$(say) "  CC      $<"
	$(quiet)$(CC) $(cflags) -MMD -MP -c -o $@ $<

# The style sheet and the script of a course's pages.
site_files := $(sort $(wildcard runner/site/files/*))

$(BUILD)/runner/site/site_files.c: $(site_files) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "site/site_pages.h"'; echo 'const SiteFile site_files[] = {'; \
	for file in $(site_files); do \
	    echo "{\"$$(basename $$file)\", (const unsigned char[]){"; \
	    od -An -v -tu1 $$file | sed 's/  */,/g; s/^,//; s/$$/,/'; \
	    echo "0}, $$(wc -c <$$file)},"; \
	done; \
	echo '};'; echo 'const size_t site_file_count = sizeof site_files / sizeof *site_files;'; } >$@

$(BUILD)/runner/site/site_files.o: $(BUILD)/runner/site/site_files.c
	$(say) "  CC      $<"
	$(quiet)$(CC) $(cflags) -MMD -MP -c -o $@ $<

# The simulator's lane operations, compiled once for each instruction set; the program chooses when it starts. That
# divisions and calls of libm have no vector form is no news (clang's pass-failed).
lanes := $(BUILD)/runner/sim/lanes/plain.o $(BUILD)/runner/sim/lanes/avx2.o $(BUILD)/runner/sim/lanes/avx512.o
$(lanes): cflags += $(if $(SANITISE),,-O3) -fno-trapping-math -Wno-pass-failed
ifneq ($(findstring x86_64,$(machine)),)
$(BUILD)/runner/sim/lanes/avx2.o: cflags += -mavx2 -mfma -mbmi -mbmi2 -mpopcnt
$(BUILD)/runner/sim/lanes/avx512.o: cflags += -mavx512f -mavx512vl -mavx512bw -mavx512dq -mavx512cd -mfma -mbmi -mbmi2 -mpopcnt -mprefer-vector-width=512
endif

# Loops over a warp's 32 lanes, which gcc vectorises fully only at -O3 (measured: a contiguous shared load takes half the time).
$(patsubst %,$(BUILD)/runner/sim/memory/%.o,access counts/banks counts/sectors races/exact races/global \
    races/global_blocks races/race transfer): OPTIMISE += -O3

$(BUILD)/%.o: %.c $(BUILD)/packages.mk Makefile
	@mkdir -p $(@D)
	$(say) "  CC      $<"
	$(quiet)$(CC) $(cflags) -MMD -MP -c -o $@ $<

# Made anew each time: ar would keep the members of files that are gone.
$(library): $(objects)
	@rm -f $@
	$(say) "  AR      $@"
	$(quiet)$(AR) rcs $@ $^

$(program): $(BUILD)/runner/main.o $(library)
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(libs)

run: $(program) ## build everything and open the first unfinished lesson
	@$(program)

site: $(program) ## write the whole course as pages into build/site
	@XDG_STATE_HOME=$(abspath $(BUILD))/state $(program) --pack . site $(BUILD)/site

# ---- tests --------------------------------------------------------------------------------------------------------

unit_tests := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard tests/unit/test_*.c)))

$(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(library)
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(cmocka_libs) $(libs)

fuzz_sources := $(sort $(wildcard tests/fuzz/*_*.c))
fuzz_replays := $(patsubst %.c,$(BUILD)/%_replay,$(fuzz_sources))
FUZZ_SECONDS ?= 60

$(BUILD)/tests/fuzz/%_replay: $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/replay.o $(library)
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(libs)

conformance := $(BUILD)/tests/conformance/conformance
conformance_objects := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/conformance/*.c)))

$(conformance): $(conformance_objects) $(library)
	$(CC) -o $@ $^ $(mpfr_libs) $(libs)

# A driver without a GPU, for the tests of runner/cuda/: one for each kind of machine that it imitates. What it exports
# has no prototypes, as libcuda's functions have none in our headers.
fake_drivers := $(patsubst %,$(BUILD)/tests/fake-cuda/%.so,plain no_device crashes hangs busy exclusive counting_hangs counting_dies)

$(BUILD)/tests/fake-cuda/%.so: tests/fake-cuda/fake_cuda.c runner/cuda/driver.h Makefile
	@mkdir -p $(@D)
	$(say) "  CC      $@"
	$(quiet)$(CC) -std=c11 -D_GNU_SOURCE -Irunner $(filter-out -Wmissing-prototypes,$(warnings)) $(OPTIMISE) $(CFLAGS) -DFAKE_$* -DFAKE_CORE_DUMPS='"$(CURDIR)/tests/coredumps"' -shared -fPIC -o $@ $<

# The program with a made-up GPU.
fake_gpu := $(BUILD)/tests/fake-gpu
$(fake_gpu): $(BUILD)/tests/gpu/fake.o $(library)
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(libs)

gpu_compare := $(BUILD)/tests/gpu-compare
$(gpu_compare): $(BUILD)/tests/gpu/compare.o
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(libs)

gpu_ladder := $(BUILD)/tests/gpu-ladder
$(gpu_ladder): $(BUILD)/tests/gpu/ladder.o $(BUILD)/bench/peers.o $(library)
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(libs)

# Writes archives for tests/grade, also ones that no packer would.
archives := $(BUILD)/tests/archives
$(archives): $(BUILD)/tests/grade/archives.o
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(libs)

# Changes a cache of compiled files, as somebody who may write to it could.
poison := $(BUILD)/tests/poison
$(poison): $(BUILD)/tests/grade/poison.o
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(libs)

# Runs a program as on a system without walls.
unwalled := $(BUILD)/tests/unwalled
$(unwalled): $(BUILD)/tests/grade/unwalled.o
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(libs)

test-programs: all $(archives) $(poison) $(unwalled) $(fake_drivers) $(unit_tests) $(fuzz_replays) $(conformance) $(fake_gpu) $(gpu_compare) $(gpu_ladder)

test: test-programs ## build everything and run the tests
	@BUILD=$(BUILD) sh tests/run

test-systems: ## the same, also with a bare Debian, and 64-bit Arm under qemu
	@WARPSCHOOL_SYSTEMS=1 $(MAKE) test

test-all: ## the same, with every architecture, answers drawn again, the Debian package
	@WARPSCHOOL_THOROUGH=1 $(MAKE) test-systems

check: test-programs ## build everything and run the tests that take less than two minutes
	@BUILD=$(BUILD) sh tests/run --quick

gpu-test: all $(conformance) $(gpu_compare) $(gpu_ladder) ## compare the simulator with this machine's GPU
	@BUILD=$(BUILD) sh tests/gpu/run

toolkits: ## fetch NVRTC 11.8, 12 and 13, nvcc 11.8 and 12, for make test to compare them
	@BUILD=$(BUILD) sh tests/toolkits/fetch

asan: ## run the tests with AddressSanitizer and UndefinedBehaviorSanitizer
	@$(MAKE) BUILD=$(BUILD)/asan OPTIMISE='-O1 -g' SANITISE='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' test

fuzz_flags := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

fuzz: ## fuzz each parser for FUZZ_SECONDS (60) with clang's libFuzzer
	@$(MAKE) BUILD=$(BUILD)/fuzz CC=$(CLANG) OPTIMISE='$(fuzz_flags)' UNCOMPARED=-fno-sanitize-coverage=trace-cmp fuzz-targets
	@for target in $(basename $(notdir $(fuzz_sources))); do \
	    echo "$$target:"; mkdir -p $(BUILD)/fuzz/corpus/$$target; \
	    $(BUILD)/fuzz/tests/fuzz/$$target -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 \
	        -artifact_prefix=$(BUILD)/fuzz/ $(BUILD)/fuzz/corpus/$$target tests/fuzz/corpus/$${target%_*} || exit 1; \
	done

# Every comparison is reported to the fuzzer, which finds magic numbers so. PTX has words instead, which it finds by
# memcmp: without the reports the parser and the simulator run 1.7 times as many inputs (measured).
$(filter $(patsubst %,$(BUILD)/runner/%/%,base ptx sim),$(objects)): cflags += $(UNCOMPARED)

fuzz-targets: $(patsubst %.c,$(BUILD)/%,$(fuzz_sources))
$(patsubst %.c,$(BUILD)/%,$(fuzz_sources)): %: %.o $(library)
	$(say) "  LINK    $@"
	$(quiet)$(CC) -fsanitize=fuzzer,address,undefined -o $@ $^ $(libs)

# ---- measurements -------------------------------------------------------------------------------------------------

$(BUILD)/bench/plain.o: OPTIMISE := -O3
$(BUILD)/bench/simulator: $(patsubst %,$(BUILD)/bench/%.o,simulator targets workloads measure plain) $(library)
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(libs)

bench: $(BUILD)/bench/simulator $(program) ## measure the simulator against plain C
	@$(BUILD)/bench/simulator $(program)

$(BUILD)/bench/cores: $(patsubst %,$(BUILD)/bench/%.o,cores targets workloads measure plain) $(library)
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(libs)

bench-cores: $(BUILD)/bench/cores ## measure what more cores gain, on a machine with nothing else to do
	@$(BUILD)/bench/cores

$(BUILD)/bench/gpu: $(BUILD)/bench/gpu.o $(BUILD)/bench/peers.o $(library)
	$(say) "  LINK    $@"
	$(quiet)$(CC) -o $@ $^ $(libs)

bench-gpu: $(BUILD)/bench/gpu ## measure the ladders of lessons 12 to 14 on a GPU
	@$(BUILD)/bench/gpu

bench-grade: $(program) ## grade 1,000 generated submissions, and say how many a second
	@sh bench/grade $(program)

bench-launches: $(program) ## what a launch of a whole program costs beside its instructions
	@sh bench/launches $(program)

bench: bench-gpu bench-grade bench-launches
.PHONY: bench-cores bench-gpu bench-grade bench-launches

# ---- the rest -----------------------------------------------------------------------------------------------------

share := $(DESTDIR)$(PREFIX)/share/warpschool

# Where bash-completion, zsh and fish look for the scripts of installed programs.
completions := $(addprefix $(DESTDIR)$(PREFIX)/share/,bash-completion/completions/warpschool zsh/site-functions/_warpschool fish/vendor_completions.d/warpschool.fish)

install: all ## install program, lessons and man page under PREFIX (/usr/local)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 $(addprefix $(share)/,lessons kernels exercises solutions) $(dir $(completions))
	install $(program) $(DESTDIR)$(PREFIX)/bin
	install -m 644 docs/warpschool.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 docs/lesson.schema.json docs/result.schema.json $(share)
	for folder in lessons kernels exercises solutions; do install -m 644 $$folder/* $(share)/$$folder; done
	for file in $(completions); do \
	    case $$file in */bash-*) shell=bash;; */zsh/*) shell=zsh;; *) shell=fish;; esac; \
	    XDG_STATE_HOME=$(abspath $(BUILD))/state $(program) completions $$shell >$$file && chmod 644 $$file || exit 1; \
	done

uninstall: ## remove what install put there
	rm -rf $(DESTDIR)$(PREFIX)/bin/warpschool $(DESTDIR)$(PREFIX)/share/man/man1/warpschool.1 $(share) $(completions)

dist: ## write a source archive, the same bytes for the same commit
	@BUILD=$(BUILD) sh packaging/dist

deb: ## write a Debian package
	@BUILD=$(BUILD) MAKE='$(MAKE)' sh packaging/deb

wheel: ## write wheels for pip: Linux and macOS, x86-64 and aarch64
	@BUILD=$(BUILD) MAKE='$(MAKE)' sh packaging/wheel/build $(WHEELS)

release: ## write archive, packages, wheels, recipes, a bill of contents and their digests into build/release
	@BUILD=$(BUILD) MAKE='$(MAKE)' WHEELS='$(WHEELS)' sh packaging/release

format: ## lay out every C file as .clang-format says
	@find runner tests bench -name '*.[ch]' ! -path 'runner/*/headers/*' | xargs $(firstword $(shell command -v clang-format-14 clang-format)) -i

clean: ## remove everything that was built
	rm -rf $(BUILD)

.PHONY: help libraries all run site test test-systems test-all check test-programs format gpu-test toolkits asan fuzz fuzz-targets bench install uninstall dist deb wheel release clean
.SECONDARY:
-include $(wildcard $(BUILD)/bench/*.d) $(patsubst %.o,%.d,$(objects)) $(BUILD)/runner/main.d $(patsubst %,%.d,$(unit_tests)) \
    $(patsubst %.c,$(BUILD)/%.d,$(fuzz_sources) tests/fuzz/replay.c) $(conformance_objects:.o=.d) $(BUILD)/tests/gpu/fake.d $(BUILD)/tests/gpu/compare.d $(BUILD)/tests/grade/archives.d $(BUILD)/tests/grade/poison.d $(BUILD)/tests/grade/unwalled.d
