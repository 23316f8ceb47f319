import type { IssueSubtype } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'

const subtypes = sqlStatement<{ id: string; subtype: IssueSubtype }>(sql`
  select i.id, i.subtype from issues i
   where i.tenant_id = ${tenantId} and i.id = any(${sql.placeholder('ids')}::text[])`)

/** The subtypes of the tenant's issues with these ids, by id. */
export async function subtypesOf(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IssueSubtype>> {
  return new Map((await reader.run(subtypes, { ids })).map(({ id, subtype }) => [id, subtype]))
}

const unplanned = sqlStatement<{ id: string }>(sql`
  select i.id from issues i where i.tenant_id = ${tenantId}
     and i.id = any(${sql.placeholder('ids')}::text[])
     and (i.due_date is null or (i.assignee_id is null and i.assignee_group_id is null))`)

/** The ids of the issues that have no due date, or neither an assignee nor an assigned group. */
export async function unplannedOf(reader: Reader, ids: readonly string[]): Promise<string[]> {
  return (await reader.run(unplanned, { ids })).map(({ id }) => id)
}
