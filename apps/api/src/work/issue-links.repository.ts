import { sql } from 'drizzle-orm'
import { nextNumber } from '../kernel/counters.ts'
import { problem } from '../kernel/problem.ts'
import { type Reader, sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { shared, visible } from './visibility.ts'

/** A link type as links see it. */
export interface LinkTypeView {
  readonly id: string
  readonly key: string
  readonly is_symmetric: boolean
  readonly is_acyclic: boolean
  readonly is_active: boolean
}

const types = sqlStatement<LinkTypeView>(sql`
  select t.id, t.key, t.is_symmetric, t.is_acyclic, t.is_active from issue_link_types t
   where ${visible('t')}
   order by ${shared('t')}, t.position, t.id`)

/** Every link type that the tenant sees. */
export const linkTypesOf = (reader: Reader) => reader.run(types)

/** An issue at the end of a link. */
export interface LinkEnd {
  readonly id: string
  readonly key: string
  readonly title: string
  readonly status: string
  readonly is_closed: boolean
}

const ends = sqlStatement<LinkEnd>(sql`
  select i.id, i.key, i.title, i.status, i.is_closed from issues i
   where i.tenant_id = current_setting('app.tenant_id') and i.id = any(${sql.placeholder('ids')}::text[])`)

/** The issues with these ids, by id. */
export async function endsOf(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, LinkEnd>> {
  return new Map((await reader.run(ends, { ids })).map((end) => [end.id, end]))
}

const mayName = sqlStatement<{ may: boolean }>(sql`
  select commonhold_may('issues:read', i.project_id) or commonhold_may('issues:write', i.project_id) as may from issues i
   where i.tenant_id = current_setting('app.tenant_id') and i.id = ${sql.placeholder('id')}`)

/** True when the user of the request may read or write the issue, and so may know of links to it. */
export const mayNameEnd = async (reader: Reader, id: string) =>
  (await reader.first(mayName, { id }))?.may ?? false

const leadsBack = sqlStatement<unknown>(sql`
  with recursive onward (id) as (
    select ${sql.placeholder('to')}::text collate "C"
    union
    select l.linked_issue_id from onward
      join issue_links l on l.tenant_id = current_setting('app.tenant_id') and l.issue_id = onward.id
       and l.link_type_id = ${sql.placeholder('type')}
  ) select 1 from onward where id = ${sql.placeholder('from')}`)

/** Refuses a link that would lead back to where it begins. Such links of a tenant are made one after the other. */
export async function assertAcyclic(tx: Transaction, type: string, from: string, to: string): Promise<void> {
  await nextNumber(tx, `issue_links ${type}`)
  if (await tx.first(leadsBack, { type, from, to }))
    throw problem('cycle_detected', {}, 'Links of this type would lead back to where they begin.')
}
