import { expect, test } from 'vitest'
import { grantOnly } from '../world.ts'
import { unique, useSchoolWorld } from './school-world.ts'

const world = useSchoolWorld()

const fieldsOf = (entries: readonly { action: string; changes: readonly { field: string }[] }[]) =>
  entries.map(({ action, changes }) => [action, changes.map(({ field }) => field)] as const)

test('an enrollment says what was done to it, by whom, and hides whom the reader does not see', async () => {
  const calendar_id = await world.calendar()
  const person_id = await world.person()
  const { id, created_by } = await world.client.schoolEnrollments.create({
    person_id,
    calendar_id,
    entry_date: '2024-09-02',
  })
  const of = { school_enrollment_id: id }
  await world.client.schoolEnrollments.withdraw(of, { exit_date: '2025-01-31', reason: 'Moved to Leeds' })
  const history = await world.client.schoolEnrollments.history.list(of)
  expect(history).toMatchObject([
    { action: 'created', operation: 'createSchoolEnrollment', actor_id: created_by },
    { action: 'moved', operation: 'withdrawSchoolEnrollment', reason: 'Moved to Leeds' },
  ])
  const named = history.flatMap(({ changes }) => changes).find(({ field }) => field === 'person_id')
  expect(named?.to).toBe(person_id)
  const reader = await world.service.signUp()
  await grantOnly(world.service, world.tenantId, reader, ['education:read'])
  const visible = await world.service.as(reader.token, world.tenantId).schoolEnrollments.history.list(of)
  expect(JSON.stringify(visible)).not.toContain(person_id)
  expect(visible.map(({ action }) => action)).toEqual(['created', 'moved'])
})

test('an employment and its assignment each say what was done to them', async () => {
  const { id } = await world.client.schoolEmployments.create({
    person_id: await world.person(),
    school_id: await world.school(),
    employee_number: unique('E'),
  })
  const of = { school_employment_id: id }
  await world.client.schoolEmployments.hire(of, { hire_date: '2024-08-01' })
  const key = unique('role')
  const type = await world.client.employmentAssignmentTypes.create({ key, name: key })
  const { id: assignment_id } = await world.client.employmentAssignments.create({
    ...of,
    calendar_id: await world.calendar(),
    assignment_type_id: type.id,
  })
  await world.client.schoolEmployments.terminate(of, { end_date: '2025-06-30' })
  const [created, moved, terminated] = fieldsOf(await world.client.schoolEmployments.history.list(of))
  expect(created?.[1]).not.toContain('employee_key')
  expect(moved).toEqual(['moved', ['status', 'hire_date', 'hired_at']])
  expect(terminated?.[0]).toBe('moved')
  expect(fieldsOf(await world.client.employmentAssignments.history.list({ assignment_id }))).toMatchObject([
    ['created', expect.anything()],
    ['updated', ['status', 'end_date', 'ended_at']],
  ])
})
