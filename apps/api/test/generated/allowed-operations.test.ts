import { describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { type Desk, problemOf, useDesk } from '../work/desk.ts'
import { createPerson } from '../world.ts'
import { newName, perform } from './advice/advice.ts'

/*
 * Every operation that a refusal lists as allowed must succeed. `every-move.test.ts` proves it for lifecycles, with each move
 * from each state. This file covers refusals with other lists.
 */
const desk = useDesk()

interface Refused {
  readonly send: () => Promise<unknown>
  /** The path of the record whose operations the refusal lists. */
  readonly path: string
  /** The tenant that the operations name; null for none. */
  readonly tenantId?: string | null
}

async function newAsset({ client }: Desk): Promise<string> {
  const { id: model_id } = await client.assetModels.create({ name: newName(), tracking_type: 'serialized' })
  return (await client.assets.create({ model_id, name: newName(), serial_number: newName() })).id
}

const newPerson = () => createPerson(desk.service, desk.tenantId)

/** A request that is refused for an assignment with this first day. */
const refusedTo =
  (start_date: string, send: (path: { readonly assignment_id: string }) => Promise<unknown>) =>
  async (): Promise<Refused> => {
    const body = { asset_id: await newAsset(desk), person_id: await newPerson(), start_date }
    const { id: assignment_id } = await desk.client.assetAssignments.create(body)
    return { send: () => send({ assignment_id }), path: `/assignments/${assignment_id}` }
  }

const reopened = async (path: { readonly assignment_id: string }) => {
  await desk.client.assetAssignments.close(path)
  return desk.client.assetAssignments.update(path, { status: 'active' })
}

type Leaving = 'archive' | 'retire' | 'markLost' | 'markStolen' | 'dispose'

/** A request that is refused for an asset after these moves. */
const refusedAfter =
  (moves: readonly Leaving[], send: (asset_id: string) => Promise<unknown>) => async (): Promise<Refused> => {
    const asset_id = await newAsset(desk)
    for (const move of moves) await desk.client.assets[move]({ asset_id })
    return { send: () => send(asset_id), path: `/assets/${asset_id}` }
  }

const assign = async (asset_id: string) =>
  desk.client.assetAssignments.create({ asset_id, person_id: await newPerson() })

const states: readonly (readonly [name: string, arrange: () => Promise<Refused>])[] = [
  [
    'a scheduled assignment, closed',
    refusedTo('2999-01-01', (path) => desk.client.assetAssignments.close(path)),
  ],
  [
    'a scheduled assignment, made active',
    refusedTo('2999-01-01', (path) => desk.client.assetAssignments.update(path, { status: 'active' })),
  ],
  [
    'an active assignment, called off',
    refusedTo('2024-01-01', (path) => desk.client.assetAssignments.delete(path)),
  ],
  [
    'an active assignment, made scheduled',
    refusedTo('2024-01-01', (path) => desk.client.assetAssignments.update(path, { status: 'scheduled' })),
  ],
  ['a closed assignment, made active', refusedTo('2024-01-01', reopened)],
  ...(
    [
      ['archive'],
      ['retire'],
      ['markLost'],
      ['markStolen'],
      ['dispose'],
      ['retire', 'archive'],
      ['markLost', 'archive'],
      ['dispose', 'archive'],
    ] satisfies Leaving[][]
  ).map((moves) => [`an asset after ${moves.join(' and ')}, assigned`, refusedAfter(moves, assign)] as const),
  [
    'an archived asset that was disposed of, made active',
    refusedAfter(['dispose', 'archive'], (asset_id) =>
      desk.client.assets.update({ asset_id }, { status: 'active' }),
    ),
  ],
  [
    'a tenant in use, deleted',
    async () => {
      const { id: tenant_id } = await desk.client.tenants.create({ name: newName() })
      const send = () => desk.client.tenants.delete({ tenant_id })
      return { send, path: `/tenants/${tenant_id}`, tenantId: null }
    },
  ],
]

test.each(states)('%s: each of the allowed operations can be done', async (_, arrange) => {
  const { send } = await arrange()
  const refused = await problemOf(send())
  expect(refused).toMatchObject({ status: 409, allowed_operations: expect.any(Array) })
  for (const operation of [refused?.allowed_operations].flat()) {
    const { send: again, path, tenantId = desk.tenantId } = await arrange()
    await problemOf(again())
    const place =
      operation === 'delete'
        ? { method: 'DELETE', path }
        : { method: 'POST', path: `${path}/${String(operation)}` }
    expect([operation, await perform(desk, place, { params: {}, tenantId })]).toEqual([
      operation,
      operation === 'delete' ? 204 : 200,
    ])
  }
})

/** Creates a change that waits for the approval of a member, and brings it into a state. */
async function newChange(bring: (change: Change) => Promise<unknown>): Promise<string> {
  const approver = await desk.member(['issues:read', 'issues:write'])
  const { id: issue_id } = await desk.newIssue({
    issue_type: 'change',
    details: { change_type: 'emergency', implementation_plan: 'Swap it', approver_ids: [approver.id] },
  })
  await desk.client.issues.update({ issue_id }, { status: 'authorize' })
  await bring({
    issue_id,
    vote: (decision) =>
      approver.client.issues.approvals.create({ issue_id }, { decision, comment: 'So be it' }),
  })
  return issue_id
}

interface Change {
  readonly issue_id: string
  readonly vote: (decision: 'approve' | 'reject') => Promise<unknown>
}

/** An issue in progress that another issue blocks. */
async function blocked(): Promise<string> {
  const [issue, blocker] = [await desk.newIssue({ status: 'in_progress' }), await desk.newIssue()]
  const body = { linked_issue_id: issue.id, link_type: 'blocks' }
  await desk.client.issues.links.create({ issue_id: blocker.id }, body)
  return issue.id
}

describe('the transitions that are named in the place of one that there is not', () => {
  test.each([
    ['a new issue', async () => (await desk.newIssue()).id],
    ['an issue that another blocks', blocked],
    ['a change that waits for its approval', () => newChange(async () => {})],
    ['an approved change', () => newChange(({ vote }) => vote('approve'))],
    ['a rejected change', () => newChange(({ vote }) => vote('reject'))],
  ])('of %s can be made', async (_, arrange) => {
    const issue_id = await arrange()
    const move = { transition_id: newId() }
    const refused = await problemOf(desk.client.issues.transition({ issue_id }, move))
    expect(refused).toMatchObject({ status: 409, code: 'transition_not_available' })
    const available = [refused?.available].flat() as readonly { readonly id: string }[]
    expect(available).not.toEqual([])
    for (const { id: transition_id } of available) {
      const another = await arrange()
      const problem = await problemOf(desk.client.issues.transition({ issue_id: another }, { transition_id }))
      // The transition may require values: then the answer says so.
      if (problem) expect(problem).toMatchObject({ status: 422 })
    }
  })
})
