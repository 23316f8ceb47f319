import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byReference, byTime, byUser, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { id, instant, line, nullable, timestamp } from '../kernel/schema.ts'
import { userBrief } from '../kernel/user-brief.ts'
import { eventKinds } from './events.ts'

/** The actions that the audit log records. */
export const auditActions = [
  'created',
  'updated',
  'moved',
  'deleted',
  'signed_up',
  'signed_in',
  'signed_out',
  'sign_in_refused',
  'unlocked',
  'refreshed',
  'refresh_reused',
  'selected',
  'accepted',
  'declined',
  'denied',
  'due',
  'warranty_ended',
  'expired',
] as const

/** The kinds of records in the audit log: all kinds that have events, and some that have none. */
export const auditKinds = [...eventKinds, 'job', 'mail', 'session'] as const

/** A kind of record in the audit log. */
export type AuditKind = (typeof auditKinds)[number]

// Typed as a string: with the union of all kinds TypeScript cannot emit the declaration of a client.
const auditKind: z.ZodType<string, string> = z
  .enum(auditKinds)
  .meta({ id: 'AuditKind', description: 'A kind of record.' })

const auditAction = z.enum(auditActions).meta({
  id: 'AuditAction',
  description: 'The action of the entry; `denied` = the request was denied.',
})

/** The records that a request can include in an entry. */
const auditLogIncludes = includes('AuditLogEntry', { actor: userBrief })

const auditLogEntry = z
  .object({
    id: id().meta({ description: 'Id of the entry (ULID).' }),
    created_at: timestamp().meta({ description: 'When it was done.' }),
    action: auditAction,
    operation: z
      .string()
      .meta({ description: 'The operation, by its operationId.', examples: ['retireAsset'] }),
    actor_id: nullable(id()).meta({
      description:
        'Id of the user who made the request; null = the system, or a caller who was not signed in.',
    }),
    api_key_id: nullable(id()).meta({
      description: 'Id of the API key that the request was made with; null = none.',
    }),
    reason: nullable(z.string()).meta({
      description:
        'Why a request was denied or a sign-in refused: the code of the problem, or what is wrong with the API key, such as `api_key_expired`. Null for other entries.',
      examples: ['permission_denied'],
    }),
    request_id: z
      .string()
      .meta({ description: 'Id of the request.', examples: ['01J9ZC70FQ2S6H4W8B3MKXTY5D'] }),
    record_type: nullable(z.string()).meta({
      description: 'Kind of the record that the entry is about; null = no record.',
      examples: ['asset'],
    }),
    record_id: nullable(id()).meta({ description: 'Id of that record; null = no record.' }),
    version: nullable(z.int()).meta({
      description:
        'Version of the record after the change; for a deleted record, its last version. Null if the record has no version, or if it was not recorded.',
    }),
    changed: z.array(z.string()).meta({
      description: 'Names of the members that changed, without their values.',
      examples: [['status']],
    }),
    ...auditLogIncludes.members,
  })
  .meta({
    id: 'AuditLogEntry',
    description:
      'One change, sign-in or denied request. Entries are never changed; an operator may set how long they are kept.',
  })

export interface AuditLogEntry extends z.infer<typeof auditLogEntry> {}
/** One change, sign-in or denied request. */
export const AuditLogEntry: z.core.$ZodType<AuditLogEntry, AuditLogEntry> = auditLogEntry

const auditLogCollection = collection({
  include: auditLogIncludes.include,
  filters: {
    action: byValue(auditAction),
    operation: byValue(line(100)),
    actor_id: byUser('the user'),
    api_key_id: byReference('the API key', { nullable: true }),
    reason: byValue(line(100)),
    record_type: byValue(auditKind),
    record_id: byReference('the record'),
    request_id: byValue(line(100)),
    created_at: byTime(instant()),
  },
  sort: ['created_at'],
  defaultSort: '-created_at',
})

export const auditLog = {
  list: endpoint({
    operationId: 'listAuditLog',
    method: 'get',
    path: '/audit-log',
    tag: 'Audit log',
    summary: 'List the audit log',
    description:
      'Lists who changed records of any kind in the tenant, the sign-ins, and the denied requests. An entry names the members that changed. Callers who may read the record find their values in its history.',
    permission: 'audit:read',
    query: auditLogCollection.query,
    collection: auditLogCollection,
    success: { status: 200, body: z.array(AuditLogEntry) },
  }),
}
