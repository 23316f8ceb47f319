import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { including } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byReference, byTime, byValue } from '../kernel/filters.ts'
import { moves } from '../kernel/lifecycle.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { day, instant, queryAnyOf } from '../kernel/schema.ts'
import { summary } from '../kernel/summary.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import {
  AssetAssignment,
  AssetAssignmentCreate,
  AssetAssignmentUpdate,
  AssignmentOfAssetCreate,
  assetAssignmentIncludes,
  assetAssignmentLifecycle,
  assignmentStatus,
  endReason,
} from './asset-assignments.ts'
import { Asset } from './assets.ts'

const filters = {
  end_reason: byValue(endReason, { nullable: true }),
  start_date: byTime(day()),
  end_date: byTime(day(), { nullable: true }),
  expected_return_date: byTime(day(), { nullable: true }),
  created_at: byTime(instant()),
  updated_at: byTime(instant()),
}
const byHolder = {
  person_id: byReference('the person', { nullable: true }),
  location_id: byReference('the location', { nullable: true }),
}
const parameters = {
  status: queryAnyOf(assignmentStatus).meta({
    description:
      'Only assignments with this `status`; repeat it, or separate values by commas, for any of several.',
  }),
}
const sort = ['start_date', 'end_date', 'expected_return_date', 'created_at', 'updated_at'] as const

const assignments = collection({
  hasExternalIds: true,
  include: assetAssignmentIncludes.include,
  filters: { asset_id: byReference('the asset'), ...byHolder, ...filters },
  parameters,
  sort,
})
const assignmentsOfAsset = collection({
  hasExternalIds: true,
  include: assetAssignmentIncludes.include,
  filters: { ...byHolder, ...filters },
  parameters,
  sort,
})
const assignmentsOfPerson = collection({
  hasExternalIds: true,
  include: assetAssignmentIncludes.include,
  filters: { asset_id: byReference('the asset'), ...filters },
  parameters,
  sort,
})

const refusals = ['asset_not_active', 'asset_already_assigned', 'insufficient_quantity'] as const

/** Members of the asset that an assignment changes. */
const alsoSets = {
  record: Asset,
  members: ['location_id', 'person_id', 'expected_return_date', 'available_quantity'],
} as const

export const assetAssignments = {
  list: endpoint({
    operationId: 'listAssetAssignments',
    method: 'get',
    path: '/asset-assignments',
    tag: 'Asset assignments',
    summary: 'List assignments of assets',
    permission: 'assets:read',
    query: assignments.query,
    collection: assignments,
    success: { status: 200, body: z.array(AssetAssignment) },
  }),
  create: endpoint({
    operationId: 'createAssetAssignment',
    method: 'post',
    path: '/asset-assignments',
    tag: 'Asset assignments',
    summary: 'Assign an asset to a person or a location',
    permission: 'assets:write',
    body: AssetAssignmentCreate,
    success: { status: 201, body: AssetAssignment },
    location: '/assignments/{assignment_id}',
    alsoSets,
    errors: refusals,
  }),
  listOfAsset: endpoint({
    operationId: 'listAssignmentsOfAsset',
    method: 'get',
    path: '/assets/{asset_id}/assignments',
    tag: 'Asset assignments',
    summary: 'List the assignments of an asset',
    permission: 'assets:read',
    query: assignmentsOfAsset.query,
    collection: assignmentsOfAsset,
    success: { status: 200, body: z.array(AssetAssignment) },
  }),
  createOfAsset: endpoint({
    operationId: 'createAssignmentOfAsset',
    method: 'post',
    path: '/assets/{asset_id}/assignments',
    tag: 'Asset assignments',
    summary: 'Assign the asset to a person or a location',
    permission: 'assets:write',
    body: AssignmentOfAssetCreate,
    success: { status: 201, body: AssetAssignment },
    location: '/assignments/{assignment_id}',
    alsoSets,
    errors: refusals,
  }),
  listOfPerson: endpoint({
    operationId: 'listAssignmentsOfPerson',
    method: 'get',
    path: '/persons/{person_id}/assignments',
    tag: 'Asset assignments',
    summary: 'List the asset assignments of a person',
    permission: 'assets:read',
    query: assignmentsOfPerson.query,
    collection: assignmentsOfPerson,
    success: { status: 200, body: z.array(AssetAssignment) },
  }),
  get: endpoint({
    operationId: 'getAssetAssignment',
    method: 'get',
    path: '/assignments/{assignment_id}',
    tag: 'Asset assignments',
    summary: 'Read an asset assignment',
    permission: 'assets:read',
    success: { status: 200, body: AssetAssignment },
    ...including(assetAssignmentIncludes),
  }),
  update: endpoint({
    operationId: 'updateAssetAssignment',
    method: 'patch',
    path: '/assignments/{assignment_id}',
    tag: 'Asset assignments',
    summary: 'Update an asset assignment',
    permission: 'assets:write',
    body: AssetAssignmentUpdate,
    success: { status: 200, body: AssetAssignment },
    alsoSets,
    errors: ['asset_not_active', 'asset_already_assigned', 'invalid_transition'],
  }),
  delete: endpoint({
    operationId: 'deleteAssetAssignment',
    method: 'delete',
    path: '/assignments/{assignment_id}',
    tag: 'Asset assignments',
    summary: 'Cancel a scheduled asset assignment',
    description:
      'Deletes a `scheduled` assignment. The history of the asset still shows it. An assignment that has begun is closed instead of deleted.',
    permission: 'assets:write',
    success: { status: 204 },
    errors: ['invalid_transition'],
  }),
  ...moves(
    { tag: 'Asset assignments', permission: 'assets:write', record: AssetAssignment, alsoSets },
    assetAssignmentLifecycle,
  ),
}

/** Counts asset assignments in groups. */
export const assetAssignmentsSummary = summary(assetAssignments.list, {
  type: 'AssetAssignment',
  many: 'assignments of assets',
  values: ['status', 'asset_id', 'person_id', 'location_id'],
  times: ['start_date', 'end_date', 'expected_return_date', 'created_at'],
})

/** Writes up to 500 asset assignments in one request. */
export const assetAssignmentsBulk: BulkOf<'assetAssignments'> = bulk(assetAssignments)

/** Creates an asset assignment by an external id, or updates it. */
export const assetAssignmentsUpsert: UpsertOf<'assetAssignments'> = upsert(assetAssignments)

/** Lists the changes of an asset assignment. */
export const assetAssignmentsHistory: HistoryOf<typeof assetAssignments.get> = history(assetAssignments.get)
