import { z } from 'zod'
import { assetBrief, issueBrief, locationBrief, projectBrief, userBrief } from '../briefs.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { includes } from '../kernel/include.ts'
import { ownedMembers, ownedOnCreate, redacted } from '../kernel/record.ts'
import {
  amount,
  amountGiven,
  currency,
  day,
  id,
  instant,
  keyOrId,
  longText,
  name,
  nullable,
  reference,
  timestamp,
} from '../kernel/schema.ts'
import { configurationKey } from '../work/issue-configuration-members.ts'
import { repairOutcome } from '../work/issue-details-values.ts'
import { changeMessage, customFields } from '../work/issues.ts'

/** The types of repairs. */
export const repairTypes = [
  'repair',
  'maintenance',
  'upgrade',
  'calibration',
  'inspection',
  'replacement_part',
  'other',
] as const

/** Type of a repair, as a schema. */
export const repairType = z
  .enum(repairTypes)
  .meta({ id: 'RepairType', description: 'What is done to the asset.' })

const own = {
  location_id: nullable(recordReference('locations', 'the location where the asset is repaired')),
  repair_type: repairType,
  vendor: nullable(name()).meta({ description: 'External company that repairs the asset; null = none.' }),
  is_warranty: z.boolean().meta({ description: 'True when the repair is covered by the warranty.' }),
  cost: nullable(amountGiven()).meta({
    description: 'Cost of the repair, in `currency`, with up to two decimals.',
  }),
  currency: nullable(currency()).meta({ description: 'Currency of the cost (ISO 4217).', examples: ['EUR'] }),
  expected_return_date: nullable(day()).meta({ description: 'Day by which the asset should be returned.' }),
}

/** Members that are stored in the issue of the repair. */
const ofIssue = {
  title: name().meta({ description: 'What is wrong, in one line.', examples: ['Hinge is broken'] }),
  description: nullable(longText()).meta({ description: 'Description, in Markdown.' }),
  priority: keyOrId('the priority').meta({ examples: ['high'] }),
  priority_id: keyOrId('the priority'),
  assignee_id: nullable(reference('the user who works on the repair')),
  outcome: nullable(repairOutcome),
}

/** Members of the issue that a repair returns to callers who may read the issue. */
const shownOfIssue = {
  title: nullable(ofIssue.title).meta({ description: 'What is wrong, in one line.' }),
  description: ofIssue.description,
  priority: nullable(configurationKey()).meta({ description: 'Key of the priority.' }),
  assignee_id: nullable(id()).meta({ description: 'Id of the user who works on the repair.' }),
  outcome: ofIssue.outcome,
  resolution_notes: nullable(longText()).meta({
    description: 'What was done; required to resolve the issue.',
  }),
  project_id: nullable(id()).meta({ description: 'Id of the project of the issue.' }),
  status: nullable(configurationKey()).meta({ description: 'Key of the status.' }),
  opened_at: nullable(timestamp()).meta({ description: 'When the repair was reported.' }),
  closed_at: nullable(timestamp()).meta({
    description: 'When the issue was closed; null while it is open.',
  }),
  reported_at: nullable(timestamp()).meta({ description: 'The same as `opened_at`.' }),
  resolved_at: nullable(timestamp()).meta({ description: 'The same as `closed_at`.' }),
  archived_at: nullable(timestamp()).meta({
    description: 'When the issue was archived; null = in use.',
  }),
}

/** Members of a repair that are returned only to callers who may read its issue. */
export const repairMembersOfIssue = Object.keys(shownOfIssue) as (keyof typeof shownOfIssue)[]

/** The records that a request can include in an asset repair. */
export const assetRepairIncludes = includes('AssetRepair', {
  issue: issueBrief,
  asset: assetBrief,
  location: locationBrief,
  assignee: userBrief,
  project: projectBrief,
})

const assetRepair = z
  .object({
    ...ownedMembers,
    issue_id: id().meta({
      description: 'Id of the issue of the repair, which stores the members `title` to `archived_at`.',
    }),
    asset_id: id().meta({ description: 'Id of the asset.' }),
    ...own,
    location_id: nullable(id()).meta({ description: 'Id of the location where the asset is repaired.' }),
    cost: nullable(amount()).meta({ description: 'Cost of the repair, in `currency`.' }),
    ...shownOfIssue,
    redacted: redacted('the caller may not read the issue').meta({
      examples: [['title', 'description', 'status']],
    }),
    ...assetRepairIncludes.members,
  })
  .meta({
    id: 'AssetRepair',
    description: 'Work on an asset: an issue, and the members that only repairs have.',
  })
const optional = {
  location_id: true,
  repair_type: true,
  vendor: true,
  is_warranty: true,
  cost: true,
  currency: true,
  expected_return_date: true,
  outcome: true,
  description: true,
  priority: true,
  priority_id: true,
  assignee_id: true,
  project_id: true,
  opened_at: true,
  custom_fields: true,
  change_message: true,
} as const
const assetRepairCreate = z
  .strictObject({
    asset_id: recordReference('assets', 'the asset'),
    ...own,
    ...ofIssue,
    project_id: nullable(recordReference('projects', 'the project of the issue')),
    opened_at: instant().meta({
      description: 'When the repair was reported, at most 5 minutes in the future. Default: now.',
    }),
    custom_fields: customFields,
    change_message: changeMessage,
    ...ownedOnCreate,
  })
  .partial(optional)
  .meta({
    id: 'AssetRepairCreate',
    description: 'A new repair with its issue. The issue belongs to the shared project Repairs by default.',
  })
const assetRepairUpdate = z
  .strictObject({
    ...own,
    ...ofIssue,
    resolution_notes: nullable(longText()).meta({
      description: 'What was done; required to resolve the issue.',
    }),
    status: keyOrId('a status that the workflow of the issue allows next').meta({
      examples: ['closed'],
    }),
    status_id: keyOrId('the status to move the issue to'),
    change_message: changeMessage,
    external_ids: externalIdsGiven,
  })
  .partial()
  .meta({ id: 'AssetRepairUpdate', description: 'Changes to a repair and its issue.' })

export interface AssetRepair extends z.infer<typeof assetRepair> {}
export interface AssetRepairCreate extends z.infer<typeof assetRepairCreate> {}
export interface AssetRepairUpdate extends z.infer<typeof assetRepairUpdate> {}
/** Work on an asset. */
export const AssetRepair: z.core.$ZodType<AssetRepair, AssetRepair> = assetRepair
/** A new repair. */
export const AssetRepairCreate: z.core.$ZodType<AssetRepairCreate, AssetRepairCreate> = assetRepairCreate
/** A merge patch (RFC 7396) of a repair. */
export const AssetRepairUpdate: z.core.$ZodType<AssetRepairUpdate, AssetRepairUpdate> = assetRepairUpdate
