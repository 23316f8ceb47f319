import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { createTenant, grantOnly } from '../world.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('whoever may read nothing reads the own groups, the way into each, and the own rights', async () => {
  const [owner, member] = [await service.signUp(), await service.signUp()]
  const tenantId = await createTenant(service, { owners: [owner] })
  await grantOnly(service, tenantId, member, [])
  const { groups } = service.as(owner.token, tenantId)
  const make = (name: string) => groups.create({ name, permissions: ['assets:read'] })
  const [outer, middle, inner, shelved] = [
    await make('Outer'),
    await make('Middle'),
    await make('Inner'),
    await make('Shelved'),
  ]
  const nest = (group_id: string, member_group_id: string) =>
    groups.memberships.create({ group_id }, { member_group_id })
  await nest(outer.id, middle.id)
  await nest(middle.id, inner.id)
  await nest(outer.id, shelved.id)
  const join = (group_id: string) => groups.memberships.create({ group_id }, { user_id: member.id })
  const [direct, nested, archived] = [await join(outer.id), await join(inner.id), await join(shelved.id)]
  await groups.archive({ group_id: shelved.id })

  const { me } = service.as(member.token, tenantId)
  const own = await me.groups.list({ name: ['Outer', 'Middle', 'Inner', 'Shelved'], archived: 'include' })
  const step = ({ id, name }: { id: string; name: string }) => ({ id, name })
  expect(Object.fromEntries(own.map(({ name, ways }) => [name, ways]))).toEqual({
    Outer: [
      { membership_id: direct.id, via: [] },
      { membership_id: nested.id, via: [step(middle), step(inner)] },
    ],
    Middle: [{ membership_id: nested.id, via: [step(inner)] }],
    Inner: [{ membership_id: nested.id, via: [] }],
    Shelved: [{ membership_id: archived.id, via: [] }],
  })
  expect((await me.permissions.get()).permissions).toEqual(['assets:read'])
})
