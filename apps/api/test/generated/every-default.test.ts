import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recordIn, sampleOf, validCall } from './calls.ts'
import { operationsWhere } from './operations.ts'
import { shapeOf } from './schema-walk.ts'
import { send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

/** Members that may be left out and cannot be null. */
const withDefault = (body: z.core.$ZodType | undefined): string[] =>
  Object.entries(shapeOf(body)).flatMap(([member, schema]) =>
    schema instanceof z.ZodOptional && !z.safeParse(schema, null).success ? [member] : [],
  )

const creates = operationsWhere(
  ({ method, body, permission }) =>
    method === 'post' && permission !== 'public' && withDefault(body).length > 0,
)

test.each(creates)('$place takes null for its defaults', async (operation) => {
  const { endpoint } = operation
  const call = await validCall(worlds.mine, operation)
  const nulls = Object.fromEntries(withDefault(endpoint.body).map((member) => [member, null]))
  const answer = await send(worlds.mine, endpoint, { ...call, body: { ...nulls, ...Object(call.body) } })
  expect([answer.status, answer.text]).toEqual([endpoint.success.status, answer.text])
})

const keyed = operationsWhere(
  ({ method, path, body }) => method === 'post' && !path.includes('{') && withDefault(body).includes('key'),
).filter(({ name }) => name === 'create')

test('keys are made for all ten kinds of configuration, and for projects', () => {
  expect(keyed.map(({ group }) => group).sort()).toEqual([
    'employmentAssignmentTypes',
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

describe.each(keyed.filter(({ group }) => group !== 'projects'))('$group', ({ group, endpoint }) => {
  const make = async (world: typeof worlds.mine, name: string) => {
    const { key: _, ...body } = Object(await sampleOf(group).create?.(world))
    return recordIn(await send(world, endpoint, { body: { ...body, name } })).key
  }

  test('get a key from their name', async () => {
    expect(await make(worlds.mine, '2. Réparation & Größe!')).toBe('reparation_gro_e')
    const key = String(await make(worlds.mine, 'x'.repeat(255)))
    expect(key).toMatch(/^x{40}$/)
    expect(String(await make(worlds.mine, '日本語'))).toMatch(/^[a-z_]+$/)
  })

  test('get different keys where their names are alike, in each tenant its own', async () => {
    const names = ['Spare part', 'Spare-part', 'Spare  PART!', 'spare.part']
    const workflow = group === 'issueWorkflowTransitions'
    const keys = await Promise.all(names.map((name) => make(worlds.mine, name)))
    // A move shares its key with those that leave other statuses; the samples leave one of their own each.
    expect([...new Set(keys)].sort()).toEqual(
      workflow ? ['spare_part'] : ['spare_part', 'spare_part_2', 'spare_part_3', 'spare_part_4'],
    )
    expect(await make(worlds.other, 'Spare part')).toBe('spare_part')
  })

  test.runIf(group !== 'issueWorkflowTransitions')('get no key of a shared one', async () => {
    expect(await make(worlds.root, 'Known to all')).toBe('known_to_all')
    expect(await make(worlds.mine, 'Known to all')).toBe('known_to_all_2')
  })
})
