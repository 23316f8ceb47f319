import { sql } from 'drizzle-orm'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { Store } from '../../store/store.ts'
import { usesIssues } from '../projects/visibility.repository.ts'
import { issueFields } from './issue-fields.table.ts'

export const issueFieldStore = new Store({
  table: issueFields,
  record: 'issue_field',
  visibleWith: usesIssues,
  kind: 'catalogue',
  searched: [issueFields.key, issueFields.name, issueFields.description],
})

/** Deletes the stored references of a field to its types; `recordFieldTypes` inserts new ones. */
export const forgetFieldTypes = sqlStatement<unknown>(sql`
  delete from issue_field_issue_types where tenant_id = ${tenantId} and field_id = ${sql.placeholder('id')}`)
export const recordFieldTypes = sqlStatement<unknown>(sql`
  insert into issue_field_issue_types (tenant_id, field_id, issue_type_id)
  select ${tenantId}, ${sql.placeholder('id')}, unnest(${sql.placeholder('issue_type_ids')}::text[])`)

/** Deletes the options of a field that are not among `keys`; fails if values use one of them. */
export const dropFieldOptions = sqlStatement<unknown>(sql`
  delete from issue_field_options where tenant_id = ${tenantId}
     and field_id = ${sql.placeholder('id')} and key <> all(${sql.placeholder('keys')}::text[])`)

export const addFieldOptions = sqlStatement<unknown>(sql`
  insert into issue_field_options (tenant_id, id, field_id, key)
  select ${tenantId}, o.id, ${sql.placeholder('id')}, o.key
    from unnest(${sql.placeholder('ids')}::text[], ${sql.placeholder('keys')}::text[]) o (id, key)
  on conflict do nothing`)
