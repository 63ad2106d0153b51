# make help lists what there is; everything works without make too: see CONTRIBUTING.md.
.DEFAULT_GOAL := help
.PHONY: help run fmt test check clean docs golden

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

run: ## serve the orders example on port 8080
	./weir run examples/orders

fmt: ## format the sources
	./mvnw -q spotless:apply

test: ## the whole test run
	./mvnw verify

check: ## what has to hold before a change lands: the tests on this JDK and on 25 where there is one, and more
	bash .ci/run

golden: ## write the golden files anew; review the diff
	./mvnw -q verify -Dweir.golden=write

clean: ## remove what builds and runs left behind, data excepted
	./mvnw -q clean
