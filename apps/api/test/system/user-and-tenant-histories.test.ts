import type { HistoryEntry } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { send } from '../security/send.ts'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup, createTenant, grantOnly, leaveTenant, signUpStranger } from '../world.ts'

let service: TestService
let owner: TestUser
let tenantId: string
let otherId: string
beforeAll(async () => {
  service = await startService()
  owner = await service.signUp()
  tenantId = await createTenant(service, { owners: [owner] })
  otherId = await createTenant(service, { owners: [owner] })
})
afterAll(() => service.stop())

const changesIn = (entries: readonly HistoryEntry[]) => entries.flatMap(({ changes }) => changes)
const problemOf = async (path: string, token: string, tenant?: string) =>
  (await send(service.address, path, { token, ...(tenant ? { tenantId: tenant } : {}) })).json

describe('the history of a user', () => {
  test('is what was changed while the tenant was selected, and nothing of another tenant', async () => {
    const user = await service.signUp()
    await addToGroup(service, tenantId, 'users', user)
    await addToGroup(service, otherId, 'users', user)
    const params = { user_id: user.id }
    await service.as(user.token, tenantId).users.update(params, { first_name: 'Ada' })
    await service.as(user.token, otherId).users.update(params, { first_name: 'Augusta' })
    for (const reader of [owner, user]) {
      const read = (id: string) => service.as(reader.token, id).users.history.list(params)
      expect(changesIn(await read(tenantId))).toEqual([{ field: 'first_name', from: null, to: 'Ada' }])
      expect(changesIn(await read(otherId))).toEqual([{ field: 'first_name', from: 'Ada', to: 'Augusta' }])
    }
  })

  test('tells who may not read accounts of names alone, and nothing of what is hidden', async () => {
    const { users } = service.as(owner.token, tenantId)
    const { id: user_id } = await users.create({ email: 'made@example.org', password: PASSWORD })
    await users.update({ user_id }, { display_name: 'Grace', email: 'moved@example.org' })
    await users.update({ user_id }, { username: 'admiral', password: `${PASSWORD} and more` })
    await users.deactivate({ user_id }, { reason: 'Left in anger' })
    const whole = await users.history.list({ user_id })
    expect(whole.map(({ operation }) => operation)).toEqual([
      'createUser',
      'updateUser',
      'updateUser',
      'deactivateUser',
    ])
    expect(changesIn(whole)).toContainEqual({
      field: 'email',
      from: 'made@example.org',
      to: 'moved@example.org',
    })
    expect(JSON.stringify(whole)).not.toMatch(/hash|\$argon|\$scrypt|a password/)
    const plain = await service.signUp()
    await grantOnly(service, tenantId, plain, [])
    const visible = await service.as(plain.token, tenantId).users.history.list({ user_id })
    expect(visible).toMatchObject([{ operation: 'updateUser', version: whole[1]?.version }])
    expect(changesIn(visible)).toEqual([{ field: 'display_name', from: null, to: 'Grace' }])
    const { headers, text } = await send(service.address, `GET /users/${user_id}/history?count=true`, {
      token: plain.token,
      tenantId,
    })
    expect(headers.get('total-count')).toBe('1')
    expect(text).not.toMatch(/example\.org|admiral|anger/)
  })

  test('does not contain what happened to other records of the same id', async () => {
    const user = await service.signUp()
    await addToGroup(service, tenantId, 'users', user)
    const client = service.as(user.token, tenantId)
    await client.me.preferences.update({ theme: 'dark' })
    const { id: issue_id } = await client.issues.create({ title: 'Watched' })
    await client.issues.watchers.create({ issue_id }, { user_id: user.id })
    expect(await client.users.history.list({ user_id: user.id })).toEqual([])
  })

  test('is for members of a tenant, and of users whom they see there', async () => {
    const stranger = await signUpStranger(service)
    const path = (id: string) => `GET /users/${id}/history`
    expect(await problemOf(path(stranger.id), stranger.token)).toMatchObject({ code: 'tenant_access_denied' })
    expect(await problemOf('GET /users', stranger.token)).toMatchObject({ code: 'tenant_access_denied' })
    expect(await problemOf(path(owner.id), stranger.token, tenantId)).toMatchObject({
      code: 'tenant_access_denied',
    })
    expect(await problemOf(path(stranger.id), owner.token, tenantId)).toMatchObject({ code: 'not_found' })
  })
})

describe('the history of a tenant', () => {
  test('is that of the tenant in the path, whichever is selected, with the names of its users', async () => {
    const { id: tenant_id } = await owner.client.tenants.create({ name: 'Northgate' })
    const operator = await signUpStranger(service)
    await grantOnly(service, ROOT_TENANT_ID, operator, ['*'])
    const root = service.as(operator.token, ROOT_TENANT_ID)
    await owner.client.tenants.update({ tenant_id }, { description: 'A school' })
    await service.as(owner.token, otherId).tenants.update({ tenant_id: otherId }, { description: 'Another' })
    await root.operator.tenants.quotas.set({ tenant_id, quota_name: 'assets' }, { limit: 7 })
    const colleague = await signUpStranger(service)
    await grantOnly(service, tenant_id, colleague, ['*'])
    await colleague.client.users.update({ user_id: colleague.id }, { display_name: 'Kim' })
    await colleague.client.tenants.update({ tenant_id }, { description: 'A larger school' })
    const visible = await service
      .as(owner.token, otherId)
      .tenants.history.list({ tenant_id }, { include: ['actor'] })
    expect(visible.map(({ operation }) => operation)).toEqual([
      'createTenant',
      'updateTenant',
      'setQuotaOfTenant',
      'updateTenant',
    ])
    expect(visible.at(-1)).toMatchObject({
      actor: { name: 'Kim' },
      changes: [{ field: 'description', from: 'A school', to: 'A larger school' }],
    })
    expect(JSON.stringify(visible)).not.toContain('Another')
    expect(await problemOf(`GET /tenants/${tenant_id}/history`, operator.token)).toMatchObject({
      code: 'tenant_access_denied',
    })
  })

  test('is lost with the membership', async () => {
    const user = await service.signUp()
    await grantOnly(service, tenantId, user, ['tenant:read'])
    expect(await user.client.tenants.history.list({ tenant_id: tenantId })).toEqual([])
    await leaveTenant(service, tenantId, user)
    expect(await problemOf(`GET /tenants/${tenantId}/history`, user.token)).toMatchObject({
      code: 'not_found',
    })
  })

  test('is refused while the tenant is archived', async () => {
    const { id: tenant_id } = await owner.client.tenants.create({ name: 'Closed' })
    await owner.client.tenants.archive({ tenant_id })
    expect(await problemOf(`GET /tenants/${tenant_id}/history`, owner.token)).toMatchObject({
      code: 'record_archived',
    })
  })
})
