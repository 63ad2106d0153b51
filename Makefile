# make help lists what there is; everything works without make too: see CONTRIBUTING.md.
.DEFAULT_GOAL := help
.PHONY: help run fmt quick test check soak clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

run: ## serve the orders example on port 8080
	./weir run examples/orders

fmt: ## format the sources
	./mvnw -q spotless:apply -pl '!examples/services,!examples/uuid,!examples/swap/cxf/before,!examples/swap/cxf/after,!examples/swap/cxf/underneath,!examples/swap/metro/before,!examples/swap/metro/after,!examples/swap/metro/underneath'

quick: ## build what a change needs and run its tests, without the slow ones: minutes
	scripts/quick.sh

test: ## the whole test run
	./mvnw verify

check: ## what has to hold before a change lands: the tests on JDK 17, some on 25 where there is one, and more
	bash .ci/run

soak: ## what runs each night: long tests, fuzzers, two builds compared
	scripts/soak.sh

clean: ## remove what builds and runs left behind, data excepted
	./mvnw -q clean
