import { z } from 'zod'
import { userBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byReference, byTime, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { lifecycle, moves } from '../kernel/lifecycle.ts'
import { archivedAt, lacks, ownedMembers, ownedOnCreate, redacted } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { day, id, instant, integer, line, name, nullable, queryBoolean, reference } from '../kernel/schema.ts'
import { summary } from '../kernel/summary.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { FirstContact } from './contacts.ts'
import { FirstIdentity } from './identities.ts'
import { READ_SENSITIVE } from './sensitive.ts'

const fields = {
  birth_date: nullable(day()).meta({
    description:
      'Day of birth, not in the future. Reading it needs the permission `persons:read_sensitive`. Writing it without that permission always creates a new version, even if nothing changes.',
    examples: ['2014-03-09'],
  }),
  external_id: nullable(name()).meta({
    description: 'Identifier of the person in another system, unique in the tenant.',
    examples: ['S-2041'],
  }),
  user_id: nullable(reference('the user account of the person')),
}

const warning = z
  .object({
    code: z.enum(['holds_asset']).meta({
      id: 'PersonWarningCode',
      description: '`holds_asset`: the person is archived and has not returned an asset.',
    }),
    asset_id: id().meta({ description: 'Id of the asset.' }),
    assignment_id: id().meta({ description: 'Id of the assignment of the asset to the person.' }),
    asset_name: z.string().meta({ description: 'Name of the asset.', examples: ['Laptop 14'] }),
    asset_tag: z.string().meta({ description: 'Tag of the asset.', examples: ['A-0042'] }),
    quantity: integer().meta({ description: 'Number of pieces that the person has.', examples: [1] }),
  })
  .meta({ id: 'PersonWarning', description: 'Something that an archived person has not settled.' })

/** The records that a request can include in a person. */
export const personIncludes = includes('Person', {
  user: userBrief,
})

const person = z
  .object({
    ...ownedMembers,
    ...fields,
    user_id: nullable(id()).meta({ description: 'Id of the user account of the person; null = none.' }),
    current_identity_id: nullable(id()).meta({
      description: 'Id of the current identity; null = none.',
    }),
    display_name: nullable(z.string()).meta({
      description: 'Full name, from the current identity; null = none.',
      examples: ['Dr. Ada King Lovelace'],
    }),
    archived_at: archivedAt,
    warnings: z.array(warning).meta({
      description:
        'Assets that an archived person has not returned, at most 100. Empty for other persons, and for callers without the permission `assets:read`.',
    }),
    redacted: redacted(lacks(READ_SENSITIVE)),
    ...personIncludes.members,
  })
  .meta({
    id: 'Person',
    description: 'A person of the tenant. The names are in the identities of the person.',
  })
const personCreate = z
  .strictObject({
    ...fields,
    identity: FirstIdentity.optional(),
    contacts: z
      .array(FirstContact)
      .max(100)
      .optional()
      .meta({ description: 'Contacts to create together with the person, in this order.' }),
    ...ownedOnCreate,
  })
  .partial({ birth_date: true, external_id: true, user_id: true })
  .meta({ id: 'PersonCreate', description: 'A new person.' })
const personUpdate = z
  .strictObject({
    ...fields,
    current_identity_id: nullable(
      reference('the identity').meta({
        description: 'Id of the current identity (ULID). It must belong to the person.',
      }),
    ),
    identity: FirstIdentity.optional().meta({
      description:
        'Changes the current identity, like `PATCH /identities/{identity_id}`. If the person has none, creates it.',
    }),
    external_ids: externalIdsGiven,
  })
  .partial()
  .meta({
    id: 'PersonUpdate',
    description:
      'Changes to a person. `identity` changes the name in the current identity. `current_identity_id` makes another identity the current one, like `POST /persons/{person_id}/current-identity`.',
  })

export interface Person extends z.infer<typeof person> {}
export interface PersonCreate extends z.infer<typeof personCreate> {}
export interface PersonUpdate extends z.infer<typeof personUpdate> {}
/** A person. The names are in the identities of the person. */
export const Person: z.core.$ZodType<Person, Person> = person
/** A new person. */
export const PersonCreate: z.core.$ZodType<PersonCreate, PersonCreate> = personCreate
/** A merge patch (RFC 7396) of a person. */
export const PersonUpdate: z.core.$ZodType<PersonUpdate, PersonUpdate> = personUpdate

/** The records of an archived person stay; new records cannot refer to the person. */
export const personLifecycle = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archivePerson',
      path: '/persons/{person_id}/archive',
      summary: 'Archive a person',
      description: 'Archiving does not return the assets of the person; `warnings` lists them.',
      from: ['in_use'],
      to: 'archived',
    },
    restore: {
      operationId: 'restorePerson',
      path: '/persons/{person_id}/restore',
      summary: 'Restore a person',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
    },
  },
})

export const persons = {
  ...crud({
    tag: 'Persons',
    type: 'Person',
    types: 'Persons',
    one: 'a person',
    many: 'persons',
    paths: { collection: '/persons', item: '/persons/{person_id}' },
    permission: 'persons',
    record: Person,
    create: PersonCreate,
    update: PersonUpdate,
    collection: collection({
      hasExternalIds: true,
      include: personIncludes.include,
      filters: {
        display_name: byValue(line(504), { nullable: true }),
        external_id: byValue(name(), { nullable: true }),
        user_id: byReference('the account', { nullable: true }),
        birth_date: byTime(day(), { nullable: true }),
        created_at: byTime(instant()),
        updated_at: byTime(instant()),
      },
      sort: ['display_name', 'external_id', 'birth_date', 'created_at', 'updated_at'],
      search: true,
      archivable: true,
      restricted: { birth_date: READ_SENSITIVE },
      parameters: {
        holds_assets: queryBoolean().meta({
          description:
            'True: only persons who have assets. False: only persons who have none. With `archived=only`, finds archived persons who have not returned assets. Needs the permission `assets:read`.',
        }),
      },
    }),
    errors: {
      create: ['already_exists'],
      update: ['already_exists', 'identity_deactivated'],
      delete: ['dependent_item_exists'],
    },
  }),
  ...moves({ tag: 'Persons', permission: 'persons:write', record: Person }, personLifecycle),
}

/** Counts persons in groups. */
export const personsSummary = summary(persons.list, {
  type: 'Person',
  many: 'persons',
  values: [],
  times: ['created_at'],
})

/** Writes up to 500 persons in one request. */
export const personsBulk: BulkOf<'persons'> = bulk(persons)

/** Creates a person by an external id, or updates it. */
export const personsUpsert: UpsertOf<'persons'> = upsert(persons)

/** Lists the changes of a person. Former values need `persons:read_sensitive`. */
export const personsHistory: HistoryOf<typeof persons.get, typeof READ_SENSITIVE> = history(
  persons.get,
  READ_SENSITIVE,
)
