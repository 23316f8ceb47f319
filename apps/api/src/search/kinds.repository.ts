import type { RecordType } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { assetModelStore } from '../assets/asset-models.store.ts'
import { assetModels } from '../assets/asset-models.table.ts'
import { assetStore } from '../assets/assets.store.ts'
import { assets } from '../assets/assets.table.ts'
import { personStore } from '../census/persons.store.ts'
import { persons } from '../census/persons.table.ts'
import { configurationItemStore } from '../cmdb/configuration-items.store.ts'
import { configurationItems } from '../cmdb/configuration-items.table.ts'
import { tenantId } from '../db/tenant.ts'
import { schoolStore } from '../education/schools.store.ts'
import { schools } from '../education/schools.table.ts'
import { locationStore } from '../locations/locations.store.ts'
import { locations } from '../locations/locations.table.ts'
import { groupStore } from '../system/groups.store.ts'
import { groups } from '../system/groups.table.ts'
import { projectStore } from '../system/projects.store.ts'
import { projects } from '../system/projects.table.ts'
import { shownUsers, usersOfTenant } from '../system/users.store.ts'
import { issueStore } from '../work/issues/issues.store.ts'
import { issues } from '../work/issues/issues.table.ts'
import type { Kind } from './kind.repository.ts'

/** The rows of a store that lists show by default. */
const inUse = (store: { ofTenant(): SQL; column(name: string): unknown }): SQL =>
  sql`${store.ofTenant()} and ${store.column('archived_at')} is null`

/** Several members in one line; null if all are empty. */
const together = (...members: readonly unknown[]): SQL =>
  sql`nullif(concat_ws(' · ', ${sql.join(
    members.map((member) => sql`${member}`),
    sql`, `,
  )}), '')`

/** The condition that the issue had the key before, and no issue has it now. */
const hadKey = (key: SQL) => sql`${issues.id} = any(array(
  select f.issue_id from issue_former_keys f
   where f.tenant_id = ${tenantId} and f.key = ${key}
     and not exists (select from issues p where p.tenant_id = f.tenant_id and p.key = f.key)))`

const readsAccounts = sql`(select commonhold_reads_in(${tenantId}, '{users:read}', null))`

/** Every kind: what is searched, how a record is shown, its codes, and who may read it. */
const declared: Readonly<Record<RecordType, Omit<Kind, 'type'>>> = {
  asset: {
    table: assets,
    id: assets.id,
    rows: inUse(assetStore),
    readers: { permission: 'assets:read', in: assets.project_id },
    title: sql`${assets.name}`,
    subtitle: together(assets.asset_tag, assets.serial_number),
    searched: { by: 'index' },
    codes: ({ lower, lowerBytes }) => [
      ['asset_tag', sql`${assets.asset_tag_key} = ${lowerBytes}`],
      ['serial_number', sql`${assets.serial_key} = ${lower}`],
    ],
    segments: ['assets'],
  },
  person: {
    table: persons,
    id: persons.id,
    rows: inUse(personStore),
    readers: { permission: 'persons:read', in: 'tenant' },
    title: sql`${persons.display_name}`,
    subtitle: sql`${persons.external_id}`,
    searched: { by: 'index' },
    codes: ({ sent }) => [['external_id', sql`${persons.external_id} = ${sent}`]],
    segments: ['persons', 'people'],
  },
  issue: {
    table: issues,
    id: issues.id,
    rows: inUse(issueStore),
    readers: { permission: 'issues:read', in: issues.project_id },
    title: sql`${issues.title}`,
    subtitle: sql`${issues.key}`,
    searched: { by: 'index' },
    codes: ({ upperBytes }) => [
      ['key', sql`${issues.key} = ${upperBytes}`],
      ['key', hadKey(upperBytes)],
    ],
    segments: ['issues'],
  },
  configuration_item: {
    table: configurationItems,
    id: configurationItems.id,
    rows: inUse(configurationItemStore),
    readers: { permission: 'configuration_items:read', in: 'tenant' },
    title: sql`${configurationItems.name}`,
    subtitle: together(configurationItems.ci_type, configurationItems.external_id),
    searched: { by: 'index' },
    codes: ({ sent }) => [['external_id', sql`${configurationItems.external_id} = ${sent}`]],
    segments: ['configuration-items'],
  },
  location: {
    table: locations,
    id: locations.id,
    rows: inUse(locationStore),
    readers: { permission: 'locations:read', in: 'tenant' },
    title: sql`${locations.name}`,
    subtitle: sql`${locations.code}`,
    searched: { by: 'index' },
    codes: ({ sent }) => [['code', sql`${locations.code} = ${sent}`]],
    segments: ['locations'],
  },
  project: {
    table: projects,
    id: projects.id,
    rows: inUse(projectStore),
    readers: { permission: 'projects:read', in: projects.id },
    title: sql`${projects.name}`,
    subtitle: sql`${projects.key}`,
    searched: { by: 'rows', texts: [sql`${projects.name}`, sql`${projects.key}`] },
    codes: ({ upperBytes }) => [['key', sql`${projects.key} = ${upperBytes}`]],
    segments: ['projects'],
  },
  asset_model: {
    table: assetModels,
    id: assetModels.id,
    rows: inUse(assetModelStore),
    readers: { permission: 'assets:read', in: 'any_project' },
    title: sql`${assetModels.name}`,
    subtitle: together(assetModels.manufacturer, assetModels.model_number),
    searched: {
      by: 'rows',
      texts: [sql`${assetModels.name}`, sql`${assetModels.manufacturer}`, sql`${assetModels.model_number}`],
    },
    codes: () => [],
    segments: ['asset-models'],
  },
  school: {
    table: schools,
    id: schools.id,
    rows: inUse(schoolStore),
    readers: { permission: 'education:read', in: 'tenant' },
    title: sql`${schools.name}`,
    subtitle: sql`${schools.code}`,
    searched: { by: 'index' },
    codes: ({ lower }) => [['code', sql`${schools.code_key} = ${lower}`]],
    segments: ['schools'],
  },
  group: {
    table: groups,
    id: groups.id,
    rows: inUse(groupStore),
    readers: { permission: 'groups:read', in: 'tenant' },
    title: sql`${groups.name}`,
    subtitle: sql`${groups.key}`,
    searched: { by: 'index' },
    codes: ({ lowerBytes }) => [['key', sql`${groups.key} = ${lowerBytes}`]],
    segments: ['groups'],
  },
  user: {
    table: shownUsers,
    id: shownUsers.id,
    rows: usersOfTenant.condition,
    readers: { permission: null },
    title: sql`coalesce(${shownUsers.display_name}, nullif(concat_ws(' ', ${shownUsers.first_name}, ${shownUsers.last_name}), ''))`,
    subtitle: sql`case when ${readsAccounts} then ${shownUsers.email} end`,
    searched: {
      by: 'rows',
      texts: [
        sql`${shownUsers.display_name}`,
        sql`concat_ws(' ', ${shownUsers.first_name}, ${shownUsers.last_name})`,
        // As in lists, callers who may not read accounts find users by name only.
        sql`case when ${readsAccounts} then ${shownUsers.username} end`,
        sql`case when ${readsAccounts} then ${shownUsers.email} end`,
      ],
    },
    codes: () => [],
    segments: ['users'],
  },
}

/** Every kind, in the order in which equally good matches are listed. */
export const kinds: readonly Kind[] = (Object.keys(declared) as RecordType[]).map((type) => ({
  type,
  ...declared[type],
}))
