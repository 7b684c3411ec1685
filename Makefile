# make run        set up and serve the web table
# make test       set up and run the tests
# make help       all targets

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ENGINE := $(wildcard src/kicker/games/*.pxd)
KERNELS := $(wildcard src/kicker/_kernels/*.py src/kicker/_kernels/*.pyi src/kicker/_kernels/*.pxd) $(ENGINE) $(ENGINE:.pxd=.py)
COMPILED := src/kicker/_kernels/*.so src/kicker/games/*.so
RUNNING := art,tui,web
TESTING := $(RUNNING),cluster,data,plot,dev
MANUAL := src/kicker/ui/web/manual
COUNT ?= 20
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

# Hundreds of tests start kicker, so keep its bytecode even if the shell says otherwise.
unexport PYTHONDONTWRITEBYTECODE

# Install packages while the kernels compile.
MAKEFLAGS += --jobs=2 --no-print-directory

# Each step prints one line; the output of its programs is shown only if they fail.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
LOG = >$(VENV)/$(1).log 2>&1 || { cat $(VENV)/$(1).log; exit 1; }
# While pip runs there is no .made, so an interrupted set-up starts over with an empty folder.
INSTALL = rm -f $(VENV)/.made $(VENV)/.installed $(VENV)/.tools; KICKER_KERNELS=0 $(PIP) --no-build-isolation --editable ".[$(1)]" $(call LOG,pip); \
  touch $(VENV)/.made $(VENV)/.installed

.PHONY: help run setup tools browser test test-long test-stress test-sanitized test-print lint types bench bench-server tables \
  docs wheel clean

run: setup  ## set up and serve the web table; Ctrl-C stops it
	@$(BIN)/kicker serve

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 24

setup: $(VENV)/.installed $(VENV)/.kernels  ## make .venv with everything kicker needs, and compile its kernels and engine for this machine

tools: $(VENV)/.tools $(VENV)/.kernels  ## do the same, and install the tools for tests and checks

$(VENV)/.made: constraints.txt
	@echo "making $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) setuptools Cython $(call LOG,pip)
	@touch $@

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/.made
	@echo "installing kicker and its dependencies"
	@$(call INSTALL,$(RUNNING))

$(VENV)/.tools: pyproject.toml constraints.txt | $(VENV)/.made
	@echo "installing kicker, its dependencies and the test tools"
	@$(call INSTALL,$(TESTING))
	@touch $@

# After an interrupted build everything is compiled again.
$(VENV)/.kernels: setup.py $(KERNELS) | $(VENV)/.made
	@echo "compiling the kernels and the engine"
	@if [ -e build/.begun ]; then rm -rf build; fi; mkdir -p build; touch build/.begun
	@rm -f $(COMPILED)  # files from another kind of build may look newer
	@KICKER_NATIVE=1 $(BIN)/python setup.py --quiet build_ext --inplace $(call LOG,kernels)
	@rm -f build/.begun; touch $@

# The browser tests need Debian's Chromium, preferably the headless shell; without one they are skipped and say so.
CHROMIUM = for name in chromium-headless-shell chromium; do apt-get install -y -qq $$name >/dev/null 2>&1 && break; done

browser:  ## install Chromium for the browser tests, if apt-get can
	@has() { command -v chromium-headless-shell || command -v chromium; } >/dev/null; \
	  has || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "installing Chromium" \
	    && { $(CHROMIUM); has || { apt-get update -qq && $(CHROMIUM); has; }; }; } \
	  || echo "no Chromium here: the browser tests will be skipped"

test: tools browser  ## run all tests except the long ones
	@echo "running the tests"
	@$(PYTEST) -q --durations=10

test-long: tools browser  ## run the tests that take minutes
	@KICKER_EXAMPLES=1000 $(PYTEST) -m "long or hypothesis"

test-stress: tools browser  ## run tests with servers, terminals, browsers or signals COUNT times while every core is busy
	@$(BIN)/python -m tests.stress $(COUNT)

test-print: tools  ## print the plain tests, EXPECTING and GOT, for people to read
	$(BIN)/python tests/print_tests.py

test-sanitized: tools  ## run the tests on kernels that check every memory access (gcc or clang on Linux)
	rm -f $(COMPILED)
	KICKER_SANITIZE=1 $(BIN)/python setup.py --quiet build_ext --inplace
	LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
	  ASAN_OPTIONS=detect_leaks=0 $(BIN)/python -m pytest -q -p no:xdist --deselect tests/test_build.py \
	  --deselect tests/test_cli.py::test_memory_does_not_grow_with_the_file; \
	  status=$$?; rm $(VENV)/.kernels; $(MAKE) setup; exit $$status

lint: tools  ## run ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: tools  ## run mypy in strict mode
	$(BIN)/mypy

bench: tools  ## measure speed side by side with other packages, which this target installs
	$(BIN)/python -m pip install --quiet -r benchmarks/peers.txt
	$(BIN)/python -m benchmarks

bench-server: tools  ## measure how many tables a server handles on one core, and how fast it answers
	$(BIN)/python -m benchmarks server
	$(BIN)/python -m benchmarks server --solving

tables: setup  ## rebuild the lookup tables
	$(BIN)/python -m kicker._kernels.tables
	$(BIN)/python -m kicker.preflop

$(VENV)/.docs: pyproject.toml constraints.txt | $(VENV)/.installed
	@echo "installing Sphinx"
	@KICKER_KERNELS=0 $(PIP) --no-build-isolation --editable ".[docs]" $(call LOG,pip)
	@touch $@

docs: setup $(VENV)/.docs  ## build the manual, which kicker serve shows at /manual; any warning is an error
	@echo "building the manual"
	@rm -rf build/manual
	@$(BIN)/python -m sphinx -q -E -a -W --keep-going -j auto -d build/doctrees docs build/manual
	@rm -rf $(MANUAL); mv build/manual $(MANUAL)
	@echo "$(MANUAL)/index.html"

# The wheel is tried with only Python: no compiler, no source folder.
TRIAL := $(CURDIR)/build/trial
IN_TRIAL := cd $(TRIAL) && env -i PATH=$(TRIAL)/bin HOME=$(TRIAL)

wheel: $(VENV)/.made  ## build a portable wheel in dist/, and try it in a clean environment without a compiler
	@echo "building the wheel"
	@rm -rf build/portable dist/kicker-*.whl
	@$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@echo "trying it"
	@$(PYTHON) -m venv --clear $(TRIAL)
	@$(TRIAL)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --only-binary :all: dist/kicker-*.whl
	@$(IN_TRIAL) python -c 'import shutil; assert not any(map(shutil.which, ["cc", "gcc", "clang"])), "a compiler"'
	@$(IN_TRIAL) python -c 'import kicker; print(kicker.evaluate("As Ks Qs Js Ts").describe())'
	@$(IN_TRIAL) kicker equity AsAh KsKh
	@$(IN_TRIAL) kicker rank "2c Ah Ad 5s Ac 5d 9h"
	@$(IN_TRIAL) kicker solve --oop AA,QQ --ip KK --board "2c 3d 7h 9s Jc" --pot 100 --stack 100 --river-bet 50%
	@ls dist/kicker-*.whl

clean:  ## remove everything that make built
	rm -rf $(VENV) $(MANUAL) build dist src/*.egg-info $(COMPILED)
