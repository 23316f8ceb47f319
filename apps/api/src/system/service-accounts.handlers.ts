import { operationGroups, serviceAccountLifecycle } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { inOrder } from '../db/statement.ts'
import type { WriteContext } from '../store/context.ts'
import { crudHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { move } from '../store/moves.ts'
import { assertSelected } from '../store/store.ts'
import { lockGroups, recomputeMember } from './groups.repository.ts'
import {
  createServiceUser,
  deleteServiceUser,
  lockServiceUser,
  removeServiceParts,
  updateServiceUser,
} from './service-accounts.repository.ts'
import { serviceAccountStore } from './service-accounts.store.ts'
import { assertNoTraces, enterSelected, tracesOf } from './users.repository.ts'

/** Archives or restores a service account together with its user. */
async function moveAccount(
  context: WriteContext,
  name: 'archive' | 'restore',
  id: string,
  body: Parameters<typeof move>[5],
) {
  const account = await move(context, serviceAccountStore, serviceAccountLifecycle, name, id, body)
  await updateServiceUser(context.tx, account)
  return account
}

export const serviceAccountHandlers = implement(operationGroups.serviceAccounts, {
  ...crudHandlers(operationGroups.serviceAccounts, serviceAccountStore),
  create: async ({ body }, context) => {
    await assertSelected(context, body.tenant_id)
    const id = newId()
    const [, account] = await inOrder([
      createServiceUser(context.tx, id, body.name),
      serviceAccountStore.insert(context, { ...body }, id),
    ])
    return account
  },
  update: async ({ params, body }, context) => {
    const before = await serviceAccountStore.lock(context, params.service_account_id)
    const after = await serviceAccountStore.update(context, before, { ...body })
    if (after.name !== before.name) await updateServiceUser(context.tx, after)
    return after
  },
  delete: async ({ params }, context) => {
    const { tx } = context
    const { service_account_id } = params
    lockGroups(tx)
    await serviceAccountStore.lock(context, service_account_id)
    await lockServiceUser(tx, service_account_id)
    assertNoTraces(await tracesOf(tx, service_account_id))
    await enterSelected(context)
    await removeServiceParts(context, service_account_id)
    recomputeMember(tx, service_account_id)
    await serviceAccountStore.remove(context, service_account_id)
    await deleteServiceUser(tx, service_account_id)
    return undefined
  },
  archive: ({ params, body }, context) =>
    moveAccount(context, 'archive', params.service_account_id, body ?? {}),
  restore: ({ params, body }, context) =>
    moveAccount(context, 'restore', params.service_account_id, body ?? {}),
})
