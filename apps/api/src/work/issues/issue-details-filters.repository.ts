import { issueDetailsFilters, issueDetailsMembers } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { personStore } from '../../census/persons.store.ts'
import type { Referable } from '../../store/references.ts'
import { memberReferences } from '../../system/member-references.repository.ts'
import { detailsDefaults } from '../fields/issue-details.rules.ts'
import { issueStore } from './issues.store.ts'
import { issues } from './issues.table.ts'

type Filters = typeof issueDetailsFilters
type Name = keyof Filters

/** The members with lists of ids that a parameter searches. */
const lists: Readonly<Partial<Record<Name, string>>> = {
  approver_id: 'approver_ids',
  incident_id: 'incident_ids',
  action_issue_id: 'action_issue_ids',
}

/** The stores of the records that parameters name. */
export const detailsReferences: Readonly<Partial<Record<Name, Referable>>> = {
  requester_person_id: personStore,
  requested_for_person_id: personStore,
  problem_id: issueStore,
  caused_by_change_id: issueStore,
  approver_id: memberReferences,
  incident_id: issueStore,
  action_issue_id: issueStore,
}

/** Members that are also stored in columns. */
const columns: Readonly<Partial<Record<Name, PgColumn>>> = {
  requester_person_id: issues.requester_person_id,
  requested_for_person_id: issues.requested_for_person_id,
}

const names = Object.keys(issueDetailsFilters) as Name[]

/**
 * SQL that is true for an issue whose subtype has the member and that has one of the values. A missing value is the default.
 */
function conditionOf(name: Name): SQL {
  const member = lists[name] ?? name
  const kinds = Object.entries(issueDetailsMembers).flatMap(([kind, members]) =>
    member in members ? [kind] : [],
  )
  const ofKind = sql.raw(`issues.subtype in (${kinds.map((kind) => `'${kind}'`).join(', ')})`)
  const values = sql`${sql.placeholder(`details.${name}`)}::text[]`
  const column = columns[name]
  if (column) return sql`${ofKind} and ${column} = any(${values})`
  const usual = sql.raw(`'${detailsDefaults[member] ?? ''}'`)
  return name in lists
    ? sql`${ofKind} and jsonb_exists_any(issues.details -> ${sql.raw(`'${member}'`)}, ${values})`
    : sql`${ofKind} and coalesce(issues.details ->> ${sql.raw(`'${member}'`)}, ${usual}) = any(${values})`
}

const conditions = new Map(names.map((name) => [name, conditionOf(name)]))

/** The filters of a query on details, separate from the others. */
export interface DetailsFilters {
  readonly names: readonly Name[]
  readonly conditions: readonly SQL[]
  readonly values: Readonly<Record<string, readonly string[]>>
}

/** Separates the parameters of a query that filter by details from the others. */
export function detailsApart<Q extends object>(query: Q): { details: DetailsFilters; rest: Omit<Q, Name> } {
  const given = new Map(Object.entries(query))
  const requested = names.filter((name) => given.get(name) !== undefined)
  const rest: unknown = Object.fromEntries([...given].filter(([name]) => !(name in issueDetailsFilters)))
  return {
    details: {
      names: requested,
      conditions: requested.flatMap((name) => conditions.get(name) ?? []),
      values: Object.fromEntries(
        requested.map((name) => [`details.${name}`, [given.get(name)].flat().map(String)]),
      ),
    },
    // The rest has no parameters of details.
    rest: rest as Omit<Q, Name>,
  }
}
