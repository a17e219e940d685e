# Short names for scripts/. Each sets up what it needs, and skips that when nothing changed.
.DEFAULT_GOAL := help
.PHONY: help play test quick deep check fix docs lock clean

help:
	@echo "make play    set up everything and open a table (options: make play ARGS='--port 9000')"
	@echo "make test    all tests: compiled, plain, browser"
	@echo "make quick   the tests that take little time, in plain Python: about two minutes"
	@echo "make check   lint, types, docs"
	@echo "make deep    the same tests with their large counts"
	@echo "make fix     format and mend what a program can mend"
	@echo "make docs    the documentation in build/docs"
	@echo "make lock    choose versions anew (requirements/)"
	@echo "make clean   remove what was set up"

play:
	@scripts/play $(ARGS)

test:
	@scripts/test $(ARGS)

quick:
	@scripts/test quick $(ARGS)

deep:
	@scripts/test --deep $(ARGS)

check:
	@scripts/check

fix:
	@scripts/fix

docs:
	@scripts/docs

lock:
	@scripts/lock $(ARGS)

clean:
	rm -rf .venv .venv.lock build dist
