import { Subquery, sql } from 'drizzle-orm'
import { integer, type PgTable, pgTable } from 'drizzle-orm/pg-core'
import type { Scope } from '../../store/page-statements.ts'
import { Store } from '../../store/store.ts'
import { issueWorkflowTransitions } from '../configuration/issue-workflow-transitions.table.ts'
import { visible } from '../projects/visibility.repository.ts'

/** How much input each transition of a request requires (0 to 2, see `demandOf`), as if it were a column of the table. */
const asking = pgTable('issue_workflow_transitions', { demand: integer('demand').notNull() })

/** The transitions of workflows with the computed column `demand`, by which the list of an issue is sorted. */
class ListedTransitions extends Store<typeof issueWorkflowTransitions> {
  /** Drizzle accepts a subquery in place of a table, but the type of the store does not. */
  override from(): PgTable {
    const rows = sql`select t.*, a.demand from issue_workflow_transitions t
      join unnest(${sql.placeholder('transition_ids')}::text[], ${sql.placeholder('demands')}::int[]) a (id, demand)
        on a.id = t.id
     where ${visible('t')}`
    return new Subquery(rows, {}, 'issue_workflow_transitions') as unknown as PgTable
  }
}

export const transitionRows = new ListedTransitions({
  table: issueWorkflowTransitions,
  record: 'issue_workflow_transition',
  kind: 'catalogue',
  columns: { demand: asking.demand },
})

/** A transition of the workflow of an issue. */
interface ListedTransition {
  readonly id: string
  readonly demand: number
}

/** Limits a list to these transitions of the workflow of an issue. */
export const someOf = (issueId: string, listed: readonly ListedTransition[]): Scope => ({
  name: 'of issue',
  condition: sql`issue_workflow_transitions.id = any(${sql.placeholder('transition_ids')}::text[])`,
  values: { transition_ids: listed.map(({ id }) => id), demands: listed.map(({ demand }) => demand) },
  bound: { issue_id: issueId },
})
