import { type ApiKeyWithSecret, operationGroups, type Permission } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import type { Reader } from '../db/statement.ts'
import type { ReadContext, WriteContext } from '../store/context.ts'
import { listChildren } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { mayAnywhere, mayIn } from '../store/permissions.ts'
import { assertSelected } from '../store/store.ts'
import { createKey, type KeyWithSecret, lockKey, revokeKey, rotateKey } from './api-keys.repository.ts'
import { assertExpiry, assertLasts, assertNetworks } from './api-keys.rules.ts'
import { lockMembershipShared } from './leaving.service.ts'
import { lockOpenAccount } from './service-accounts.repository.ts'
import { apiKeyStore, keysOfUser, serviceAccountStore } from './service-accounts.store.ts'

const { serviceAccountKeys, myApiKeys, apiKeys } = operationGroups

const withSecret = ({ row, secret }: KeyWithSecret): ApiKeyWithSecret => ({ ...row, secret })

/** Rejects scopes that the caller lacks, because the creator of a key can use its secret. */
async function assertPermissions(
  reader: Reader,
  scopes: readonly Permission[],
  hasPermission: (reader: Reader, scope: Permission) => Promise<boolean>,
): Promise<void> {
  const checked = await Promise.all(
    scopes.map(async (scope) => ({ scope, isPermitted: await hasPermission(reader, scope) })),
  )
  const missing = checked.find(({ isPermitted }) => !isPermitted)
  if (missing)
    throw problem(
      'permission_denied',
      { required_permission: missing.scope },
      `You do not have ${missing.scope}, so the key cannot get it. Leave it out, or ask a user who has it.`,
    )
}

const everywhere = (reader: Reader, scope: Permission) => mayIn(reader, scope, null)

async function selectedTenant({ authorized }: Pick<ReadContext, 'authorized'>): Promise<void> {
  if ((await authorized()).tenantId === null) throw problem('no_tenant_selected')
}

async function rotateOwn(
  context: WriteContext,
  userId: string,
  keyId: string,
  expiresAt: string | undefined,
  hasPermission: typeof everywhere,
): Promise<ApiKeyWithSecret> {
  assertExpiry(expiresAt, context.clock.now())
  const before = await lockKey(context, userId, keyId)
  assertLasts(before, expiresAt, context.clock.now())
  await assertPermissions(context.tx, before.scopes, hasPermission)
  return withSecret(await rotateKey(context, before, expiresAt))
}

export const serviceAccountKeyHandlers = implement(serviceAccountKeys, {
  list: ({ params, query }, context) =>
    listChildren(
      context,
      { store: serviceAccountStore, id: params.service_account_id },
      { store: apiKeyStore, member: 'user_id', collection: serviceAccountKeys.list.collection },
      query,
    ),
  create: async ({ params, body }, context) => {
    const { id } = await lockOpenAccount(context.tx, params.service_account_id)
    await assertSelected(context, body.tenant_id)
    assertExpiry(body.expires_at, context.clock.now())
    assertNetworks(body.allowed_networks ?? [])
    await assertPermissions(context.tx, body.scopes, everywhere)
    return withSecret(await createKey(context, id, body))
  },
  rotate: async ({ params, body }, context) => {
    const { id } = await lockOpenAccount(context.tx, params.service_account_id)
    return rotateOwn(context, id, params.key_id, body?.expires_at, everywhere)
  },
  delete: async ({ params }, context) => {
    const { id } = await serviceAccountStore.get(context.tx, params.service_account_id)
    await revokeKey(context, await lockKey(context, id, params.key_id))
    return undefined
  },
})

export const myApiKeyHandlers = implement(myApiKeys, {
  list: async ({ query }, context) => {
    await selectedTenant(context)
    const scope = keysOfUser(context.actor.userId)
    return listRecords(apiKeyStore, context, myApiKeys.list.collection, query, scope)
  },
  create: async ({ body }, context) => {
    await selectedTenant(context)
    await assertSelected(context, body.tenant_id)
    assertExpiry(body.expires_at, context.clock.now())
    assertNetworks(body.allowed_networks ?? [])
    await lockMembershipShared(context)
    await assertPermissions(context.tx, body.scopes, mayAnywhere)
    return withSecret(await createKey(context, context.actor.userId, body))
  },
  rotate: async ({ params, body }, context) => {
    await selectedTenant(context)
    return rotateOwn(context, context.actor.userId, params.key_id, body?.expires_at, mayAnywhere)
  },
  delete: async ({ params }, context) => {
    await selectedTenant(context)
    await revokeKey(context, await lockKey(context, context.actor.userId, params.key_id))
    return undefined
  },
})

export const apiKeyHandlers = implement(apiKeys, {
  list: ({ query }, context) => listRecords(apiKeyStore, context, apiKeys.list.collection, query),
  delete: async ({ params }, context) => {
    await revokeKey(context, await apiKeyStore.lock(context, params.key_id))
    return undefined
  },
})
