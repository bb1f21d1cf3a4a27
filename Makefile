# `make app` starts the inspection app, `make test` runs every check. Both build on `make env`.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help env app test soak bench screenshots

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
# pytest's workers: browser tests share the cores with the rest, so two is the measured best on two cores.
WORKERS ?= 2
PYTEST_FLAGS ?= -n $(WORKERS) --dist loadfile

help:
	@echo "make app          start the inspection app on http://127.0.0.1:8501"
	@echo "make test         ruff, mypy, architecture, all tests"
	@echo "make soak         the properties on ten thousand cases each"
	@echo "make bench        speed and scale as ratios against named peers"
	@echo "make screenshots  pictures of the README"

env: $(STAMP)
	@:

$(STAMP): pyproject.toml constraints.txt $(wildcard hatch_build.py)
	@if command -v uv >/dev/null 2>&1; then \
	  [ -x $(BIN)/python ] || uv venv --quiet --python '>=3.11' .venv; \
	  uv pip install --quiet --python $(BIN)/python --build-constraints constraints.txt -c constraints.txt -e '.[dev]'; \
	else \
	  [ -x $(BIN)/python ] || { \
	    $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	      || { echo "Cortex needs Python 3.11 or later: make env PYTHON=/path/to/python3.11" >&2; exit 1; }; \
	    $(PYTHON) -m venv .venv; }; \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'; \
	fi
	@touch $@

app: env
	@$(BIN)/cortex app

test: env
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/pytest $(PYTEST_FLAGS)

# Ten thousand examples a property instead of a hundred, and 300 killed writers.
soak: env
	@CORTEX_HYPOTHESIS=soak CORTEX_KILLS=300 $(BIN)/pytest $(PYTEST_FLAGS) tests/properties tests/store

bench: env
	@$(BIN)/python -m benchmarks

screenshots: env
	@$(BIN)/python docs/take_screenshots.py
