# SPDX-License-Identifier: GPL-2.0
#
# make              the kernel module, for the running kernel or KERNEL_SRC
# make demo         measure in a virtual machine and show the result
# make check        every test
# make bench        what a sample costs
# make help         the rest

# The names that build systems and people use for the kernel's build tree.
KERNELRELEASE ?= $(shell uname -r)
KERNEL_SRC ?= $(or $(KDIR),$(KERNELDIR),$(KERNEL_DIR),/lib/modules/$(KERNELRELEASE)/build)
export KERNEL_SRC

VERSION := $(shell sed -n 's/.define IRQSCOPE_VERSION[^"]*"\(.*\)"/\1/p' include/irqscope_version.h)

all: module

module:
	$(MAKE) -C $(KERNEL_SRC) M=$(CURDIR) modules

modules: module

modules_install install:
	$(MAKE) -C $(KERNEL_SRC) M=$(CURDIR) modules_install

# What DKMS makes the module of, for each kernel of the machine: no build products.
dkms := $(DESTDIR)/usr/src/irqscope-$(VERSION)
dkms-install:
	install -d $(dkms)
	find Kbuild COPYING driver include -type f ! -name '*.mod.c' \
		\( -name '*.[ch]' -o -name Kbuild -o -name '*.mk' -o -name COPYING \) -exec cp --parents -t $(dkms) {} +
	sed 's/@VERSION@/$(VERSION)/' driver/dkms.conf.in > $(dkms)/dkms.conf

reader:
	$(MAKE) -C userspace

reader_install:
	$(MAKE) -C userspace install

dtbs:
	$(MAKE) -C dts

demo:
	selftests/vm/demo.sh

check:
	selftests/check.sh

check-long:
	selftests/check-long.sh

bench:
	selftests/bench/bench.sh

matrix:
	selftests/vm/setup.sh
	selftests/vm/matrix.sh

clean:
	[ ! -d "$(KERNEL_SRC)" ] || $(MAKE) -C $(KERNEL_SRC) M=$(CURDIR) clean
	$(MAKE) -C userspace clean
	$(MAKE) -C selftests clean
	$(MAKE) -C selftests/reader clean
	$(MAKE) -C dts clean

help:
	@echo 'make                   build driver/irqscope.ko'
	@echo 'make modules_install   install it (INSTALL_MOD_PATH as the kernel has it)'
	@echo 'make dkms-install      lay sources for DKMS in /usr/src (DESTDIR)'
	@echo 'make reader            build userspace/irqscope'
	@echo 'make reader_install    install it, its man page and a service (PREFIX, DESTDIR)'
	@echo 'make dtbs                 build the devicetree overlays in dts/overlays'
	@echo 'make demo              measure in a virtual machine and show the result'
	@echo 'make check             every test, in virtual machines too'
	@echo 'make check-long        more kernels and compilers, injected faults, an hour of stress'
	@echo 'make bench             what a sample costs, in instructions'
	@echo 'make matrix            compile for every supported kernel and architecture'
	@echo 'make clean             remove what was built'
	@echo
	@echo 'KERNEL_SRC=DIR         kernel build tree (also KDIR, KERNELDIR, KERNEL_DIR)'
	@echo 'ARCH=, CROSS_COMPILE=  as for the kernel'
	@echo 'IRQSCOPE_CACHE=DIR     kernels and packages of the tests, /var/cache/irqscope'

.PHONY: all module modules_install modules install dkms-install reader reader_install dtbs demo check check-long bench matrix clean help
