import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byTime, byValue } from '../kernel/filters.ts'
import { lifecycle, moves } from '../kernel/lifecycle.ts'
import { archivedAt, ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { instant, longText, name, nullable } from '../kernel/schema.ts'

const fields = {
  name: name().meta({ description: 'Name, unique in the tenant.', examples: ['Device sync'] }),
  description: nullable(longText()).meta({ description: 'What the account is for, in Markdown.' }),
}

const serviceAccount = z
  .object({
    ...ownedMembers,
    ...fields,
    archived_at: archivedAt,
  })
  .meta({
    id: 'ServiceAccount',
    description:
      'A user for a program, in one tenant. Its id is the id of a user: it can be a member of groups, and records name it as the user who changed them. It has no password and no email address, and works only by its API keys.',
  })
const serviceAccountCreate = z
  .strictObject({ ...fields, ...ownedOnCreate })
  .partial({ description: true })
  .meta({ id: 'ServiceAccountCreate', description: 'A new service account.' })
const serviceAccountUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'ServiceAccountUpdate', description: 'Changes to a service account.' })

export interface ServiceAccount extends z.infer<typeof serviceAccount> {}
export interface ServiceAccountCreate extends z.infer<typeof serviceAccountCreate> {}
export interface ServiceAccountUpdate extends z.infer<typeof serviceAccountUpdate> {}
/** A user for a program, in one tenant. */
export const ServiceAccount: z.core.$ZodType<ServiceAccount, ServiceAccount> = serviceAccount
/** A new service account. */
export const ServiceAccountCreate: z.core.$ZodType<ServiceAccountCreate, ServiceAccountCreate> =
  serviceAccountCreate
/** A merge patch (RFC 7396) of a service account. */
export const ServiceAccountUpdate: z.core.$ZodType<ServiceAccountUpdate, ServiceAccountUpdate> =
  serviceAccountUpdate

/** The keys of an archived service account are refused; it keeps its groups and its keys. */
export const serviceAccountLifecycle = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveServiceAccount',
      path: '/service-accounts/{service_account_id}/archive',
      summary: 'Archive a service account',
      description: 'All instances of the service refuse its keys from the next request on.',
      from: ['in_use'],
      to: 'archived',
    },
    restore: {
      operationId: 'restoreServiceAccount',
      path: '/service-accounts/{service_account_id}/restore',
      summary: 'Restore a service account',
      description: 'Its keys work again, unless they have expired.',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
    },
  },
})

const serviceAccountCollection = collection({
  hasExternalIds: true,
  filters: {
    name: byValue(name()),
    created_at: byTime(instant()),
    updated_at: byTime(instant()),
  },
  sort: ['name', 'created_at', 'updated_at'],
  search: true,
  archivable: true,
})

export const serviceAccounts = {
  ...crud({
    tag: 'Service accounts',
    type: 'ServiceAccount',
    types: 'ServiceAccounts',
    one: 'a service account',
    many: 'service accounts',
    paths: { collection: '/service-accounts', item: '/service-accounts/{service_account_id}' },
    permission: 'service_accounts',
    record: ServiceAccount,
    create: ServiceAccountCreate,
    update: ServiceAccountUpdate,
    collection: serviceAccountCollection,
    errors: {
      create: ['already_exists'],
      update: ['already_exists'],
      delete: ['dependent_item_exists'],
    },
  }),
  ...moves(
    { tag: 'Service accounts', permission: 'service_accounts:write', record: ServiceAccount },
    serviceAccountLifecycle,
  ),
}

/** Lists the changes of a service account. */
export const serviceAccountsHistory: HistoryOf<typeof serviceAccounts.get> = history(serviceAccounts.get)
