package dev.weir.bench.engines;

import java.sql.SQLException;
import java.util.Map;
import org.flowable.common.engine.impl.cfg.TransactionState;
import org.flowable.common.engine.impl.context.Context;
import org.flowable.engine.ProcessEngine;
import org.flowable.engine.RepositoryService;
import org.flowable.engine.RuntimeService;
import org.flowable.engine.delegate.DelegateExecution;
import org.flowable.engine.impl.cfg.StandaloneProcessEngineConfiguration;
import org.flowable.engine.runtime.Execution;

/** Flowable. */
final class FlowableEngine implements Engine {
    private final WaitingCallers callers = new WaitingCallers();
    private final Database database;
    private final ProcessEngine engine;
    private final RuntimeService runtime;

    FlowableEngine(Database database) {
        this.database = database;
        StandaloneProcessEngineConfiguration configuration = new StandaloneProcessEngineConfiguration();
        configuration.setDataSource(database.connections());
        configuration.setDatabaseSchemaUpdate("true");
        configuration.setAsyncExecutorActivate(true);
        configuration.setBeans(Map.of(BpmnProcesses.ENDS, new Ends(callers)));
        engine = configuration.buildProcessEngine();
        runtime = engine.getRuntimeService();
        RepositoryService repository = engine.getRepositoryService();
        BpmnProcesses processes =
                new BpmnProcesses("flowable", "http://flowable.org/bpmn", "resultVariableName", "async");
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
            String number = execution.getProcessInstanceBusinessKey();
            if (execution.getVariable(BpmnProcesses.COUNT) instanceof Long count && count == Work.STEPS) {
                execution.setVariable(BpmnProcesses.DONE, execution.getVariable(BpmnProcesses.NUMBER));
            }
            String done = String.valueOf(execution.getVariable(BpmnProcesses.DONE));
            Context.getTransactionContext()
                    .addTransactionListener(TransactionState.COMMITTED, committed -> callers.ended(number, done));
        }
    }

    @Override
    public String run(Work work, String number) throws Exception {
        return callers.afterStart(number, () -> {
            runtime.startProcessInstanceByKey(
                    BpmnProcesses.key(work), number, Map.of(BpmnProcesses.NUMBER, number, BpmnProcesses.COUNT, 0L));
            if (work == Work.CALLBACK) {
                Execution waiting = runtime.createExecutionQuery()
                        .messageEventSubscriptionName(BpmnProcesses.GO_ON)
                        .processInstanceBusinessKey(number, true)
                        .singleResult();
                runtime.messageEventReceived(BpmnProcesses.GO_ON, waiting.getId());
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
