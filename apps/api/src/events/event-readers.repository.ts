import {
  comesWith,
  type EndpointSpec,
  operationGroups,
  type Permission,
  READ_SENSITIVE,
} from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { assetCirculationStore } from '../assets/asset-circulations.store.ts'
import { assetStore } from '../assets/assets.store.ts'
import { employmentAssignmentStore } from '../education/employment-assignments.store.ts'
import { schoolEmploymentStore } from '../education/school-employments.store.ts'
import { schoolEnrollmentStore } from '../education/school-enrollments.store.ts'
import type { Recorded } from '../http/histories.ts'
import { hasPermissionSql } from '../store/permissions.ts'
import { seesIn } from '../store/store-rows.ts'
import { membershipStore } from '../system/memberships.store.ts'
import { attachmentStore, commentStore } from '../work/conversation/issue-conversation.store.ts'
import { issueStore } from '../work/issues/issues.store.ts'
import { recordedKinds } from './recorded-kinds.store.ts'

/** The columns of a log entry `l` that decide who may receive it. */
const entry = {
  id: sql`l.record_id`,
  kind: sql`l.record_type`,
  action: sql`l.action`,
  changes: sql`l.changes`,
}

/** Conditions for reading records of a kind: while a record exists, and after it was deleted. */
interface Readers {
  readonly record: string
  readonly present: SQL
  readonly deleted: SQL
  /** The permission required for the names of changed members. */
  readonly namesNeed?: Permission | undefined
}

/** The last value of a member of a deleted record. */
const lastValueOf = (member: string) =>
  sql`(select c ->> 'from' from jsonb_array_elements(${entry.changes}) c where c ->> 'field' = ${sql.raw(`'${member}'`)})`

/** Readers of a kind: users who may read the record now, by the permission of its `get` operation. */
function readersOf({ store, membersNeed }: Recorded, { permission }: EndpointSpec): Readers {
  const required = permission as Permission
  const needed = [required, comesWith[required] ?? required]
  const { spec } = store
  const present = sql`exists (select from ${spec.table}
    where ${store.column('id')} = ${entry.id} and ${store.ofTenant()} and ${store.readWith(needed)})`
  // After a deletion, the project of a part and rules for single rows are unknown: the whole tenant is required.
  const hasProject = 'project_id' in store.columns && !spec.readable
  const project = spec.kind === 'catalogue' ? sql`'*'` : hasProject ? lastValueOf('project_id') : sql`null`
  const deleted = sql`${seesIn(needed, project)}${membersNeed ? sql` and ${hasPermissionSql(membersNeed)}` : sql``}`
  return { record: spec.record, present, deleted, namesNeed: membersNeed }
}

/** Readers of a part of an issue: users who may read the issue and, if the part is internal, have `issues:read_internal`. */
function readersOfPart(store: typeof commentStore | typeof attachmentStore, hasVisibility: boolean): Readers {
  const internal = 'issues:read_internal'
  const visible = hasVisibility
    ? sql`(${store.column('visibility')} = 'public' or ${seesIn([internal], sql`i.project_id`)})`
    : sql`true`
  const present = sql`exists (select from ${store.spec.table} join issues i
      on i.tenant_id = ${store.column('tenant_id')} and i.id = ${store.column('issue_id')}
    where ${store.column('id')} = ${entry.id} and ${store.ofTenant()} and ${seesIn(['issues:read'], sql`i.project_id`)} and ${visible})`
  const deleted = sql`${seesIn(['issues:read'], sql`null`)} and ${seesIn([internal], sql`null`)}`
  return { record: store.spec.record, present, deleted }
}

const {
  assets,
  assetCirculations,
  issues,
  schoolEnrollments,
  schoolEmployments,
  employmentAssignments,
  groups,
} = operationGroups

/** The readers of events, by kind of record. Only auditors receive events of other kinds. */
export const eventReaders: readonly Readers[] = [
  ...(Object.keys(recordedKinds) as (keyof typeof recordedKinds)[]).map((name) =>
    readersOf(recordedKinds[name], operationGroups[name].get),
  ),
  readersOf({ store: assetStore }, assets.get),
  readersOf({ store: assetCirculationStore }, assetCirculations.get),
  readersOf({ store: issueStore }, issues.get),
  readersOf({ store: schoolEnrollmentStore }, schoolEnrollments.get),
  readersOf({ store: schoolEmploymentStore }, schoolEmployments.get),
  readersOf({ store: employmentAssignmentStore }, employmentAssignments.get),
  readersOf({ store: membershipStore }, groups.get),
  readersOfPart(commentStore, true),
  readersOfPart(attachmentStore, false),
]

const audits = hasPermissionSql('audit:read')

/** The condition that the caller may receive the entry `l`. */
export const mayReadEvent: SQL = sql`case when ${audits} then true else case ${entry.kind} ${sql.join(
  eventReaders.map(
    ({ record, present, deleted }) =>
      sql`when ${sql.raw(`'${record}'`)} then case when ${entry.action} = 'deleted' then ${deleted} else ${present} end`,
  ),
  sql` `,
)} else false end end`

const sensitive = eventReaders.flatMap(({ record, namesNeed }) =>
  namesNeed === READ_SENSITIVE ? [`'${record}'`] : [],
)

/** The condition that the caller may know which members changed. */
export const mayReadMembers: SQL = sql`case when ${audits} then true
  when ${entry.kind} in (${sql.raw(sensitive.join())}) then ${hasPermissionSql(READ_SENSITIVE)} else true end`
