import { z } from 'zod'
import { personBrief } from '../briefs.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byReference } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { lifecycle } from '../kernel/lifecycle.ts'
import { archivedAt, lacks, ownedMembers, ownedOnCreate, redacted } from '../kernel/record.ts'
import { day, id, nullable, timestamp } from '../kernel/schema.ts'
import { namePart } from './names.ts'
import { READ_SENSITIVE } from './sensitive.ts'

/** The types of identities (Ed-Fi OtherNameType). */
export const identityTypes = ['legal', 'preferred', 'former', 'alias'] as const

/** Type of an identity, as a schema. */
export const identityType = z
  .enum(identityTypes)
  .meta({ id: 'IdentityType', description: 'Type of the name: legal, preferred, former or alias.' })

const fields = {
  last_name: namePart().meta({ description: 'Family name.', examples: ['Lovelace'] }),
  first_name: namePart().meta({ description: 'Given name.', examples: ['Ada'] }),
  middle_name: nullable(namePart()).meta({ description: 'Further given names.', examples: ['King'] }),
  prefix: nullable(namePart()).meta({ description: 'Title before the name.', examples: ['Dr.'] }),
  suffix: nullable(namePart()).meta({ description: 'Addition after the name.', examples: ['Jr.'] }),
  identity_type: identityType,
  valid_from_date: nullable(day()).meta({
    description: 'First day on which the name is valid; not in the future for a former name.',
  }),
  valid_to_date: nullable(day()).meta({
    description: 'Last day on which the name is valid; not in the future for a former name.',
  }),
}
const optionalOnCreate = {
  middle_name: true,
  prefix: true,
  suffix: true,
  identity_type: true,
  valid_from_date: true,
  valid_to_date: true,
} as const

/** The records that a request can include in an identity. */
export const identityIncludes = includes('Identity', {
  person: personBrief,
})

const identity = z
  .object({
    ...ownedMembers,
    person_id: id().meta({ description: 'Id of the person.' }),
    ...fields,
    last_name: nullable(namePart()).meta({
      description: 'Family name; null if hidden.',
      examples: ['Lovelace'],
    }),
    first_name: nullable(namePart()).meta({
      description: 'Given name; null if hidden.',
      examples: ['Ada'],
    }),
    display_name: nullable(z.string()).meta({
      description: 'The full name, made from its parts; null if hidden.',
      examples: ['Dr. Ada King Lovelace'],
    }),
    is_current: z.boolean().meta({ description: 'True for the identity that the person uses now.' }),
    deactivated_at: nullable(timestamp()).meta({
      description: 'When the identity was deactivated; null = active.',
    }),
    archived_at: archivedAt,
    redacted: redacted(lacks(READ_SENSITIVE)),
    ...identityIncludes.members,
  })
  .meta({
    id: 'Identity',
    description:
      'A name that a person has or had. Names are null only if the caller wrote a former name and may not read it.',
  })
const identityCreate = z
  .strictObject({ ...fields, ...ownedOnCreate })
  .partial(optionalOnCreate)
  .meta({
    id: 'IdentityCreate',
    description: 'A new identity. The first identity of a person becomes the current one.',
  })
const firstIdentity = z
  .strictObject(fields)
  .partial(optionalOnCreate)
  .meta({ id: 'FirstIdentity', description: 'The first identity of a new person.' })
const identityUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'IdentityUpdate', description: 'Changes to an identity.' })

export interface Identity extends z.infer<typeof identity> {}
export interface IdentityCreate extends z.infer<typeof identityCreate> {}
export interface FirstIdentity extends z.infer<typeof firstIdentity> {}
export interface IdentityUpdate extends z.infer<typeof identityUpdate> {}
/** A name that a person has or had. */
export const Identity: z.core.$ZodType<Identity, Identity> = identity
/** A new identity. */
export const IdentityCreate: z.core.$ZodType<IdentityCreate, IdentityCreate> = identityCreate
/** The first identity of a person, which is created together with the person. */
export const FirstIdentity: z.ZodType<FirstIdentity, FirstIdentity> = firstIdentity
/** A merge patch (RFC 7396) of an identity. */
export const IdentityUpdate: z.core.$ZodType<IdentityUpdate, IdentityUpdate> = identityUpdate

/** An archived identity is read-only. Archiving does not change whether it is active. */
export const identityArchival = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveIdentityOfPerson',
      path: '/persons/{person_id}/identities/{identity_id}/archive',
      summary: 'Archive an identity',
      description: 'If it was the current identity, the person has no current one afterwards.',
      from: ['in_use'],
      to: 'archived',
      sets: ['is_current'],
    },
    restore: {
      operationId: 'restoreIdentityOfPerson',
      path: '/persons/{person_id}/identities/{identity_id}/restore',
      summary: 'Restore an identity',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
    },
  },
})

/** Only an active identity can be the current one. An archived identity can be neither activated nor deactivated. */
export const identityActivation = lifecycle({
  idempotent: true,
  states: {
    active: { column: 'deactivated_at', null: true },
    deactivated: { column: 'deactivated_at', null: false, stamp: 'deactivated_at' },
  },
  moves: {
    activate: {
      operationId: 'activateIdentityOfPerson',
      path: '/persons/{person_id}/identities/{identity_id}/activate',
      summary: 'Activate an identity',
      from: ['deactivated'],
      to: 'active',
      clearsLeft: true,
    },
    deactivate: {
      operationId: 'deactivateIdentityOfPerson',
      path: '/persons/{person_id}/identities/{identity_id}/deactivate',
      summary: 'Deactivate an identity',
      description: 'If it was the current identity, the person has no current one afterwards.',
      from: ['active'],
      to: 'deactivated',
      sets: ['is_current'],
    },
  },
})

const currentIdentity = z
  .strictObject({
    identity_id: byReference('the identity').schema.meta({
      description: 'Id of the identity that becomes the current one (ULID). It must belong to the person.',
    }),
  })
  .meta({ id: 'CurrentIdentity', description: 'The current identity of a person.' })
export interface CurrentIdentity extends z.infer<typeof currentIdentity> {}
/** The current identity of a person. */
export const CurrentIdentity: z.core.$ZodType<CurrentIdentity, CurrentIdentity> = currentIdentity
