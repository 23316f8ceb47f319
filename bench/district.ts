import type { ApiContract, Client } from '@commonhold/contract'

/** The size of a district. */
export interface DistrictSize {
  readonly schools: number
  readonly students: number
  readonly staff: number
  readonly years: number
}

/** Concurrent requests while a district is loaded. */
const AT_ONCE = 16

/** A seeded sequence of numbers from 0 to below 1 (mulberry32): the same district every time. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Processes the items with a fixed concurrency; results are in the order of the items. Calls `report` after each tenth. */
async function inTurn<I, R>(
  items: readonly I[],
  work: (item: I, at: number) => Promise<R>,
  report: (done: number) => void = () => {},
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  let done = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next
      next += 1
      const item = items[at]
      if (item !== undefined) results[at] = await work(item, at)
      done += 1
      if (done % Math.ceil(items.length / 10) === 0) report(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

const firstNames = [
  'Ada',
  'Bo',
  'Carmen',
  'Deniz',
  'Emil',
  'Fatima',
  'Grace',
  'Hiro',
  'Ines',
  'Jonas',
  'Kofi',
]
const lastNames = [
  'Arslan',
  'Baker',
  'Costa',
  'Diallo',
  'Evans',
  'Fischer',
  'Garcia',
  'Haddad',
  'Ito',
  'Jansen',
]

/** Loads a district by the operations of the API; returns the ids of its schools. `name` distinguishes several districts. */
export async function loadDistrict(
  client: Client<ApiContract>,
  name: string,
  { schools, students, staff, years }: DistrictSize,
): Promise<string[]> {
  const random = randomNumbers(20_260_801)
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('there is nothing to pick from')
    return item
  }
  const someone = () => ({ first_name: pick(firstNames), last_name: pick(lastNames) })
  const started = performance.now()
  const reportOf = (of: string, all: number) => (done: number) =>
    process.stdout.write(
      `${done} of ${all} ${of} after ${Math.round((performance.now() - started) / 1_000)} s\n`,
    )
  const firstYear = 2026 - years + 1
  const grades = (await client.schoolGradeLevels.list({ shared: 'only' })).filter(
    ({ key }) => key !== 'ungraded',
  )
  const [teacher] = await client.employmentAssignmentTypes.list({ key: ['teacher'] })
  const schoolIds = await inTurn(
    numbers(schools),
    async (at) => (await client.schools.create({ name: `${name} school ${at}`, code: `${name}-${at}` })).id,
  )
  const yearIds = await inTurn(numbers(years), async (at) => {
    const start = firstYear + at
    const days = { start: `${start}-08-01`, end: `${start + 1}-07-31` }
    return (await client.schoolYears.create({ name: `${name} ${start}`, ...days })).id
  })
  const calendars = await inTurn(schoolIds, async (school_id) =>
    inTurn(
      yearIds,
      async (calendar_id) =>
        (await client.schoolCalendars.create({ name: 'Regular', school_id, calendar_id, is_default: true }))
          .id,
    ),
  )
  // Chosen beforehand, so that the choices do not depend on the order of the answers.
  const pupils = numbers(students).map((at) => ({
    external_id: `${name}-student-${at}`,
    identity: someone(),
    calendars: pick(calendars),
    first: grades.indexOf(pick(grades.slice(0, 9))),
  }))
  const attend = async ({ external_id, identity, calendars: theirs, first }: (typeof pupils)[number]) => {
    const { id: person_id } = await client.persons.create({ external_id, identity })
    for (const [year, calendar_id] of theirs.entries()) {
      const { id: school_enrollment_id } = await client.schoolEnrollments.create({
        person_id,
        calendar_id,
        grade_level_id: grades[Math.min(first + year, grades.length - 1)]?.id ?? null,
        entry_date: `${firstYear + year}-08-17`,
        entry_type: year === 0 ? 'new' : 'next_year',
        is_primary: true,
      })
      if (year < years - 1)
        await client.schoolEnrollments.withdraw(
          { school_enrollment_id },
          { exit_type: 'completed', exit_date: `${firstYear + year + 1}-06-30` },
        )
    }
  }
  await inTurn(pupils, attend, reportOf('students', students))
  const employees = numbers(staff).map((at) => ({
    employee_number: `${name}-${at}`,
    identity: someone(),
    place: Math.floor(random() * schools),
  }))
  const work = async ({ employee_number, identity, place }: (typeof employees)[number]) => {
    const external_id = `${employee_number}-staff`
    const { id: person_id } = await client.persons.create({ external_id, identity })
    const school_id = schoolIds[place] ?? ''
    const { id: school_employment_id } = await client.schoolEmployments.create({
      person_id,
      school_id,
      employee_number,
    })
    await client.schoolEmployments.hire({ school_employment_id }, { hire_date: `${firstYear}-08-01` })
    for (const [year, calendar_id] of (calendars[place] ?? []).entries()) {
      const { id: assignment_id } = await client.employmentAssignments.create({
        school_employment_id,
        calendar_id,
        assignment_type_id: teacher?.id ?? '',
        start_date: `${firstYear + year}-08-17`,
      })
      await client.employmentAssignments.start({ assignment_id })
      if (year < years - 1)
        await client.employmentAssignments.end(
          { assignment_id },
          { end_date: `${firstYear + year + 1}-06-30` },
        )
    }
  }
  await inTurn(employees, work, reportOf('staff', staff))
  return schoolIds
}
