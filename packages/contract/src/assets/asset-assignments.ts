import { z } from 'zod'
import { assetBrief, locationBrief, personBrief } from '../briefs.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { includes } from '../kernel/include.ts'
import { lifecycle, moveMembers } from '../kernel/lifecycle.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { day, id, longText, nullable, reference, timestamp } from '../kernel/schema.ts'

/** Why an assignment ended. */
export const assignmentEndReasons = [
  'returned',
  'transferred',
  'retired',
  'disposed',
  'archived',
  'lost',
  'other',
] as const

/** Status of an assignment, by its dates. */
const assignmentStatuses = ['scheduled', 'active', 'closed'] as const

export const endReason = z
  .enum(assignmentEndReasons)
  .meta({ id: 'AssignmentEndReason', description: 'Why an assignment ended.' })
export const assignmentStatus = z.enum(assignmentStatuses).meta({
  id: 'AssetAssignmentStatus',
  description: 'Whether the assignment starts later, is open, or was closed.',
})
export type AssetAssignmentStatus = z.infer<typeof assignmentStatus>

const quantity = () =>
  z.int().min(1).max(1_000_000).meta({ description: 'Number of pieces; 1 for a serialized asset.' })

/** The id of a person in examples, which leave out the location: a request names exactly one of the two. */
const examplePerson = '01KJQ2V805V2V715PJPCWVQ3VD'

const fields = {
  asset_id: recordReference('assets', 'the asset'),
  person_id: nullable(recordReference('persons', 'the person who has the asset')).meta({
    examples: [examplePerson],
  }),
  location_id: nullable(recordReference('locations', 'the location that has the asset')),
  quantity: quantity(),
  start_date: day().meta({ description: 'First day. Default: today in the time zone of the tenant.' }),
  end_date: nullable(day()).meta({
    description:
      'Last day; null while the assignment is open. A new assignment with a last day is recorded as a past one.',
  }),
  end_reason: nullable(endReason),
  expected_return_date: nullable(day()).meta({ description: 'Day by which the asset should be returned.' }),
  notes: nullable(longText()).meta({ description: 'Anything else, in Markdown.' }),
}

const optionalOnCreate = {
  person_id: true,
  location_id: true,
  quantity: true,
  start_date: true,
  end_date: true,
  end_reason: true,
  expected_return_date: true,
  notes: true,
} as const

const transfer = z.boolean().optional().meta({
  description:
    'True: first ends the open assignment of a serialized asset. Otherwise an asset that is assigned answers 409.',
})

/** The records that a request can include in an asset assignment. */
export const assetAssignmentIncludes = includes('AssetAssignment', {
  asset: assetBrief,
  person: personBrief,
  location: locationBrief,
})

const assetAssignment = z
  .object({
    ...ownedMembers,
    ...fields,
    asset_id: id().meta({ description: 'Id of the asset.' }),
    person_id: nullable(id()).meta({
      description: 'Id of the person who has the asset; null if a location has it.',
      examples: [examplePerson],
    }),
    location_id: nullable(id()).meta({
      description: 'Id of the location that has the asset; null if a person has it.',
    }),
    status: assignmentStatus,
    closed_at: nullable(timestamp()).meta({
      description: 'When the assignment was closed; null while it is open.',
    }),
    closed_by: nullable(id()).meta({ description: 'Id of the user who closed the assignment.' }),
    correlation_id: id().meta({
      description: 'Id shared by the circulations that opened and closed the assignment.',
    }),
    ...assetAssignmentIncludes.members,
  })
  .meta({ id: 'AssetAssignment', description: 'An assignment of an asset to a person or a location.' })
const assetAssignmentCreate = z
  .strictObject({ ...fields, transfer, ...ownedOnCreate })
  .partial(optionalOnCreate)
  .meta({
    id: 'AssetAssignmentCreate',
    description: 'A new assignment. Send either `person_id` or `location_id`.',
  })
const { asset_id: _, ...fieldsOfAsset } = fields
const assignmentOfAssetCreate = z
  .strictObject({ ...fieldsOfAsset, transfer, ...ownedOnCreate })
  .partial(optionalOnCreate)
  .meta({
    id: 'AssignmentOfAssetCreate',
    description: 'A new assignment of the asset in the path. Send either `person_id` or `location_id`.',
  })

/** A member that a client may send back unchanged; a different value is refused as `read_only`. */
const fixed = (what: string) =>
  reference(what).meta({
    description: `Id of ${what}. It cannot be changed, but may be sent with its present value.`,
  })
const assetAssignmentUpdate = z
  .strictObject({
    asset_id: fixed('the asset'),
    person_id: nullable(fixed('the person')),
    location_id: nullable(fixed('the location')),
    quantity: quantity().meta({
      description: 'Number of pieces. It cannot be changed, but may be sent with its present value.',
    }),
    start_date: fields.start_date,
    end_date: nullable(day()).meta({ description: 'Last day. Setting it closes an open assignment.' }),
    status: assignmentStatus,
    expected_return_date: fields.expected_return_date,
    notes: fields.notes,
    external_ids: externalIdsGiven,
  })
  .partial()
  .meta({
    id: 'AssetAssignmentUpdate',
    description:
      'Changes to the days and notes of an assignment. `end_date`, or the `status` `closed`, closes an open assignment. To give the asset to another person or location, create a new assignment.',
  })
const assetAssignmentClose = z
  .strictObject({
    ...moveMembers,
    end_date: day().optional().meta({ description: 'Last day. Default: the day of `occurred_at`.' }),
    end_reason: endReason.optional(),
  })
  .meta({
    id: 'AssetAssignmentClose',
    description: 'How an assignment ended. The default `end_reason` is `returned`.',
  })

export interface AssetAssignment extends z.infer<typeof assetAssignment> {}
export interface AssetAssignmentCreate extends z.infer<typeof assetAssignmentCreate> {}
export interface AssignmentOfAssetCreate extends z.infer<typeof assignmentOfAssetCreate> {}
export interface AssetAssignmentUpdate extends z.infer<typeof assetAssignmentUpdate> {}
export interface AssetAssignmentClose extends z.infer<typeof assetAssignmentClose> {}
/** An assignment of an asset to a person or a location. */
export const AssetAssignment: z.core.$ZodType<AssetAssignment, AssetAssignment> = assetAssignment
/** A new assignment. */
export const AssetAssignmentCreate: z.core.$ZodType<AssetAssignmentCreate, AssetAssignmentCreate> =
  assetAssignmentCreate
/** A new assignment of the asset in the path. */
export const AssignmentOfAssetCreate: z.core.$ZodType<AssignmentOfAssetCreate, AssignmentOfAssetCreate> =
  assignmentOfAssetCreate
/** A merge patch (RFC 7396) of an assignment. */
export const AssetAssignmentUpdate: z.core.$ZodType<AssetAssignmentUpdate, AssetAssignmentUpdate> =
  assetAssignmentUpdate
/** The optional body of `close`. */
export const AssetAssignmentClose: z.core.$ZodType<AssetAssignmentClose, AssetAssignmentClose> =
  assetAssignmentClose

/** A closed assignment cannot be reopened. */
export const assetAssignmentLifecycle = lifecycle({
  states: {
    open: { column: 'closed_at', null: true },
    closed: { column: 'closed_at', null: false, stamp: 'closed_at' },
  },
  moves: {
    close: {
      operationId: 'closeAssetAssignment',
      path: '/assignments/{assignment_id}/close',
      summary: 'Close an asset assignment',
      from: ['open'],
      to: 'closed',
      sets: ['status', 'end_date', 'end_reason', 'closed_by'],
      body: AssetAssignmentClose,
    },
  },
})
