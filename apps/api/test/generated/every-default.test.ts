import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recordIn, sampleOf, validCall } from './calls.ts'
import { type Operation, operationsWhere } from './operations.ts'
import { shapeOf } from './schema-walk.ts'
import { send, useWorlds, type World } from './worlds.ts'

const worlds = useWorlds()

/** Members that may be omitted but cannot be null. */
const withDefault = (body: z.core.$ZodType | undefined): string[] =>
  Object.entries(shapeOf(body)).flatMap(([member, schema]) =>
    schema instanceof z.ZodOptional && !z.safeParse(schema, null).success ? [member] : [],
  )

const creates = operationsWhere(
  ({ method, body, permission }) =>
    method === 'post' && permission !== 'public' && withDefault(body).length > 0,
)

test.each(creates)('$place accepts null for its defaults', async (operation) => {
  const { endpoint } = operation
  const call = await validCall(worlds.mine, operation)
  const nulls = Object.fromEntries(withDefault(endpoint.body).map((member) => [member, null]))
  const answer = await send(worlds.mine, endpoint, { ...call, body: { ...nulls, ...Object(call.body) } })
  expect([answer.status, answer.text]).toEqual([endpoint.success.status, answer.text])
})

const keyed = operationsWhere(
  ({ method, path, body }) => method === 'post' && !path.includes('{') && withDefault(body).includes('key'),
).filter(({ name }) => name === 'create')

test('keys are made for all kinds of configuration, and for projects and groups', () => {
  expect(keyed.map(({ group }) => group).sort()).toEqual([
    'employmentAssignmentTypes',
    'groups',
    'issueFields',
    'issueLinkTypes',
    'issuePriorities',
    'issueScreens',
    'issueStatuses',
    'issueTypes',
    'issueWorkflowTransitions',
    'issueWorkflows',
    'projects',
    'schoolGradeLevels',
  ])
})

/** Creates a record with the name and without a key, and returns its key. */
async function keyMade({ group, endpoint }: Operation, world: World, name: string): Promise<unknown> {
  const { key: _, ...body } = Object(await sampleOf(group).create?.(world))
  return recordIn(await send(world, endpoint, { body: { ...body, name } })).key
}

const inWords = keyed.filter(({ group }) => group !== 'projects')

describe.each(inWords)('$group', (operation) => {
  test('get a key from their name', async () => {
    expect(await keyMade(operation, worlds.mine, '2. Réparation & Größe!')).toBe('reparation_grosse')
    expect(await keyMade(operation, worlds.mine, 'x'.repeat(255))).toMatch(/^x{40}$/)
    expect(await keyMade(operation, worlds.mine, '日本語')).toMatch(/^[a-z_]+$/)
  })

  test('get different keys where their names are alike, in each tenant its own', async () => {
    const names = ['Spare part', 'Spare-part', 'Spare  PART!', 'spare.part']
    const keys = await Promise.all(names.map((name) => keyMade(operation, worlds.mine, name)))
    expect(keys.sort()).toEqual(['spare_part', 'spare_part_2', 'spare_part_3', 'spare_part_4'])
    expect(await keyMade(operation, worlds.other, 'Spare part')).toBe('spare_part')
  })
})

/** Excludes transitions, which belong to a workflow, and groups, which belong to a tenant: their keys are never shared. */
const shared = inWords.filter(({ group }) => group !== 'issueWorkflowTransitions' && group !== 'groups')

test.each(shared)('$group get no key of a shared one', async (operation) => {
  expect(await keyMade(operation, worlds.root, 'Known to all')).toBe('known_to_all')
  expect(await keyMade(operation, worlds.mine, 'Known to all')).toBe('known_to_all_2')
})
