import { type SQL, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { problem } from '../../base/problem.ts'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { visible } from '../projects/visibility.repository.ts'

/*
 * Counts the uses of a record of the configuration by issues of the tenant. The caller must have locked the record. Foreign
 * keys protect uses that are not counted: those by other tenants and by concurrent transactions.
 */

const counting = (what: string, condition: SQL) =>
  sqlStatement<{ count: number }>(
    sql`select count(*)::int as count from ${sql.raw(what)} u where u.tenant_id = ${tenantId} and ${condition}`,
  )

const inStatus = counting('issues', sql`u.status_id = ${sql.placeholder('status_id')}`)
const inWorkflowStatus = counting(
  'issues',
  sql`u.workflow_id = ${sql.placeholder('workflow_id')} and u.status_id = ${sql.placeholder('status_id')}`,
)
const outsideWorkflow = counting(
  'issues',
  sql`u.issue_type_id = ${sql.placeholder('issue_type_id')} and not exists (
        select from issue_workflow_statuses s
         where ${visible('s')} and s.workflow_id = ${sql.placeholder('workflow_id')} and s.status_id = u.status_id)`,
)
const ofField = counting('issue_field_values', sql`u.field_id = ${sql.placeholder('field_id')}`)
const ofOptions = counting(
  'issue_field_values',
  sql`u.field_id = ${sql.placeholder('field_id')} and u.option_key <> all(${sql.placeholder('remaining')}::text[])`,
)
/** Values that several issues have, compared as they are stored in the issues. */
const ofDuplicates = sqlStatement<{ count: number }>(sql`
  select coalesce(sum(times), 0)::int as count
    from (select count(*) as times from issue_field_values u
            join issue_fields f on f.id = u.field_id and ${visible('f')}
            join issues i on i.tenant_id = u.tenant_id and i.id = u.issue_id
           where u.tenant_id = ${tenantId} and u.field_id = ${sql.placeholder('field_id')}
           group by i.custom_fields -> f.key having count(*) > 1) d`)
const ofLinkType = counting('issue_links', sql`u.link_type_id = ${sql.placeholder('link_type_id')}`)

const counts = {
  /** Issues with a status. */
  in_status: ['issues', inStatus],
  /** Issues with a status of a workflow. */
  in_workflow_status: ['issues', inWorkflowStatus],
  /** Issues of a type with statuses that a workflow lacks. */
  outside_workflow: ['issues', outsideWorkflow],
  /** Values of a field. */
  of_field: ['issue_field_values', ofField],
  /** Values of a field that are not among the remaining options. */
  of_other_options: ['issue_field_values', ofOptions],
  /** Values of a field that several issues have. */
  of_duplicates: ['issue_field_values', ofDuplicates],
  /** Links of a type. */
  of_link_type: ['issue_links', ofLinkType],
} as const

/** Throws 409 if the record is in use. `message` tells the user what to do. */
export async function assertUnused(
  reader: Reader,
  use: keyof typeof counts,
  values: Readonly<Record<string, unknown>>,
  message: string,
): Promise<void> {
  const [kind, statement] = counts[use]
  const count = (await reader.first(statement, { ...values }))?.count ?? 0
  if (count > 0) throw problem('dependent_item_exists', { dependents: { [kind]: count } }, message)
}

const referring = ['issues__status_id__reference', 'issues__priority_id__reference']

/** Awaits a change of copies in issues. Throws 409 if issues of other tenants, which cannot be counted, use the record. */
export async function unlessUsedElsewhere<T>(change: Promise<T>, message: string): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (error instanceof postgres.PostgresError && referring.includes(error.constraint_name ?? ''))
      throw problem('dependent_item_exists', { dependents: { issues: null } }, message)
    throw error
  }
}
