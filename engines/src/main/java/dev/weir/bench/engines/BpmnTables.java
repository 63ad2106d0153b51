package dev.weir.bench.engines;

import java.sql.SQLException;

/** The history that Operaton and Flowable have inherited from a common ancestor: its tables have the same names in both. */
final class BpmnTables {

    private BpmnTables() {}

    /** Instances that have ended with the number by which they were called as their result, and after every step. */
    static long ended(Database database, Work work) throws SQLException {
        long open = database.number("select count(*) from act_ru_execution")
                + database.number("select count(*) from act_ru_job")
                + database.number("select count(*) from act_hi_procinst where end_time_ is null");
        if (open != 0) {
            throw new IllegalStateException(open + " rows are left of instances that should have ended");
        }
        String instances = "select count(*) from act_hi_procinst p join act_hi_varinst d on d.proc_inst_id_ = p.id_"
                + " and d.name_ = '" + BpmnProcesses.DONE
                + "' and d.text_ = p.business_key_ where p.business_key_ like '" + work.text()
                + " %'";
        if (work != Work.TWENTY_STEPS) {
            return database.number(instances);
        }
        return database.number(instances + " and exists (select 1 from act_hi_varinst c where c.proc_inst_id_ = p.id_"
                + " and c.name_ = '" + BpmnProcesses.COUNT + "' and c.long_ = " + Work.STEPS + ")"
                + " and (select count(*) from act_hi_actinst a where a.proc_inst_id_ = p.id_"
                + " and a.act_type_ = 'serviceTask' and a.end_time_ is not null) = " + Work.STEPS);
    }
}
