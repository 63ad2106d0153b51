package dev.weir.bench.engines;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowHandle;
import java.sql.SQLException;
import java.time.Duration;

/** DBOS Transact. Its workflows are methods, and its steps lambdas, whose results it keeps in the database. */
final class DbosEngine implements Engine {
    private static final String GO_ON = "go on";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Database database;
    private final DBOS dbos;
    private final Workflows workflows;

    /** The workflows, which DBOS wants behind an interface. */
    interface Workflows {
        String reply(String number);

        String callback(String number);

        String twentySteps(String number);
    }

    /** What the workflows do. */
    static final class Methods implements Workflows {
        private final DBOS dbos;

        Methods(DBOS dbos) {
            this.dbos = dbos;
        }

        @Override
        @Workflow(name = "reply")
        public String reply(String number) {
            return number;
        }

        @Override
        @Workflow(name = "callback")
        public String callback(String number) {
            return dbos.<String>recv(GO_ON, PATIENCE)
                    .orElseThrow(() -> new IllegalStateException("no message has come for " + number));
        }

        @Override
        @Workflow(name = "twenty-steps")
        public String twentySteps(String number) {
            int count = 0;
            for (int step = 1; step <= Work.STEPS; step++) {
                int before = count;
                count = dbos.<Integer, RuntimeException>runStep(() -> before + 1, "count");
            }
            return count == Work.STEPS ? number : "step " + count;
        }
    }

    DbosEngine(Database database) {
        this.database = database;
        dbos = new DBOS(DBOSConfig.defaults("bench").withDataSource(database.connections()));
        workflows = dbos.registerProxy(Workflows.class, new Methods(dbos));
        dbos.launch();
    }

    @Override
    public String run(Work work, String number) {
        return switch (work) {
            case REPLY -> workflows.reply(number);
            case TWENTY_STEPS -> workflows.twentySteps(number);
            case CALLBACK -> {
                WorkflowHandle<String, RuntimeException> handle =
                        dbos.startWorkflow(() -> workflows.callback(number), new StartWorkflowOptions(number));
                dbos.send(number, number, GO_ON);
                yield handle.getResult();
            }
        };
    }

    @Override
    public long ended(Work work) throws SQLException {
        long open = database.number("select count(*) from dbos.workflow_status where status <> 'SUCCESS'");
        if (open != 0) {
            throw new IllegalStateException(open + " workflows have not ended, or have failed");
        }
        return database.number("select count(*) from dbos.workflow_status w where w.name = '" + work.text()
                + "' and position('\"" + work.text() + " ' in w.output) > 0"
                + (work == Work.TWENTY_STEPS
                        ? " and (select count(*) from dbos.operation_outputs o where o.workflow_uuid = w.workflow_uuid"
                                + " and o.function_name = 'count') = " + Work.STEPS
                        : ""));
    }

    @Override
    public void close() {
        dbos.close();
    }
}
