package dev.weir.bench.engines;

import java.util.Locale;

/** The engines that can be started. */
enum EngineKind {
    OPERATON {
        @Override
        Engine start(Database database) {
            return new OperatonEngine(database);
        }
    },
    FLOWABLE {
        @Override
        Engine start(Database database) {
            return new FlowableEngine(database);
        }
    },
    DBOS {
        @Override
        Engine start(Database database) {
            return new DbosEngine(database);
        }
    };

    abstract Engine start(Database database);

    static EngineKind of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
