import { sharedLocationTypes } from '../src/locations/seeds.ts'
import { type Account, type DemoService, eachOf, inOrder } from './service.ts'
import { HOUR, schoolYearOf } from './times.ts'

/** The schools: grades are places among the shared grade levels, where 2 is grade 1. */
export const schoolPlans = [
  {
    name: 'Fjordside Primary School',
    code: 'FPS',
    category: 'primary',
    street: 'Havnegata 14',
    latitude: 60.3921,
    longitude: 5.3221,
    buildings: ['Main building', 'Sports hall'],
    grades: [1, 2, 3, 4, 5, 6, 7],
    share: 0.42,
  },
  {
    name: 'Birkelund Middle School',
    code: 'BMS',
    category: 'middle',
    street: 'Birkeveien 3',
    latitude: 60.3705,
    longitude: 5.3511,
    buildings: ['North wing', 'South wing'],
    grades: [8, 9, 10],
    share: 0.25,
  },
  {
    name: 'Nordby Upper Secondary',
    code: 'NUS',
    category: 'secondary',
    street: 'Universitetsgata 40',
    latitude: 60.4012,
    longitude: 5.3407,
    buildings: ['House A', 'House B', 'Workshop'],
    grades: [11, 12, 13],
    share: 0.33,
  },
] as const

/** Rooms of a first building by name, with what follows the school in their codes. */
const specialRooms = [
  ['Library', 'LIBRARY'],
  ['Staff room', 'STAFF'],
  ['Science lab', 'LAB'],
  ['Music room', 'MUSIC'],
  ['IT store', 'STORE'],
] as const

const typeId = (name: (typeof sharedLocationTypes)[number]['name']) => {
  const found = sharedLocationTypes.find((type) => type.name === name)
  if (!found) throw new Error(`There is no location type ${name}.`)
  return found.id
}

/** A school with what lies in it. */
export interface SchoolPlace {
  readonly id: string
  readonly roomIds: readonly string[]
  readonly storeId: string
  /** Calendars of the former and the present school year. */
  readonly calendarIds: readonly [string, string]
}

export interface Places {
  readonly schools: readonly SchoolPlace[]
  /** The first calendar year of the present school year. */
  readonly year: number
}

/** School years, schools, sites, buildings and rooms. */
export async function makePlaces(
  service: DemoService,
  owner: Account,
  anchor: string,
  moment: Date,
): Promise<Places> {
  const client = service.as(owner, moment)
  const year = schoolYearOf(anchor)
  const [former, present] = await Promise.all(
    [year - 1, year].map((start) =>
      client.schoolYears.create({
        name: `${start}/${String(start + 1).slice(2)}`,
        start: `${start}-08-01`,
        end: `${start + 1}-07-31`,
        is_current: start === year,
      }),
    ),
  )
  if (!former || !present) throw new Error('There are two school years.')
  const grades = (await client.schoolGradeLevels.list({ shared: 'only' })).toSorted(
    (one, other) => one.sequence - other.sequence,
  )
  const schools = await eachOf(schoolPlans, async (plan) => {
    const site = await client.locations.create({
      type_id: typeId('Site'),
      name: `${plan.name}, site`,
      code: plan.code,
      latitude: plan.latitude,
      longitude: plan.longitude,
      address: { line1: plan.street, postal_code: '5003', city: 'Nordby', country: 'NO' },
    })
    const { id } = await client.schools.create({
      name: plan.name,
      code: plan.code,
      category: plan.category,
      location_id: site.id,
      website: `https://${plan.code.toLowerCase()}.nordby.example`,
      grade_level_ids: plan.grades.flatMap((place) => grades[place]?.id ?? []),
    })
    const [before, now] = await inOrder([former, present], (calendar) =>
      client.schoolCalendars.create({
        school_id: id,
        calendar_id: calendar.id,
        name: `${plan.code} ${calendar.name}`,
        is_default: true,
      }),
    )
    const rooms = await makeRooms(service, owner, moment, { ...plan, site: site.id })
    if (!before || !now) throw new Error('A school has a calendar for each year.')
    return { id, ...rooms, calendarIds: [before.id, now.id] as const }
  })
  return { schools, year }
}

async function makeRooms(
  service: DemoService,
  owner: Account,
  moment: Date,
  {
    site,
    code,
    buildings,
  }: { readonly site: string; readonly code: string; readonly buildings: readonly string[] },
): Promise<Pick<SchoolPlace, 'roomIds' | 'storeId'>> {
  const client = service.as(owner, new Date(moment.getTime() + HOUR))
  const roomIds: string[] = []
  let storeId = site
  for (const [place, building] of buildings.entries()) {
    const { id: parent_id } = await client.locations.create({
      type_id: typeId('Building'),
      parent_id: site,
      name: building,
      code: `${code}-${place + 1}`,
    })
    const numbered = [1, 2].flatMap((floor) =>
      [1, 2, 3, 4, 5, 6].map((room) => {
        const number = `${place + 1}${floor}${String(room).padStart(2, '0')}`
        return [`Room ${number}`, number] as const
      }),
    )
    const rooms = place === 0 ? [...numbered, ...specialRooms] : numbered
    for (const [name, end] of rooms) {
      const room = await client.locations.create({
        type_id: typeId('Room'),
        parent_id,
        name,
        code: `${code}-${end}`,
      })
      if (name === 'IT store') storeId = room.id
      else roomIds.push(room.id)
    }
  }
  return { roomIds, storeId }
}
