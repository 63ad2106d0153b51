package dev.weir.bench.engines;

import java.sql.SQLException;
import java.util.Map;
import org.operaton.bpm.engine.ProcessEngine;
import org.operaton.bpm.engine.RepositoryService;
import org.operaton.bpm.engine.RuntimeService;
import org.operaton.bpm.engine.delegate.DelegateExecution;
import org.operaton.bpm.engine.impl.cfg.StandaloneProcessEngineConfiguration;
import org.operaton.bpm.engine.impl.cfg.TransactionState;
import org.operaton.bpm.engine.impl.context.Context;

/** Operaton, which goes on with Camunda 7. */
final class OperatonEngine implements Engine {
    private final WaitingCallers callers = new WaitingCallers();
    private final Database database;
    private final ProcessEngine engine;
    private final RuntimeService runtime;

    OperatonEngine(Database database) {
        this.database = database;
        StandaloneProcessEngineConfiguration configuration = new StandaloneProcessEngineConfiguration();
        configuration.setDataSource(database.connections());
        configuration.setDatabaseSchemaUpdate("true");
        configuration.setJobExecutorActivate(true);
        // How long history is kept is not measured, and has no default.
        configuration.setEnforceHistoryTimeToLive(false);
        configuration.setBeans(Map.of(BpmnProcesses.ENDS, new Ends(callers)));
        engine = configuration.buildProcessEngine();
        runtime = engine.getRuntimeService();
        RepositoryService repository = engine.getRepositoryService();
        BpmnProcesses processes =
                new BpmnProcesses("operaton", "http://operaton.org/schema/1.0/bpmn", "resultVariable", "asyncBefore");
        for (Work work : Work.values()) {
            repository
                    .createDeployment()
                    .addString(BpmnProcesses.key(work) + ".bpmn", processes.of(work))
                    .deploy();
        }
    }

    /** Is called by processes as they end. */
    public static final class Ends {
        private final WaitingCallers callers;

        Ends(WaitingCallers callers) {
            this.callers = callers;
        }

        public void of(DelegateExecution execution) {
            String number = execution.getProcessBusinessKey();
            if (execution.getVariable(BpmnProcesses.COUNT) instanceof Long count && count == Work.STEPS) {
                execution.setVariable(BpmnProcesses.DONE, execution.getVariable(BpmnProcesses.NUMBER));
            }
            String done = String.valueOf(execution.getVariable(BpmnProcesses.DONE));
            Context.getCommandContext()
                    .getTransactionContext()
                    .addTransactionListener(TransactionState.COMMITTED, committed -> callers.ended(number, done));
        }
    }

    @Override
    public String run(Work work, String number) throws Exception {
        return callers.afterStart(number, () -> {
            runtime.startProcessInstanceByKey(
                    BpmnProcesses.key(work), number, Map.of(BpmnProcesses.NUMBER, number, BpmnProcesses.COUNT, 0L));
            if (work == Work.CALLBACK) {
                runtime.createMessageCorrelation(BpmnProcesses.GO_ON)
                        .processInstanceBusinessKey(number)
                        .correlate();
            }
        });
    }

    @Override
    public long ended(Work work) throws SQLException {
        return BpmnTables.ended(database, work);
    }

    @Override
    public void close() {
        engine.close();
    }
}
