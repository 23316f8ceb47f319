import type { Accounts } from './accounts.ts'
import { inAddress, type PersonName, someName } from './names.ts'
import { type Places, schoolPlans } from './places.ts'
import { type Random, randomFor } from './random.ts'
import { at, type DemoService, eachOf } from './service.ts'
import type { DistrictSize } from './size.ts'
import { after, DAY, earlier, midnight } from './times.ts'

/** Someone of the district who can be given things and ask for help. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly school: number
  readonly isPupil: boolean
}

interface PersonPlan {
  readonly name: PersonName
  readonly birth_date: string
  readonly school: number
}
interface PupilPlan extends PersonPlan {
  /** Place among the grade levels of the shared catalogue, in the present year. */
  readonly grade: number
  readonly isNew: boolean
}
interface EmployeePlan extends PersonPlan {
  readonly type: string
  readonly title: string
  readonly hired: string
}

const positions = {
  teacher: 'Teacher',
  teaching_aide: 'Teaching assistant',
  administrative_support: 'School office',
  operational_support: 'Caretaker',
  counselor: 'Counsellor',
  librarian: 'Librarian',
} as const

const someDay = (random: Random, year: number) =>
  `${year}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`

/** Who goes to which school, and in which grade. */
function planPupils(count: number, year: number): PupilPlan[] {
  const random = randomFor('pupils')
  const shares = Object.fromEntries(schoolPlans.map(({ share }, place) => [place, share]))
  return Array.from({ length: count }, () => {
    const school = Number(random.weighted(shares))
    const grade = random.pick(at(schoolPlans, school).grades)
    return {
      name: someName(random),
      school,
      grade,
      isNew: random.chance(0.12),
      birth_date: someDay(random, year - 5 - grade),
    }
  })
}

function planStaff(count: number, year: number): EmployeePlan[] {
  const random = randomFor('staff')
  return Array.from({ length: count }, (_, place) => {
    const type = random.weighted({
      teacher: 68,
      teaching_aide: 12,
      administrative_support: 6,
      operational_support: 6,
      counselor: 4,
      librarian: 4,
    })
    return {
      name: someName(random),
      school: place % schoolPlans.length,
      type,
      title: positions[type],
      birth_date: someDay(random, random.between(1962, 2000)),
      hired: `${random.between(year - 14, year - 1)}-08-01`,
    }
  })
}

/** Persons with their enrollments and employments of the former and the present school year. */
export async function makePeople(
  service: DemoService,
  { owner, secretary }: Accounts,
  {
    places,
    size,
    anchor,
    domain,
  }: {
    readonly places: Places
    readonly size: DistrictSize
    readonly anchor: string
    readonly domain: string
  },
): Promise<{ pupils: Person[]; staff: Person[] }> {
  const { year } = places
  const began = [`${year - 1}-08-18`, earlier(`${year}-08-18`, anchor)] as const
  const grades = (
    await service.as(owner, midnight(began[0])).schoolGradeLevels.list({ shared: 'only' })
  ).toSorted((one, other) => one.sequence - other.sequence)

  const pupils = await eachOf(planPupils(size.pupils, year), async (plan, place) => {
    const school = at(places.schools, plan.school)
    const first = after(midnight(began[plan.isNew ? 1 : 0]), -12 * DAY)
    const { id } = await service.as(secretary, first).persons.create({
      external_id: `P-${String(place + 1).padStart(4, '0')}`,
      birth_date: plan.birth_date,
      identity: plan.name,
    })
    const enroll = (of: 0 | 1, entry_type: 'new' | 'next_year') =>
      service.as(secretary, midnight(began[of])).schoolEnrollments.create({
        person_id: id,
        calendar_id: school.calendarIds[of],
        grade_level_id: grades[plan.grade - 1 + of]?.id ?? null,
        entry_date: began[of],
        entry_type,
        is_primary: true,
      })
    if (!plan.isNew) {
      const { id: school_enrollment_id } = await enroll(0, 'new')
      await service
        .as(secretary, midnight(`${year}-07-01`))
        .schoolEnrollments.complete({ school_enrollment_id }, { exit_date: `${year}-06-20` })
    }
    await enroll(1, plan.isNew ? 'new' : 'next_year')
    return { id, name: fullName(plan.name), school: plan.school, isPupil: true }
  })

  const staff = await eachOf(planStaff(size.staff, year), async (plan, place) => {
    const school = at(places.schools, plan.school)
    const client = service.as(secretary, midnight(`${year - 1}-08-01`))
    const number = String(place + 1).padStart(4, '0')
    const { id } = await client.persons.create({
      external_id: `E-${number}`,
      birth_date: plan.birth_date,
      identity: plan.name,
      contacts: [
        { type: 'email', label: 'work', value: `${inAddress(fullName(plan.name))}.${number}@${domain}` },
        { type: 'mobile', value: `+47 412 ${number.slice(0, 2)} ${number}` },
      ],
    })
    const { id: school_employment_id } = await client.schoolEmployments.create({
      person_id: id,
      school_id: school.id,
      employee_number: number,
      employment_type: 'permanent',
      position_title: plan.title,
    })
    await client.schoolEmployments.hire({ school_employment_id }, { hire_date: plan.hired })
    const present = service.as(secretary, midnight(began[1]))
    const { id: assignment_id } = await present.employmentAssignments.create({
      school_employment_id,
      calendar_id: school.calendarIds[1],
      assignment_type: plan.type,
      start_date: began[1],
    })
    await present.employmentAssignments.start({ assignment_id })
    return { id, name: fullName(plan.name), school: plan.school, isPupil: false }
  })
  return { pupils, staff }
}

const fullName = ({ first_name, last_name }: PersonName) => `${first_name} ${last_name}`
