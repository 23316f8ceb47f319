import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { archivedParameter, collection } from '../kernel/collection.ts'
import { including } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byFlag, byNumber, byReference, byTime, byValue, lowerKey } from '../kernel/filters.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { amount, day, instant, queryAnyOf, queryBoolean, reference, userReference } from '../kernel/schema.ts'
import { summary } from '../kernel/summary.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { repairOutcomes } from '../work/issue-details-values.ts'
import {
  AssetRepair,
  AssetRepairCreate,
  AssetRepairUpdate,
  assetRepairIncludes,
  repairType,
} from './asset-repairs.ts'

const outcomeOrNull = z
  .enum([...repairOutcomes, 'null'])
  .meta({ id: 'RepairOutcomeFilter', description: 'An outcome, or `null` for repairs without one.' })

/** Filters by a time that is stored in the issue of the repair. */
const ofIssues = <const F extends 'opened_at' | 'closed_at'>(field: F) =>
  ({
    [`${field}__gte`]: instant().meta({
      description: `Only repairs with \`${field}\` at or after this time.`,
    }),
    [`${field}__lt`]: instant().meta({ description: `Only repairs with \`${field}\` before this time.` }),
  }) as Record<`${F}__gte` | `${F}__lt`, ReturnType<typeof instant>>

const repairs = collection({
  hasExternalIds: true,
  include: assetRepairIncludes.include,
  users: ['assignee_id'],
  filters: {
    asset_id: byReference('the asset'),
    issue_id: byReference('the issue'),
    location_id: byReference('the location', { nullable: true }),
    repair_type: byValue(repairType),
    is_warranty: byFlag(),
    cost: byNumber(amount(), { nullable: true }),
    expected_return_date: byTime(day(), { nullable: true }),
    created_at: byTime(instant()),
    updated_at: byTime(instant()),
  },
  parameters: {
    archived: archivedParameter,
    ...ofIssues('opened_at'),
    ...ofIssues('closed_at'),
    priority: queryAnyOf(lowerKey()).meta({
      description: 'Only repairs with this `priority`; repeat it for any of several.',
    }),
    assignee_id: queryAnyOf(userReference('the user who works on the repair')).meta({
      description:
        'Only repairs with this `assignee_id`; repeat it, or separate values by commas, for any of several.',
    }),
    assignee_id__is_null: queryBoolean().meta({
      description: 'True: only repairs without `assignee_id`. False: only repairs with it.',
    }),
    project_id: queryAnyOf(reference('the project of the issue')).meta({
      description:
        'Only repairs with this `project_id`; repeat it, or separate values by commas, for any of several.',
    }),
    status: queryAnyOf(lowerKey()).meta({
      description: 'Only repairs with this `status`; repeat it for any of several.',
    }),
    outcome: queryAnyOf(outcomeOrNull).meta({
      description:
        'Only repairs with this `outcome`; `null` finds repairs without an outcome. Repeat it, or separate values by commas, for any of several.',
    }),
    is_closed: queryBoolean().meta({
      description: 'True: only repairs whose issue is closed. False: only repairs whose issue is open.',
    }),
  },
  sort: ['expected_return_date', 'cost', 'created_at', 'updated_at'],
})

export const assetRepairs = {
  list: endpoint({
    operationId: 'listAssetRepairs',
    method: 'get',
    path: '/asset-repairs',
    tag: 'Asset repairs',
    summary: 'List repairs of assets',
    description:
      'If the caller may not read the issue of a repair, the members that are stored in the issue are null and named in `redacted`. Filters by these members leave the repair out.',
    permission: 'assets:read',
    query: repairs.query,
    collection: repairs,
    success: { status: 200, body: z.array(AssetRepair) },
  }),
  create: endpoint({
    operationId: 'createAssetRepair',
    method: 'post',
    path: '/asset-repairs',
    tag: 'Asset repairs',
    summary: 'Report that an asset needs repair',
    description: 'Creates the issue and the repair together. The assignment of the asset does not change.',
    permission: 'assets:write',
    body: AssetRepairCreate,
    success: { status: 201, body: AssetRepair },
    errors: ['asset_not_active'],
  }),
  get: endpoint({
    operationId: 'getAssetRepair',
    method: 'get',
    path: '/asset-repairs/{repair_id}',
    tag: 'Asset repairs',
    summary: 'Read a repair',
    permission: 'assets:read',
    success: { status: 200, body: AssetRepair },
    ...including(assetRepairIncludes),
  }),
  update: endpoint({
    operationId: 'updateAssetRepair',
    method: 'patch',
    path: '/asset-repairs/{repair_id}',
    tag: 'Asset repairs',
    summary: 'Update a repair and its issue',
    permission: 'assets:write',
    body: AssetRepairUpdate,
    success: { status: 200, body: AssetRepair },
    errors: ['transition_not_available', 'issue_blocked'],
  }),
}

/** Counts asset repairs in groups. */
export const assetRepairsSummary = summary(assetRepairs.list, {
  type: 'AssetRepair',
  many: 'repairs',
  values: ['repair_type', 'asset_id', 'location_id', 'is_warranty'],
  times: ['expected_return_date', 'created_at'],
})

/** Writes up to 500 asset repairs in one request. */
export const assetRepairsBulk: BulkOf<'assetRepairs'> = bulk(assetRepairs)

/** Creates an asset repair by an external id, or updates it. */
export const assetRepairsUpsert: UpsertOf<'assetRepairs'> = upsert(assetRepairs)

/** Lists the changes of an asset repair. */
export const assetRepairsHistory: HistoryOf<typeof assetRepairs.get> = history(assetRepairs.get)
