import type { ApiContract, Client } from '@commonhold/contract'

/** How big a district is. */
export interface DistrictSize {
  readonly schools: number
  readonly students: number
  readonly staff: number
  readonly years: number
}

/** Requests under way at once while a district is loaded. */
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

/** Works through the items, a fixed number of them at once, and keeps their order. */
async function inTurn<I, R>(items: readonly I[], work: (item: I, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next
      next += 1
      const item = items[at]
      if (item !== undefined) results[at] = await work(item, at)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Loads a district by the interface's own operations; returns its schools. `name` keeps several apart. */
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
  const grades = (await client.schoolGradeLevels.list({ shared: 'only' })).filter(
    ({ key }) => key !== 'ungraded',
  )
  const [teacher] = await client.employmentAssignmentTypes.list({ key: ['teacher'] })
  const schoolIds = await inTurn(
    numbers(schools),
    async (at) => (await client.schools.create({ name: `${name} school ${at}`, code: `${name}-${at}` })).id,
  )
  const yearIds = await inTurn(numbers(years), async (at) => {
    const start = 2026 - years + at + 1
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
  const pupils = numbers(students).map((at) => ({
    at,
    calendars: pick(calendars),
    first: pick(grades.slice(0, 9)),
  }))
  await inTurn(pupils, async (pupil) => {
    const { id: person_id } = await client.persons.create({ external_id: `${name}-student-${pupil.at}` })
    for (const [year, calendar_id] of pupil.calendars.entries()) {
      const grade = grades[Math.min(grades.indexOf(pupil.first) + year, grades.length - 1)]
      const { id } = await client.schoolEnrollments.create({
        person_id,
        calendar_id,
        grade_level_id: grade?.id ?? null,
        entry_date: `${2026 - years + year + 1}-08-17`,
        entry_type: year === 0 ? 'new' : 'next_year',
        is_primary: true,
      })
      const isPast = year < years - 1
      if (isPast)
        await client.schoolEnrollments.withdraw(
          { school_enrollment_id: id },
          { exit_type: 'completed', exit_date: `${2026 - years + year + 2}-06-30` },
        )
    }
  })
  const employees = numbers(staff).map((at) => ({ at, place: Math.floor(random() * schools) }))
  await inTurn(employees, async ({ at, place }) => {
    const { id: person_id } = await client.persons.create({ external_id: `${name}-staff-${at}` })
    const { id: school_employment_id } = await client.schoolEmployments.create({
      person_id,
      school_id: schoolIds[place] ?? '',
      employee_number: `${name}-${at}`,
    })
    await client.schoolEmployments.hire({ school_employment_id }, { hire_date: `${2026 - years + 1}-08-01` })
    for (const calendar_id of calendars[place] ?? []) {
      const { id: assignment_id } = await client.employmentAssignments.create({
        school_employment_id,
        calendar_id,
        assignment_type_id: teacher?.id ?? '',
      })
      await client.employmentAssignments.start({ assignment_id })
    }
  })
  return schoolIds
}
