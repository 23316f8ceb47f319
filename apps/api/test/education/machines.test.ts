import { describe, expect, test } from 'vitest'
import { startUntilWaiting } from '../waiting.ts'
import { unique, useSchoolWorld } from './school-world.ts'

const world = useSchoolWorld()

/** A kind of records with states, and the calls that create one in a state and move it. */
interface Machine {
  /** For each state, the state that each move leads to. A move that is missing here is refused. */
  readonly table: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly moves: readonly string[]
  make(state: string): Promise<string>
  move(name: string, id: string): Promise<{ ok: boolean; data?: unknown; error?: unknown }>
  status(id: string): Promise<string>
}

const enrollments: Machine = {
  table: {
    enrolled: {
      withdraw: 'withdrawn',
      graduate: 'graduated',
      complete: 'completed',
      transfer: 'transferred',
    },
    withdrawn: { reenroll: 'enrolled' },
    transferred: { reenroll: 'enrolled' },
    completed: { reenroll: 'enrolled' },
    graduated: {},
  },
  moves: ['withdraw', 'graduate', 'complete', 'transfer', 'reenroll'],
  async make(state) {
    const body = { person_id: await world.person(), calendar_id: await world.calendar() }
    const { id } = await world.client.schoolEnrollments.create(body)
    const ways = {
      withdrawn: 'withdraw',
      transferred: 'transfer',
      graduated: 'graduate',
      completed: 'complete',
    }
    const way = Object.entries(ways).find(([reached]) => reached === state)?.[1]
    if (way) await enrollments.move(way, id)
    return id
  },
  move: (name, school_enrollment_id) =>
    world.client.schoolEnrollments[name as 'withdraw'].safe({ school_enrollment_id }),
  status: async (school_enrollment_id) =>
    (await world.client.schoolEnrollments.get({ school_enrollment_id })).status,
}

const employments: Machine = {
  table: {
    pending: { hire: 'active', terminate: 'terminated' },
    active: { terminate: 'terminated', retire: 'retired' },
    terminated: { reactivate: 'active' },
    retired: { reactivate: 'active' },
  },
  moves: ['hire', 'terminate', 'retire', 'reactivate'],
  async make(state) {
    const body = { person_id: await world.person(), school_id: await world.school() }
    const { id } = await world.client.schoolEmployments.create(body)
    if (state !== 'pending') await employments.move('hire', id)
    const way = { terminated: 'terminate', retired: 'retire' }[state]
    if (way) await employments.move(way, id)
    return id
  },
  move: (name, school_employment_id) =>
    world.client.schoolEmployments[name as 'hire'].safe({ school_employment_id }),
  status: async (school_employment_id) =>
    (await world.client.schoolEmployments.get({ school_employment_id })).status,
}

const assignments: Machine = {
  table: {
    planned: { start: 'active', end: 'ended' },
    active: { end: 'ended' },
    ended: { reactivate: 'active' },
  },
  moves: ['start', 'end', 'reactivate'],
  async make(state) {
    const key = unique('role')
    const type = await world.client.employmentAssignmentTypes.create({ key, name: key })
    const { id } = await world.client.employmentAssignments.create({
      school_employment_id: await employments.make('active'),
      calendar_id: await world.calendar(),
      assignment_type_id: type.id,
    })
    const way = { active: 'start', ended: 'end' }[state]
    if (way) await assignments.move(way, id)
    return id
  },
  move: (name, assignment_id) => world.client.employmentAssignments[name as 'start'].safe({ assignment_id }),
  status: async (assignment_id) => (await world.client.employmentAssignments.get({ assignment_id })).status,
}

describe.each([
  ['enrollments', enrollments],
  ['employments', employments],
  ['assignments', assignments],
])('%s', (_, machine) => {
  const cases = Object.keys(machine.table).flatMap((state) =>
    machine.moves.map((move) => ({ state, move, to: machine.table[state]?.[move] })),
  )

  test.each(cases)('$state, $move: $to', async ({ state, move, to }) => {
    const id = await machine.make(state)
    expect(await machine.status(id)).toBe(state)
    const answer = await machine.move(move, id)
    expect(await machine.status(id)).toBe(to ?? state)
    if (to) expect(answer).toMatchObject({ ok: true, data: { status: to } })
    else
      expect(answer).toMatchObject({
        ok: false,
        error: {
          status: 409,
          code: 'invalid_transition',
          problem: {
            current_state: state,
            allowed_operations: Object.keys(machine.table[state] ?? {}).sort(),
          },
        },
      })
  })
})

/** Sets a state by PATCH, and returns the record. */
type StatePatch = (id: string) => Promise<{ readonly status: string; readonly version: number }>

const toEnded: StatePatch = (assignment_id) =>
  world.client.employmentAssignments.update({ assignment_id }, { status: 'ended' })
const toWithdrawn: StatePatch = (school_enrollment_id) =>
  world.client.schoolEnrollments.update({ school_enrollment_id }, { status: 'withdrawn' })
const toTerminated: StatePatch = (school_employment_id) =>
  world.client.schoolEmployments.update({ school_employment_id }, { status: 'terminated' })

test.each([
  ['school_enrollments', enrollments, 'enrolled', toWithdrawn],
  ['school_employments', employments, 'active', toTerminated],
  ['employment_assignments', assignments, 'active', toEnded],
] as const)(
  '%s: the second of two PATCHes to the same state finds it made',
  async (table, machine, state, patch) => {
    const id = await machine.make(state)
    const { sql } = world.service.database
    const locking = await sql.reserve()
    await locking`begin`
    await locking`select commonhold_select_tenant(${world.tenantId})`
    await locking`select from ${locking(table)} where id = ${id} for update`
    const first = await startUntilWaiting(sql, () => patch(id))
    const second = await startUntilWaiting(sql, () => patch(id), 2)
    await locking`rollback`
    locking.release()
    expect([first.isOver, second.isOver]).toEqual([false, false])
    const [one, other] = await Promise.all([first.answer, second.answer])
    expect(other).toEqual(one)
  },
)
