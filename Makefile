# ecsbench: the commands people use. Everything real happens in CMakePresets.json and scripts/.
#
#   make run INSTALL=true        skips installing packages, for systems without apt-get
#   make speed SPEED='--only get'    options of scripts/speed.py: here, only the rows that hold the word
.DEFAULT_GOAL := help
.PHONY: help run speed test build strategy format tidy mutants fuzz clean deps configure
.NOTPARALLEL:
INSTALL ?= scripts/install-deps.sh
FUZZ ?= 60

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

run: deps configure ## install what is missing, build, run the default job, draw charts into results/latest/
	cmake --build --preset release --target ecsbench
	mkdir -p results/latest
	build/ecsbench run --json results/latest/result.json --plot results/latest

speed: deps configure ## measure the storages against results/goals.json; findings in results/latest/speed.json
	cmake --build --preset release --target ecsbench
	mkdir -p results/latest
	scripts/speed.py build/ecsbench results/goals.json --json results/latest/speed.json $(SPEED)

test: deps configure ## install what is missing, build, run all tests
	cmake --build --preset release --target all laws
	ctest --preset release

build: configure ## build everything but the laws that storages are held to into build/
	cmake --build --preset release

strategy: deps ## build build-own/ecsbench-own with a header of yours: make strategy STRATEGY=path/a.hpp
	$(if $(STRATEGY),,$(error say which header: make strategy STRATEGY=path/a.hpp))
	cmake --preset own -DECSBENCH_STRATEGY='$(STRATEGY)'
	cmake --build --preset own

format: ## format every C++ file with clang-format 16
	scripts/format.sh fix

tidy: ## lint what differs from the main branch with clang-tidy 14
	scripts/tidy.sh changed

mutants: ## plant every fault of tests/mutants and see the tests notice; MUTANTS='--only join' for some
	scripts/mutants.sh $(MUTANTS)

fuzz: ## random programs on all storages at once, compared with a model, for FUZZ=60 seconds
	scripts/fuzz.sh $(FUZZ)

clean: ## remove all build folders
	rm -rf build build-dev build-asan build-tsan build-tidy build-own build-mutants build-fuzz

deps:
	@$(INSTALL)

configure:
	cmake --preset release
