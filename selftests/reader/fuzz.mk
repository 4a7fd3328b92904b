# SPDX-License-Identifier: GPL-2.0
# Fuzzes the reader with libFuzzer, each input through all commands that read such:
#   make -C selftests/reader fuzz [FUZZ_SECONDS=600]
# What was found is in build/found-*; build/fuzz_capture FILE shows it once more.

CLANG ?= clang
FUZZ_SECONDS ?= 60
FUZZERS := $(BUILD)/fuzz_capture $(BUILD)/fuzz_text
FUZZED := $(BUILD)/fuzzed
FUZZ_FLAGS := -O1 -g -fno-sanitize-recover=all
FUZZ_SANITIZE := address,undefined

# All of the reader but main().
FUZZED_OBJECTS := $(patsubst $(READER)/%.c,$(FUZZED)/%.o,\
	$(filter-out $(READER)/main.c,$(wildcard $(READER)/*.c)))

# Without clang and its libFuzzer there is nothing to fuzz with, and the other tests are run.
ifneq ($(shell echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	$(CLANG) -fsanitize=fuzzer -o /dev/null -xc - 2> /dev/null && echo yes),)
all: $(FUZZERS)
endif

fuzzed:
	$(MAKE) -C $(READER) BUILD=$(FUZZED) CC=$(CLANG) \
		CFLAGS='$(FUZZ_FLAGS) -fsanitize=fuzzer-no-link,$(FUZZ_SANITIZE)'

# What inputs are compared with, and added to: blocks enough for a verdict.
$(BUILD)/reference.isc: $(BUILD)/simulate
	$< cpus=1 stages=2 blocks=40 load=load:\ none > $@

$(BUILD)/fuzz_capture: fuzz/mutate_capture.c $(BUILD)/reference.isc
$(FUZZERS): $(BUILD)/%: fuzz/%.c fuzz/fuzz.c fuzz/fuzz.h json_check.c json_check.h fuzzed
	$(CLANG) -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Wshadow -Werror $(FUZZ_FLAGS) \
		-fsanitize=fuzzer,$(FUZZ_SANITIZE) -pthread -I. -Ifuzz -I$(READER) \
		-DREFERENCE='"$(BUILD)/reference.isc"' -I../../include -I../../include/uapi \
		-o $@ $(filter %.c,$^) $(FUZZED_OBJECTS)

# Where libFuzzer begins: captures of each kind, and machines.
seeds: $(BUILD)/mksnapshot $(BUILD)/simulate
	MKSNAPSHOT=$(BUILD)/mksnapshot SIMULATE=$(BUILD)/simulate ./fuzz_seeds.sh $(BUILD)/seeds

fuzz: $(FUZZERS) seeds
	for fuzzer in fuzz_capture fuzz_text; do \
		mkdir -p $(BUILD)/corpus-$$fuzzer && \
		$(BUILD)/$$fuzzer -max_total_time=$(FUZZ_SECONDS) -max_len=100000 -timeout=60 \
			-dict=fuzz/$$fuzzer.dict -artifact_prefix=$(BUILD)/found-$$fuzzer- \
			-print_final_stats=1 $(BUILD)/corpus-$$fuzzer $(BUILD)/seeds/$$fuzzer || \
			exit 1; \
	done

.PHONY: fuzzed seeds fuzz
