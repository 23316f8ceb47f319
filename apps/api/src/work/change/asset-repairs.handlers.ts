import { type AssetRepairUpdate, operationGroups } from '@commonhold/contract'
import { assetStore } from '../../assets/assets.store.ts'
import { definedOf } from '../../base/defined.ts'
import { invalid, repointed } from '../../base/problem.ts'
import { type WriteContext, withoutAudit } from '../../store/context.ts'
import { implement } from '../../store/implement.ts'
import { listRecords } from '../../store/listing.ts'
import { withVisibleIds } from '../../store/references.ts'
import { memberReferences } from '../../system/member-references.repository.ts'
import { projectStore } from '../../system/projects.store.ts'
import { sharedProjectIds } from '../../system/seeds.ts'
import { typesOf } from '../configuration/issue-configuration.repository.ts'
import { isOfProject } from '../configuration/issue-configuration.rules.ts'
import { assertKeysKnown } from '../configuration/issue-key-filters.repository.ts'
import { lockIssue } from '../issues/issue-lock.service.ts'
import { recordActivity } from '../issues/issue-parts.repository.ts'
import { openRepair, recordRepair } from '../repairs/asset-repair-open.service.ts'
import { repairsWhose } from '../repairs/asset-repairs.repository.ts'
import { assetRepairStore, shownRepair } from '../repairs/asset-repairs.store.ts'
import { changeIssue } from './issue-change.service.ts'
import { createIssue } from './issue-create.service.ts'

/** Splits a body into the members stored in the issue and those stored in the repair. */
function divided({
  title,
  description,
  priority,
  priority_id,
  assignee_id,
  status,
  status_id,
  resolution_notes,
  outcome,
  ...own
}: AssetRepairUpdate) {
  const details = definedOf({ resolution_notes, outcome })
  const ofIssue = definedOf({
    title,
    description,
    priority,
    priority_id,
    assignee_id,
    status,
    status_id,
  })
  return { own, ofIssue: Object.keys(details).length > 0 ? { ...ofIssue, details } : ofIssue }
}

/** Details of the issue are top-level members of a repair, so the pointers of errors lose the prefix `/details`. */
const pointingHere = <T>(change: Promise<T>) =>
  repointed(change, (pointer) => pointer.replace(/^\/details/, ''))

/** Throws if the issue type `repair`, which a tenant can deactivate, is not in use in the project. */
async function assertRepairsInUse(
  { tx }: WriteContext,
  project_id: string | null | undefined,
): Promise<void> {
  const types = await typesOf(tx)
  const type = types.find(({ key, is_active }) => key === 'repair' && is_active)
  if (!type)
    throw invalid({
      field: '',
      code: 'not_allowed_value',
      message:
        'the issue type repair is not in use, so no repair can be created; activate it with PATCH /issue-types/{issue_type_id}',
    })
  if (!isOfProject(type, project_id ?? sharedProjectIds.REP))
    throw invalid({
      field: 'project_id',
      code: 'not_allowed_value',
      message: 'the issue type repair is not used in this project; choose a project that uses it',
    })
}

/** The stores of the records that filters by members of the issue refer to. */
const namedOfIssue = { assignee_id: memberReferences, project_id: projectStore }

export const assetRepairHandlers = implement(operationGroups.assetRepairs, {
  list: async ({ query }, context) => {
    const seen = await withVisibleIds(namedOfIssue, context.reader, query)
    const rows = await listRecords(
      assetRepairStore,
      context,
      operationGroups.assetRepairs.list.collection,
      { ...query },
      repairsWhose(seen),
    )
    await assertKeysKnown(context.reader, { status: query.status, priority: query.priority }, rows)
    return rows.map(shownRepair)
  },
  get: async ({ params }, { reader }) => shownRepair(await assetRepairStore.get(reader, params.repair_id)),
  create: async ({ body }, context) => {
    const {
      asset_id,
      title,
      description,
      priority,
      priority_id,
      assignee_id,
      outcome,
      project_id,
      opened_at,
      custom_fields,
      change_message,
      tenant_id,
      ...own
    } = body
    await Promise.all([
      assetStore.reference(context.tx, 'asset_id', asset_id),
      assertRepairsInUse(context, project_id),
    ])
    const work = createIssue(context, {
      issue_type: 'repair',
      title,
      asset_ids: [asset_id],
      ...definedOf({
        description,
        priority,
        priority_id,
        assignee_id,
        project_id,
        opened_at,
        custom_fields,
        change_message,
        tenant_id,
      }),
      ...(outcome === undefined ? {} : { details: { outcome } }),
    })
    const issue = await pointingHere(work)
    return shownRepair(await openRepair(context, issue.id, asset_id, own, change_message))
  },
  update: async ({ params, body }, context) => {
    const { change_message, ...members } = body
    const { own, ofIssue } = divided(members)
    // If-Match applies to the repair only. The issue is locked before its repair, as in changes of issues, to prevent
    // deadlocks.
    const unconditional = { ...context, ifMatch: undefined }
    const { issue_id } = await assetRepairStore.get(context.tx, params.repair_id)
    const issue = await lockIssue(unconditional, issue_id)
    const before = await assetRepairStore.lock(context, params.repair_id)
    const changed = await assetRepairStore.update(withoutAudit(context), before, own)
    const isChanged = changed !== before
    if (isChanged) await recordActivity(context.tx, issue.id, [{ type: 'repair_updated' }])
    if (Object.keys(ofIssue).length > 0)
      await pointingHere(
        changeIssue(unconditional, issue.id, { ...ofIssue, ...definedOf({ change_message }) }),
      )
    const after = await assetRepairStore.get(context.tx, before.id)
    // `changeIssue` records the changes of the issue.
    if (isChanged) recordRepair(context, 'updated', before, after, change_message)
    return shownRepair(after)
  },
})
