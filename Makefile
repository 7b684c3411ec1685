# make run        set up and serve the web table
# make test       set up and run the tests
# make help       all targets

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard src/kicker/_kernels/*.py src/kicker/_kernels/*.pyi src/kicker/_kernels/*.pxd)
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

.PHONY: help run setup browser test test-long test-sanitized test-print lint types bench bench-server tables wheel clean

run: setup  ## set up and serve the web table; Ctrl-C ends it
	@$(BIN)/kicker serve

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 24

setup: $(VENV)/.built  ## make .venv and compile the kernels for this machine

$(VENV)/.installed: constraints.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip -c constraints.txt
	$(BIN)/python -m pip install --quiet setuptools Cython -c constraints.txt
	touch $@

# The compiled kernels are older than a source that was edited: build again.
$(VENV)/.built: $(VENV)/.installed setup.py $(KERNELS)
	KICKER_NATIVE=1 $(BIN)/python -m pip install --quiet --no-build-isolation --editable ".[dev]" -c constraints.txt
	touch $@

# The browser tests need Debian's Chromium; where it cannot be had they are skipped and say so.
browser:  ## install Chromium for the browser tests, where apt-get can
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && { apt-get install -y -qq chromium >/dev/null 2>&1 \
	       || { apt-get update -qq && apt-get install -y -qq chromium >/dev/null; }; }; } \
	  || echo "no Chromium here: the browser tests will be skipped"

test: setup browser  ## all tests but the long ones
	$(PYTEST) -m "not long"

test-long: setup browser  ## the tests that take minutes
	$(PYTEST) -m long

test-print: setup  ## the plain tests: EXPECTING and GOT, for people to read
	$(BIN)/python tests/print_tests.py

test-sanitized: setup  ## the tests on kernels that check every memory access (gcc or clang on Linux)
	KICKER_SANITIZE=1 $(BIN)/python setup.py --quiet build_ext --inplace --force
	LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
	  ASAN_OPTIONS=detect_leaks=0 $(BIN)/python -m pytest -q -m "not long" -p no:xdist --deselect tests/test_build.py \
	  --deselect tests/test_cli.py::test_memory_does_not_grow_with_the_file; \
	  status=$$?; touch setup.py; $(MAKE) setup; exit $$status

lint: setup  ## ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup  ## mypy, strict
	$(BIN)/mypy

bench: setup  ## speed, side by side with other packages, which this target installs
	$(BIN)/python -m pip install --quiet -r benchmarks/peers.txt
	$(BIN)/python -m benchmarks

bench-server: setup  ## how many tables a server holds on one core, and how fast it answers
	$(BIN)/python -m benchmarks server

tables: setup  ## make the lookup tables again
	$(BIN)/python -m kicker._kernels.tables
	$(BIN)/python -m kicker.preflop

wheel: setup  ## a portable wheel in dist/
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

clean:  ## remove all that make made
	rm -rf $(VENV) build dist src/*.egg-info src/kicker/_kernels/*.so
