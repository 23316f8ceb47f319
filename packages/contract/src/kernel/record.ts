import { z } from 'zod'
import { externalIds, externalIdsGiven } from './external-ids.ts'
import type { Permission } from './permissions.ts'
import { id, nullable, reference, timestamp } from './schema.ts'

/** Members that every record has. */
export const recordMembers = {
  id: id().meta({ description: 'Id of the record (ULID); sorts by time of creation.' }),
  created_at: timestamp().meta({ description: 'When the record was created.' }),
  updated_at: timestamp().meta({ description: 'When the record last changed.' }),
  version: z.int().min(1).meta({ description: 'Grows by one with every change; the ETag is made from it.' }),
  created_by: nullable(id()).meta({
    description: 'Id of the user who created the record; null = the system.',
  }),
}

/** Members of a record that belongs to one tenant. */
export const ownedMembers = {
  ...recordMembers,
  tenant_id: id().meta({ description: 'Id of the tenant that owns the record.' }),
  external_ids: externalIds,
}

/** Members of a catalogue record: a tenant's own, or one of the root tenant that all tenants share. */
export const catalogueMembers = {
  ...ownedMembers,
  is_shared: z
    .boolean()
    .meta({ description: 'True when the root tenant owns the record; read-only elsewhere.' }),
}

/** When a record was archived; null while it is in use. */
export const archivedAt = nullable(timestamp()).meta({
  description: 'When the record was archived; null = in use.',
})

/** Names the members of a record that are hidden from the caller; `why` completes "null because ...". */
export const redacted = (why: string) =>
  z.array(z.string()).meta({
    description: `Names of the members that are null because ${why}; empty where nothing is hidden.`,
  })

/** Why a member is hidden from a caller without a permission. */
export const lacks = (permission: Permission) => `the caller lacks \`${permission}\``

/** Members that a request may send to create any record of a tenant. */
export const ownedOnCreate = {
  tenant_id: reference('the tenant')
    .optional()
    .meta({ description: 'The selected tenant, if stated at all; another one answers 403.' }),
  external_ids: externalIdsGiven.optional(),
}
