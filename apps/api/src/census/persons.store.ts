import { sql } from 'drizzle-orm'
import { assetAssignments } from '../assets/asset-assignments.table.ts'
import { assetCirculations } from '../assets/asset-circulations.table.ts'
import { assets } from '../assets/assets.table.ts'
import { configurationItems } from '../cmdb/configuration-items.table.ts'
import { schoolEmployments } from '../education/school-employments.table.ts'
import { schoolEnrollments } from '../education/school-enrollments.table.ts'
import { Store } from '../kernel/store.ts'
import { memberReferences } from '../system/members.ts'
import { issueFieldValues } from '../work/issue-parts.table.ts'
import { issues } from '../work/issues.table.ts'
import { persons } from './persons.table.ts'
import { readsSensitive } from './sensitive.ts'

const person = {
  table: persons,
  record: 'person',
  seenWith: ['persons:read', 'persons:write'],
  kind: 'owned',
  references: { user_id: memberReferences },
} as const

/** Persons as the caller sees them: with the day of birth where he may read it. */
export const personView = new Store({
  ...person,
  derived: {
    birth_date: sql<string | null>`case when ${readsSensitive} then persons.birth_date end`.as('birth_date'),
    redacted: sql<string[]>`case when ${readsSensitive} then '{}' else '{birth_date}' end::text[]`.as(
      'redacted',
    ),
  },
  searched: [persons.display_name, persons.external_id],
})

/** Persons as they are stored, for whatever changes them or refers to them. */
export const personStore = new Store({
  ...person,
  dependents: [
    configurationItems.owner_person_id,
    assets.holder_id,
    assetAssignments.person_id,
    assetCirculations.person_id,
    schoolEnrollments.person_id,
    schoolEmployments.person_id,
    issueFieldValues.record_id,
    issues.requester_person_id,
    issues.requested_for_person_id,
  ],
})
