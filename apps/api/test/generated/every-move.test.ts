import type { Lifecycle, Move } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import {
  bringTo,
  codeOf,
  createRecord,
  errorCodesIn,
  lifecycleOf,
  moveOf,
  readRecord,
  recordCall,
  recordIn,
  type Stored,
  sampleOf,
  stateOf,
} from './calls.ts'
import { type GroupName, operations } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { shapeOf } from './schema-walk.ts'
import { send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

const lifecycles = [...new Set(operations.map(({ group }) => group))].flatMap((group) => {
  const { lifecycle } = sampleOf(group)
  return lifecycle ? [{ group, lifecycle }] : []
})

/** Every state with every move. */
const cells = lifecycles.flatMap(({ group, lifecycle }) =>
  Object.keys(lifecycle.states).flatMap((state) =>
    Object.entries(lifecycle.moves).map(([name, move]) => ({ group, lifecycle, state, name, move })),
  ),
)
const allowed = cells.filter(({ state, move }) => move.from.includes(state))
const forbidden = cells.filter(({ state, move }) => !move.from.includes(state))
const isRepeat = ({ lifecycle, state, move }: (typeof cells)[number]) =>
  lifecycle.idempotent === true && move.to === state

/** A new record in the state. */
async function recordInState(group: GroupName, state: string): Promise<Stored> {
  return bringTo(worlds.mine, group, (await createRecord(worlds.mine, group)).id, state)
}

/** The reason and notes in the audit log for one record of a request, which may have changed further records. */
const entries = (requestId: string, id: string) =>
  worlds.service.database
    .sql`select reason, notes from audit_log where request_id = ${requestId} and record_id = ${id}`

test.each(operations.filter(({ group, endpoint }) => endpoint.move && 'lifecycle' in sampleOf(group)))(
  '$place is the move of a lifecycle',
  (operation) => {
    const { group, name, endpoint } = operation
    expect(lifecycleOf(group).moves[name]).toMatchObject({
      operationId: endpoint.operationId,
      path: endpoint.path,
    })
  },
)

describe.each(allowed)('$group in state $state: $name', ({ group, lifecycle, state, name, move }) => {
  const endpoint = moveOf(group, name)

  test('leads to the state of the table, and stamps and clears no more than it says', async () => {
    const before = await recordInState(group, state)
    const answer = await send(worlds.mine, endpoint, recordCall(group, before.id))
    const after = recordIn(answer)
    expect(stateOf(lifecycle, after)).toBe(move.to)
    expect(after).toEqual({
      ...before,
      ...expectedAfter(lifecycle, before, after, state, move),
      version: before.version + 1,
    })
    expect(await readRecord(worlds.mine, group, before.id)).toEqual(after)
  })

  test('keeps reason, notes and the time when it happened', async () => {
    const { id } = await recordInState(group, state)
    // A little in the future, so that days of the record are not later than the move.
    const happened = Date.now() + 60_000
    const there = new Date(happened + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
    const body = { reason: 'because', notes: 'seen by Ada', occurred_at: there }
    const answer = await send(worlds.mine, endpoint, { ...recordCall(group, id), body })
    const after = recordIn(answer)
    for (const stamp of stampsOf(lifecycle, move)) expect(after[stamp]).toBe(new Date(happened).toISOString())
    if ('status_reason' in after) expect(after.status_reason).toBe('because')
    expect(await entries(answer.requestId, id)).toEqual([{ reason: 'because', notes: 'seen by Ada' }])
  })

  test('happens at most five minutes ahead', async () => {
    const { id } = await recordInState(group, state)
    const before = await worlds.fingerprint()
    const body = { occurred_at: new Date(Date.now() + 10 * 60_000).toISOString() }
    const answer = await send(worlds.mine, endpoint, { ...recordCall(group, id), body })
    expect([answer.status, errorCodesIn(answer)]).toEqual([422, ['body /occurred_at out_of_range']])
    expect(await worlds.fingerprint()).toBe(before)
  })

  test('is refused with a stale If-Match, and nothing changes', async () => {
    const { id, version } = await recordInState(group, state)
    const before = await worlds.fingerprint()
    const stale = { ...recordCall(group, id), headers: { 'if-match': `"v${version + 1}"` } }
    const answer = await send(worlds.mine, endpoint, stale)
    expect([answer.status, codeOf(answer)]).toEqual([412, 'precondition_failed'])
    expect(await worlds.fingerprint()).toBe(before)
    const current = { ...recordCall(group, id), headers: { 'if-match': `"v${version}"` } }
    expect((await send(worlds.mine, endpoint, current)).status).toBe(200)
  })

  test('of 16 at once exactly one changes the record', async () => {
    const { id, version } = await recordInState(group, state)
    const call = { ...recordCall(group, id), changesNothing: 'perhaps' } as const
    const answers = await Promise.all(Array.from({ length: 16 }, () => send(worlds.mine, endpoint, call)))
    const counts = Map.groupBy(answers, ({ status }) => status)
    if (lifecycle.idempotent) expect(counts.get(200)).toHaveLength(16)
    else expect([counts.get(200)?.length, counts.get(409)?.length]).toEqual([1, 15])
    expect((await readRecord(worlds.mine, group, id)).version).toBe(version + 1)
    expect((await Promise.all(answers.map(({ requestId }) => entries(requestId, id)))).flat()).toHaveLength(1)
  })
})

describe.each(forbidden.filter((cell) => !isRepeat(cell)))(
  '$group in state $state: $name',
  ({ group, lifecycle, state, name }) => {
    test('is refused with what is possible instead, and nothing changes', async () => {
      const { id } = await recordInState(group, state)
      const before = await worlds.fingerprint()
      const answer = await send(worlds.mine, moveOf(group, name), recordCall(group, id))
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_transition'])
      expect(membersOf(answer.json)).toMatchObject({
        current_state: state,
        allowed_operations: operationsFrom(lifecycle, state),
      })
      expect(await worlds.fingerprint()).toBe(before)
    })
  },
)

describe.each(forbidden.filter(isRepeat))('$group in state $state: $name', ({ group, state, name }) => {
  test('again answers the record as it is, and nothing changes', async () => {
    const record = await recordInState(group, state)
    const before = await worlds.fingerprint()
    const call = { ...recordCall(group, record.id), changesNothing: true }
    expect(recordIn(await send(worlds.mine, moveOf(group, name), call))).toEqual(record)
    expect(await worlds.fingerprint()).toBe(before)
  })
})

/** Lifecycles whose state a PATCH can write, with every pair of states. */
const pairs = lifecycles.flatMap(({ group, lifecycle }) => {
  const update = operations.find((one) => one.group === group && one.name === 'update')
  const members = shapeOf(update?.endpoint.body)
  return Object.entries(lifecycle.states).flatMap(([to, state]) =>
    update && 'equals' in state && state.column in members
      ? Object.keys(lifecycle.states).map((from) => ({
          group,
          lifecycle,
          endpoint: update.endpoint,
          from,
          to,
          body: { [state.column]: state.equals },
          leads: Object.values(lifecycle.moves).some((move) => move.from.includes(from) && move.to === to),
        }))
      : [],
  )
})

describe.each(pairs)(
  '$group in state $from: PATCH to $to',
  ({ group, lifecycle, endpoint, body, ...pair }) => {
    const { from, to, leads } = pair
    // An archived record is not changed at all.
    const isQuiet = from === to && from !== 'archived'
    test(leads ? 'makes the move' : isQuiet ? 'changes nothing' : 'is refused', async () => {
      const record = await recordInState(group, from)
      const call = { ...recordCall(group, record.id), body }
      if (leads) {
        expect(stateOf(lifecycle, recordIn(await send(worlds.mine, endpoint, call)))).toBe(to)
        return
      }
      if (isQuiet) {
        expect(recordIn(await send(worlds.mine, endpoint, { ...call, changesNothing: true }))).toEqual(record)
        return
      }
      const before = await worlds.fingerprint()
      const answer = await send(worlds.mine, endpoint, call)
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_transition'])
      expect(membersOf(answer.json)).toMatchObject({
        current_state: from,
        allowed_operations: operationsFrom(lifecycle, from),
      })
      expect(await worlds.fingerprint()).toBe(before)
    })
  },
)

test('a PATCH writes the states of assets, enrollments, employments and assignments', () => {
  expect([...new Set(pairs.map(({ group }) => group))].sort()).toEqual([
    'assets',
    'employmentAssignments',
    'schoolEmployments',
    'schoolEnrollments',
  ])
})

/** The operations that are allowed in a state: the cells above prove that they are. */
const operationsFrom = ({ moves }: Lifecycle, state: string) =>
  Object.values(moves)
    .filter(({ from }) => from.includes(state))
    .map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
    .sort()

/** The columns that store the time of the move. */
function stampsOf({ states }: Lifecycle, move: Move): string[] {
  return [states[move.to]?.stamp, move.stamp].filter((stamp) => stamp !== undefined)
}

/** The members that a move may change, with the values that the lifecycle requires. */
function expectedAfter(lifecycle: Lifecycle, before: Stored, after: Stored, state: string, move: Move) {
  const left = lifecycle.states[state]
  const entered = lifecycle.states[move.to]
  expect(Date.parse(String(after.updated_at))).toBeGreaterThanOrEqual(Date.parse(String(before.updated_at)))
  return {
    updated_at: after.updated_at,
    ...('status_reason' in before ? { status_reason: null } : {}),
    ...(entered && 'equals' in entered ? { [entered.column]: entered.equals } : {}),
    ...(move.clearsLeft && left?.stamp ? { [left.stamp]: null } : {}),
    ...Object.fromEntries(stampsOf(lifecycle, move).map((stamp) => [stamp, after.updated_at])),
    ...Object.fromEntries((move.sets ?? []).map((member) => [member, after[member]])),
  }
}
