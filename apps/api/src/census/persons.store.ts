import type { Permission, Person } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { tenantId } from '../db/tenant.ts'
import { hasPermissionSql } from '../store/permissions.ts'
import { Store } from '../store/store.ts'
import { seesIn } from '../store/store-rows.ts'
import { memberReferences } from '../system/member-references.repository.ts'
import { persons } from './persons.table.ts'
import { readsSensitive } from './sensitive.repository.ts'

const visibleWith: readonly Permission[] = ['persons:read', 'persons:write']

const person = {
  table: persons,
  record: 'person',
  visibleWith,
  kind: 'owned',
  references: { user_id: memberReferences },
  shownAs: { name: persons.display_name },
} as const

/** Persons as the caller sees them: with the day of birth if the caller may read it. */
export const personView = new Store({
  ...person,
  computed: {
    birth_date: sql<string | null>`case when ${readsSensitive} then persons.birth_date end`.as('birth_date'),
    redacted: sql<string[]>`case when ${readsSensitive} then '{}' else '{birth_date}' end::text[]`.as(
      'redacted',
    ),
    // Two branches, so that neither the permission nor the assets are looked up for persons who are not archived.
    warnings: sql<Person['warnings']>`case when persons.archived_at is null then '[]'::jsonb
      when not ${hasPermissionSql('assets:read')} then '[]'::jsonb
      else (
        select coalesce(jsonb_agg(jsonb_build_object('code', 'holds_asset', 'asset_id', assigned.asset_id, 'assignment_id', assigned.id,
                 'asset_name', assigned.name, 'asset_tag', assigned.asset_tag, 'quantity', assigned.quantity) order by assigned.id), '[]')
          from (select h.id, h.asset_id, h.quantity, a.name, a.asset_tag
                  from asset_assignments h join assets a on a.tenant_id = h.tenant_id and a.id = h.asset_id
                 where h.tenant_id = ${tenantId} and h.person_id = persons.id and h.closed_at is null
                 order by h.id limit 100) assigned) end`.as('warnings'),
  },
  searched: [persons.display_name, persons.external_id],
})

/** Persons as the parents of a list: those whom the caller may see, whatever permission the list requires. */
export const visiblePersonStore = new Store({ ...person, readable: seesIn(visibleWith, sql`null`) })

/** Stored persons, for changes and references. */
export const personStore = new Store({
  ...person,
})
