import { type Collection, operationGroups } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import { visiblePersonStore } from '../census/persons.store.ts'
import type { ReadContext } from '../store/context.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { type AssignmentRow, assignmentsOf } from './asset-assignments.repository.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { assetStore } from './assets.store.ts'
import { changeOrClose } from './assignment-changes.service.ts'
import { cancel, close } from './assignment-closing.service.ts'
import { assign } from './assignment-creation.service.ts'
import { lockAssigned, lockCustody, lockReferred } from './custody-load.service.ts'

interface StatusQuery {
  readonly status?: readonly string[]
}

function listAssignments(
  context: ReadContext,
  collection: Collection,
  query: StatusQuery,
  parent?: Parameters<typeof assignmentsOf>[0],
): Promise<AssignmentRow[]> {
  return listRecords(
    assetAssignmentStore,
    context,
    collection,
    { ...query },
    assignmentsOf(parent, query.status),
  )
}

export const assetAssignmentHandlers = implement(operationGroups.assetAssignments, {
  list: ({ query }, context) =>
    listAssignments(context, operationGroups.assetAssignments.list.collection, query),
  listOfAsset: async ({ params: { asset_id }, query }, context) => {
    const { collection } = operationGroups.assetAssignments.listOfAsset
    const [rows] = await Promise.all([
      listAssignments(context, collection, query, { member: 'asset_id', id: asset_id }),
      assetStore.get(context.reader, asset_id),
    ])
    return rows
  },
  listOfPerson: async ({ params: { person_id }, query }, context) => {
    const { collection } = operationGroups.assetAssignments.listOfPerson
    const [rows] = await Promise.all([
      listAssignments(context, collection, query, { member: 'person_id', id: person_id }),
      visiblePersonStore.get(context.reader, person_id),
    ])
    return rows
  },
  create: async ({ body }, context) => assign(context, await lockReferred(context, body.asset_id), body),
  createOfAsset: async ({ params, body }, context) => {
    const custody = await lockCustody(context, params.asset_id)
    if (!custody) throw problem('not_found')
    return assign(context, custody, body)
  },
  get: ({ params }, { reader }) => assetAssignmentStore.get(reader, params.assignment_id),
  update: async ({ params, body }, context) => {
    return changeOrClose(context, await lockAssigned(context, params.assignment_id), body)
  },
  delete: async ({ params }, context) => {
    await cancel(context, await lockAssigned(context, params.assignment_id))
    return undefined
  },
  close: async ({ params, body }, context) => {
    const { asset_id } = await assetAssignmentStore.get(context.tx, params.assignment_id)
    const custody = await lockCustody(context, asset_id)
    if (!custody) throw problem('not_found')
    return close(context, custody, params.assignment_id, body ?? {})
  },
})
