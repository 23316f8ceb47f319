import { type AssetRepair, type AssetRepairUpdate, contract } from '@commonhold/contract'
import { changesBetween } from '../kernel/audit.ts'
import type { WriteContext } from '../kernel/context.ts'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/listing.ts'
import { pageHeaders } from '../kernel/paging.ts'
import { problem, repointed } from '../kernel/problem.ts'
import { changeIssue, lockIssue } from '../work/issue-change.ts'
import { createIssue } from '../work/issue-create.ts'
import { noteActivity } from '../work/issue-parts.repository.ts'
import { repairsWhose, settleRepairs, touchRepair } from './asset-repairs.repository.ts'
import { assetRepairStore } from './asset-repairs.store.ts'
import { assetStore } from './assets.store.ts'
import { lockReferred } from './custody.ts'

/** The members of a body that its issue keeps, and those that the repair keeps. */
function divided({
  title,
  description,
  priority,
  assignee_id,
  status,
  resolution_notes,
  outcome,
  ...own
}: AssetRepairUpdate) {
  const details = definedOf({ resolution_notes, outcome })
  const ofIssue = definedOf({ title, description, priority, assignee_id, status })
  return { own, ofIssue: Object.keys(details).length > 0 ? { ...ofIssue, details } : ofIssue }
}

const definedOf = (members: object) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

type RepairRow = Awaited<ReturnType<typeof assetRepairStore.get>>

/** The context of a write that is noted below, together with what the issue keeps. */
const silently = (context: WriteContext): WriteContext => ({ ...context, audit: () => {} })

const told = [
  'issue_id',
  'asset_id',
  'location_id',
  'repair_type',
  'vendor',
  'is_warranty',
  'cost',
  'currency',
  'expected_return_date',
  'outcome',
  'title',
  'description',
  'priority',
  'assignee_id',
  'project_id',
  'status',
  'resolution_notes',
  'opened_at',
  'closed_at',
] as const satisfies readonly (keyof AssetRepair)[]

/** What an issue keeps among its details stands beside them in a repair: faults point to where it was sent. */
const pointingHere = <T>(change: Promise<T>) =>
  repointed(change, (pointer) => pointer.replace(/^\/details/, ''))

/** Notes in the audit log what changed of a repair, members that its issue keeps among them. */
function note(
  context: WriteContext,
  action: 'created' | 'updated',
  before: RepairRow | undefined,
  after: RepairRow,
): void {
  const changes = changesBetween(told, before ?? {}, after)
  if (changes.length > 0) context.audit({ action, recordType: 'asset_repair', recordId: after.id, changes })
}

export const assetRepairHandlers = implement(contract.assetRepairs, {
  list: async ({ query }, context) => {
    const page = await listRecords(
      assetRepairStore,
      context,
      contract.assetRepairs.list.collection,
      { ...query },
      repairsWhose(query),
    )
    pageHeaders(context, page)
    return page.rows
  },
  get: ({ params }, { reader }) => assetRepairStore.get(reader, params.repair_id),
  create: async ({ body }, context) => {
    const {
      asset_id,
      title,
      description,
      priority,
      assignee_id,
      outcome,
      project_id,
      opened_at,
      tenant_id,
      ...own
    } = body
    await assetStore.reference(context.tx, 'asset_id', asset_id)
    const work = createIssue(context, {
      issue_type: 'repair',
      title,
      asset_ids: [asset_id],
      ...definedOf({ description, priority, assignee_id, project_id, opened_at, tenant_id }),
      ...(outcome === undefined ? {} : { details: { outcome } }),
    })
    const issue = await pointingHere(work)
    const { asset } = await lockReferred(context, asset_id)
    if (asset.status === 'disposed') throw problem('asset_not_active', { current_state: asset.status })
    const made = await assetRepairStore.insert(silently(context), { ...own, asset_id, issue_id: issue.id })
    await settleRepairs(context.tx, asset_id)
    note(context, 'created', undefined, made)
    return made
  },
  update: async ({ params, body }, context) => {
    const before = await assetRepairStore.lock(context, params.repair_id)
    const { own, ofIssue } = divided(body)
    // If-Match is about the repair.
    const unconditional = { ...context, ifMatch: undefined }
    const issue = await lockIssue(unconditional, before.issue_id)
    const changed = await assetRepairStore.update(silently(context), before, own)
    if (changed !== before) await noteActivity(context.tx, issue.id, [{ type: 'repair_updated' }])
    const { version } =
      Object.keys(ofIssue).length > 0 ? await pointingHere(changeIssue(unconditional, issue, ofIssue)) : issue
    if (changed === before && version !== issue.version) await touchRepair(context.tx, before.id)
    const after = await assetRepairStore.get(context.tx, before.id)
    note(context, 'updated', before, after)
    return after
  },
})
