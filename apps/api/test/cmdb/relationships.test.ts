import { relationshipRules, relationshipTypes } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { createTenant, grantOnly } from '../world.ts'
import { useItems } from './items.ts'

const items = useItems()
const ROUNDS = 12
const acyclic = relationshipTypes.filter((type) => relationshipRules[type].isAcyclic)
const rules = relationshipTypes.map((type) => ({ type, ...relationshipRules[type] }))

describe.each(rules)('$type, seen from the other side as $inverse', ({ type, inverse, isAcyclic }) => {
  test('is one record that both items list', async () => {
    const [a, b] = await items.make(2)
    const made = await items.relate(a, type, b)
    expect(made).toMatchObject({
      source_id: a,
      target_id: b,
      relationship_type: type,
      inverse_name: inverse,
      direction: 'outgoing',
      weight: 10,
      source: { id: a },
      target: { id: b },
    })
    const list = (ci_id: string, direction?: 'outgoing' | 'incoming') =>
      items.client.configurationItems.relationships.list({ ci_id }, direction ? { direction } : {})
    expect(await list(a)).toEqual([made])
    expect(await list(b)).toEqual([{ ...made, direction: 'incoming' }])
    expect([await list(a, 'incoming'), await list(b, 'outgoing')]).toEqual([[], []])
    expect([(await list(a, 'outgoing')).length, (await list(b, 'incoming')).length]).toEqual([1, 1])
    expect(await items.client.relationships.get({ relationship_id: made.id })).toEqual(made)
    await items.client.relationships.delete({ relationship_id: made.id })
    expect(await list(b)).toEqual([])
  })

  test('created by its inverse has its ends swapped, and is the same relationship', async () => {
    const [a, b] = await items.make(2)
    const made = await items.relate(b, inverse, a)
    const isSymmetric = inverse === type
    expect(made).toMatchObject({
      relationship_type: type,
      source_id: isSymmetric ? b : a,
      target_id: isSymmetric ? a : b,
      direction: isSymmetric ? 'outgoing' : 'incoming',
    })
    const again = [await items.tryRelate(b, inverse, a), await items.tryRelate(a, type, b)]
    expect(again.map(items.problemOf)).toMatchObject([{ code: 'already_exists' }, { code: 'already_exists' }])
  })

  test(isAcyclic ? 'leads nowhere back' : 'may lead back', async () => {
    const [a, b, c] = await items.make(3)
    await items.relate(a, type, b)
    await items.relate(b, type, c)
    const back = [await items.tryRelate(c, type, a), await items.tryRelate(a, inverse, c)]
    const expected = isAcyclic ? 'cycle_detected' : undefined
    expect(items.problemOf(back[0] ?? { ok: true })?.code).toBe(expected)
    if (isAcyclic) expect(items.problemOf(back[1] ?? { ok: true })).toMatchObject({ status: 409 })
  })
})

test('two relationships that would close a circle together: one is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const type = acyclic[round % acyclic.length] ?? 'owns'
    const [a, b, c, d] = await items.make(4)
    await items.relate(a, type, b)
    await items.relate(c, type, d)
    const answers = await Promise.all([items.tryRelate(b, type, c), items.tryRelate(d, type, a)])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(answers.map(items.problemOf).filter(Boolean)).toMatchObject([{ code: 'cycle_detected' }])
  }
})

test.each([
  ['relates_to', 'relates_to'],
  ['uses', 'used_by'],
  ['runs_on', 'runs'],
] as const)('%s, made many times at once from both sides, is made once', async (type, inverse) => {
  const [a, b] = await items.make(2)
  const answers = await Promise.all([
    ...Array.from({ length: 3 }, () => items.tryRelate(a, type, b)),
    ...Array.from({ length: 3 }, () => items.tryRelate(b, inverse, a)),
  ])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  for (const refused of answers.filter(({ ok }) => !ok))
    expect(items.problemOf(refused)).toMatchObject({ status: 409, code: 'already_exists' })
})

test('an item is related to another of its tenant that is in use, and to no other', async () => {
  const [a, archived] = await items.make(2)
  await items.client.configurationItems.archive({ ci_id: archived })
  const bob = await items.service.signUp()
  const theirs = items.service.as(bob.token, await createTenant(items.service, { owners: [bob] }))
  const foreign = await theirs.configurationItems.create({ name: 'foreign' })
  expect(items.errorsOf(await items.tryRelate(a, 'uses', a))).toEqual(['/target_id not_allowed_value'])
  expect(items.errorsOf(await items.tryRelate(a, 'uses', foreign.id))).toEqual([
    '/target_id reference_not_found',
  ])
  const ends = [await items.tryRelate(a, 'uses', archived), await items.tryRelate(archived, 'uses', a)]
  expect(ends.map(items.problemOf)).toMatchObject([
    { status: 409, code: 'record_archived' },
    { status: 409, code: 'record_archived' },
  ])
})

test.each(['source', 'target'] as const)(
  'relationships do not change while their %s is archived',
  async (end) => {
    const [a, b] = await items.make(2)
    const { id: relationship_id } = await items.relate(a, 'uses', b)
    const ci_id = end === 'source' ? a : b
    const made = { source: { is_archived: false }, target: { is_archived: false } }
    expect(await items.client.relationships.get({ relationship_id })).toMatchObject(made)
    await items.client.configurationItems.archive({ ci_id })
    expect(
      await items.client.configurationItems.relationships.list({ ci_id: end === 'source' ? b : a }),
    ).toMatchObject([{ ...made, [end]: { is_archived: true } }])
    const attempts = [
      await items.client.relationships.update.safe({ relationship_id }, { weight: 2 }),
      await items.client.relationships.delete.safe({ relationship_id }),
    ]
    const archived = { status: 409, code: 'record_archived' }
    expect(attempts.map(items.problemOf)).toMatchObject([archived, archived])
    await items.client.configurationItems.restore({ ci_id })
    expect((await items.client.relationships.update({ relationship_id }, { weight: 2 })).weight).toBe(2)
    await items.client.relationships.delete({ relationship_id })
  },
)

test('who may change items relates them and takes that back, and deletes no item', async () => {
  const { service, tenantId } = items
  const [a, b] = await items.make(2)
  const member = await service.signUp()
  const client = service.as(member.token, tenantId)
  await grantOnly(service, tenantId, member, ['configuration_items:read', 'configuration_items:write'])
  const { id } = await client.configurationItems.relationships.create(
    { ci_id: a },
    { target_id: b, relationship_type: 'depends_on' },
  )
  const refused = await client.configurationItems.delete.safe({ ci_id: a })
  expect(items.problemOf(refused)?.code).toBe('permission_denied')
  await client.relationships.delete({ relationship_id: id })
  expect(await client.configurationItems.relationships.list({ ci_id: a })).toEqual([])
})

test('an item with relationships is not deleted, and the refusal counts them all', async () => {
  const [a, b, c] = await items.make(3)
  await items.relate(a, 'uses', b)
  await items.relate(c, 'uses', a)
  const answer = await items.client.configurationItems.delete.safe({ ci_id: a })
  expect(items.problemOf(answer)).toMatchObject({
    code: 'dependent_item_exists',
    dependents: { relationships: 2 },
  })
})

test('names are unique among items of one type, without a type, too', async () => {
  const create = (ci_type: 'server' | 'database' | null, name: string) =>
    items.client.configurationItems.create.safe({ name, ci_type })
  for (const ci_type of ['server', null] as const) {
    expect((await create(ci_type, 'mail')).ok).toBe(true)
    expect(items.problemOf(await create(ci_type, 'MAIL'))).toMatchObject({ code: 'already_exists' })
  }
  expect((await create('database', 'mail')).ok).toBe(true)
})

test('all relationships are one list, by their ends and their kind', async () => {
  const [a, b, c] = await items.make(3)
  const [uses, impacts] = [await items.relate(a, 'uses', b), await items.relate(c, 'impacted_by', a)]
  const list = async (query: Parameters<typeof items.client.relationships.list>[0]) =>
    (await items.client.relationships.list(query)).map(({ id }) => id)
  expect(await list({ source_id: [a] })).toEqual([impacts.id, uses.id])
  expect(await list({ source_id: [a], target_id: [b] })).toEqual([uses.id])
  expect(await list({ target_id: [c] })).toEqual([impacts.id])
  expect(await list({ source_id: [a], relationship_type: ['uses'] })).toEqual([uses.id])
  const [first] = await items.client.relationships.list({ target_id: [c] })
  expect(first).toEqual({ ...impacts, direction: 'outgoing' })
})

test('weight and description of a relationship are changed, and what it is between is not', async () => {
  const [a, b] = await items.make(2)
  const { id: relationship_id } = await items.relate(a, 'uses', b)
  const changed = await items.client.relationships.update(
    { relationship_id },
    { weight: 2, description: 'For reports only' },
  )
  expect(changed).toMatchObject({ weight: 2, description: 'For reports only', version: 2 })
  expect((await items.client.configurationItems.impact.list({ ci_id: b }, {}))[0]?.weight).toBe(2)
  const body: object = { target_id: a }
  const fixed = await items.client.relationships.update.safe({ relationship_id }, body)
  expect(fixed.ok).toBe(false)
})
