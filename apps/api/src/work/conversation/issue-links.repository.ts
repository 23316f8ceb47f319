import { sql } from 'drizzle-orm'
import { problem } from '../../base/problem.ts'
import { lockAdvisory } from '../../db/advisory-locks.ts'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import { recordActivity } from '../issues/issue-parts.repository.ts'
import { issueStore } from '../issues/issues.store.ts'
import { shared, visible } from '../projects/visibility.repository.ts'

/** The members of a link type that the rules for links need. */
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

/** Every link type that is visible to the tenant, including inactive types. */
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
   where i.tenant_id = ${tenantId} and i.id = any(${sql.placeholder('ids')}::text[])`)

/** The issues with these ids, by id. */
export async function endsOf(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, LinkEnd>> {
  return new Map((await reader.run(ends, { ids })).map((end) => [end.id, end]))
}

/** The members of an issue that are recorded in the activity of the issue at the other end of a link. */
export interface EndOfLink {
  readonly id: string
  readonly key: string
  readonly title: string
  readonly project_id: string
}

const linkEnd = sqlStatement<EndOfLink>(sql`
  select i.id, i.key, i.title, i.project_id from issues i
   where i.tenant_id = ${tenantId} and i.id = ${sql.placeholder('id')}`)

/** The issue at the end of a locked link. It cannot be deleted while the link is locked. */
export async function linkEndOf(reader: Reader, id: string): Promise<EndOfLink> {
  const found = await reader.first(linkEnd, { id })
  if (!found) throw new Error('a link leads to an issue that is not there')
  return found
}

/** The members of a link that the activity records. */
export interface LinkBetween {
  readonly id: string
  readonly issue_id: string
  readonly linked_issue_id: string
  readonly link_type: string
  readonly is_symmetric: boolean
}

const ofIssue = sqlStatement<LinkBetween>(sql`
  select l.id, l.issue_id, l.linked_issue_id, l.link_type, l.is_symmetric from issue_links l
   where l.tenant_id = ${tenantId}
     and (l.issue_id = ${sql.placeholder('id')} or l.linked_issue_id = ${sql.placeholder('id')})
   order by l.id for update`)

/** Locks and returns the links of an issue. */
export const lockLinksOf = (tx: Transaction, id: string) => tx.run(ofIssue, { id })

/** Records a link in the activity of the issue at one end. `other` is the issue at the other end. */
export const recordLink = (
  tx: Transaction,
  type: 'link_added' | 'link_removed',
  link: LinkBetween,
  other: EndOfLink,
) => {
  const isBeginning = link.linked_issue_id === other.id
  const data = {
    link_id: link.id,
    link_type: link.link_type,
    direction: isBeginning || link.is_symmetric ? 'outward' : 'inward',
    linked_issue_id: other.id,
    linked_issue_key: other.key,
    linked_issue_title: other.title,
    linked_issue_project_id: other.project_id,
  }
  return recordActivity(tx, isBeginning ? link.issue_id : link.linked_issue_id, [{ type, data }])
}

const mayName = sqlStatement<{ may: boolean }>(sql`
  select ${issueStore.visibleIn(sql`i.project_id`)} as may from issues i
   where i.tenant_id = ${tenantId} and i.id = ${sql.placeholder('id')}`)

/** True if the user of the request can see the issue, and may therefore see links to it. */
export const mayNameEnd = async (reader: Reader, id: string) =>
  (await reader.first(mayName, { id }))?.may ?? false

const leadsBack = sqlStatement<unknown>(sql`
  with recursive onward (id) as (
    select ${sql.placeholder('to')}::text collate "C"
    union
    select l.linked_issue_id from onward
      join issue_links l on l.tenant_id = ${tenantId} and l.issue_id = onward.id
       and l.link_type_id = ${sql.placeholder('type')}
  ) select 1 from onward where id = ${sql.placeholder('from')}`)

/** Throws if the link would close a cycle. A lock makes concurrent requests for links of the type in the tenant wait. */
export async function assertAcyclic(tx: Transaction, type: string, from: string, to: string): Promise<void> {
  void lockAdvisory(tx, `issue_links ${type}`)
  if (await tx.first(leadsBack, { type, from, to }))
    throw problem(
      'cycle_detected',
      {},
      'With this link, links of the type would form a cycle. Link another issue, or use another link type.',
    )
}
