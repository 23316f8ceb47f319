import { operationGroups } from '@commonhold/contract'
import { lastChange } from '../../store/context.ts'
import { crudHandlers } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { keyedHandlers } from './issue-keys.service.ts'
import { assertDirections } from './issue-link-types.rules.ts'
import { issueLinkTypeStore } from './issue-link-types.store.ts'
import { assertUnused } from './issue-uses.repository.ts'

const { create } = keyedHandlers(issueLinkTypeStore)

export const issueLinkTypeHandlers = implement(operationGroups.issueLinkTypes, {
  ...crudHandlers(operationGroups.issueLinkTypes, issueLinkTypeStore),
  create: ({ body }, context) => {
    const { is_symmetric = false, is_blocking = false, is_acyclic = false } = body
    const outward_name = body.outward_name ?? body.name
    const inward_name = body.inward_name ?? (is_symmetric ? outward_name : body.name)
    const complete = { ...body, outward_name, inward_name, is_symmetric, is_blocking, is_acyclic }
    assertDirections(complete)
    return create({ body: complete }, context)
  },
  update: async ({ params, body }, context) => {
    const before = await issueLinkTypeStore.lock(context, params.issue_link_type_id)
    assertDirections({ ...before, ...body })
    const isFixed = (['is_symmetric', 'is_acyclic'] as const).some(
      (member) => body[member] !== undefined && body[member] !== before[member],
    )
    if (isFixed)
      await assertUnused(
        context.tx,
        'of_link_type',
        { link_type_id: before.id },
        'Links use the type, so is_symmetric and is_acyclic cannot change. Create another link type.',
      )
    return issueLinkTypeStore.update(lastChange(context), before, body)
  },
})
