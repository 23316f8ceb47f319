import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { grantOnly } from '../world.ts'
import { type CustodyWorld, errorsIn, openCustody, refusal } from './custody-world.ts'

let world: CustodyWorld
beforeAll(async () => {
  world = await openCustody()
})
afterAll(() => world.service.stop())

/** A client of a user who has only these permissions. */
async function clientWith(...permissions: string[]) {
  const user = await world.service.signUp()
  await grantOnly(world.service, world.tenantId, user, permissions)
  return world.service.as(user.token, world.tenantId)
}

/** An asset that a person holds at a location, with the ids to filter by. */
async function heldSomewhere() {
  const { client } = world
  const [asset_id, person_id, location_id] = [
    await world.serialized(),
    await world.person(),
    await world.location(),
  ]
  await client.assetCirculations.create({ asset_id, circulation_type: 'move', location_id })
  await client.assetAssignments.create({ asset_id, person_id })
  return { asset_id, person_id, location_id }
}

describe.each([
  ['person_id', {}],
  ['location_id', {}],
  ['location_id', { include_descendants: true }],
] as const)('assets filtered by %s and %o', (member, options) => {
  test('are those of the records that the caller sees, and none where it sees none of them', async () => {
    const [one, two] = [await heldSomewhere(), await heldSomewhere()]
    const seeing = await clientWith('assets:read', 'persons:read', 'locations:read')
    const blind = await clientWith('assets:read')
    const found = async (client: typeof blind, ...ids: string[]) =>
      (await client.assets.list({ ...options, [member]: ids })).map(({ id }) => id)
    expect(await found(seeing, one[member])).toEqual([one.asset_id])
    expect(await found(seeing, one[member], two[member])).toEqual([two.asset_id, one.asset_id])
    expect(await found(seeing, one[member], newId())).toEqual([one.asset_id])
    expect(await found(seeing, newId())).toEqual([])
    expect(await found(blind, one[member])).toEqual([])
    expect(await found(blind, one[member], two[member])).toEqual([])
    expect(await found(blind, newId())).toEqual([])
  })

  test('go on by a cursor with the same filter alone', async () => {
    const [one, two] = [await heldSomewhere(), await heldSomewhere()]
    const asked = { ...options, [member]: [one[member], two[member]] }
    const answer = await world.client.assets.list.safe({ ...asked, limit: 1 })
    const link = /<([^>]+)>; rel="next"/.exec((answer.ok && answer.headers.get('link')) || '')?.[1] ?? ''
    const cursor = new URL(link).searchParams.get('cursor') ?? ''
    const rest = await world.client.assets.list({ ...asked, cursor })
    expect(rest.map(({ id }) => id)).toEqual([one.asset_id])
    for (const other of [
      { [member]: [one[member]] },
      { [member]: undefined, include_descendants: undefined },
    ])
      expect(errorsIn(await world.client.assets.list.safe({ ...asked, ...other, cursor }))).toEqual([
        'cursor invalid_cursor',
      ])
  })
})

test('relationships are found by the items that the caller sees', async () => {
  const unknown = newId()
  const client = await clientWith('configuration_items:read')
  expect(await client.relationships.list({ source_id: [unknown] })).toEqual([])
  expect(await client.relationships.list({ target_id: [unknown, newId()] })).toEqual([])
})

test('pieces are not issued from a location that the caller does not see', async () => {
  const { client } = world
  const [asset_id, hidden, person_id] = [await world.stock(5), await world.location(), await world.person()]
  await client.assetCirculations.create({ asset_id, circulation_type: 'move', location_id: hidden })
  const blind = await clientWith('assets:read', 'assets:write', 'persons:read')
  const seeing = await clientWith('assets:read', 'assets:write', 'persons:read', 'locations:read')
  const issue = { asset_id, person_id, circulation_type: 'issue', quantity: 9 } as const
  for (const from_location_id of [hidden, newId()])
    expect(errorsIn(await blind.assetCirculations.create.safe({ ...issue, from_location_id }))).toEqual([
      '/from_location_id reference_not_found',
    ])
  const refused = refusal(await seeing.assetCirculations.create.safe({ ...issue, from_location_id: hidden }))
  expect(refused.code).toBe('insufficient_quantity')
})
