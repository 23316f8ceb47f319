import type { Accounts } from './accounts.ts'
import { deviceModels, stockModels } from './device-models.ts'
import type { Person } from './people.ts'
import { type Places, schoolPlans } from './places.ts'
import { type Random, randomFor } from './random.ts'
import { at, type DemoService, eachOf } from './service.ts'
import type { DistrictSize } from './size.ts'
import { after, atWork, DAY, dayOf, HOUR, midnight } from './times.ts'

/** A device of the district, and who has it. */
export interface Device {
  readonly id: string
  readonly tag: string
  readonly model: string
  readonly category: string
  readonly school: number
  readonly isActive: boolean
}

export interface Surroundings {
  readonly accounts: Accounts
  readonly places: Places
  readonly pupils: readonly Person[]
  readonly staff: readonly Person[]
  readonly anchor: string
}

interface DevicePlan {
  readonly model: (typeof deviceModels)[number]
  readonly school: number
  readonly serial_number: string
  readonly bought: Date
  /** Who had it first, if that person gave it back. */
  readonly former: Person | undefined
  readonly holder: Person | undefined
  readonly fate: 'in_use' | 'lost' | 'retired'
}

const serialLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
const serialNumber = (random: Random) =>
  Array.from({ length: 10 }, () => random.pick([...serialLetters])).join('')

/** Devices of pupils and staff go round: each person has at most one. */
function planDevices(count: number, { pupils, staff, anchor }: Surroundings): DevicePlan[] {
  const random = randomFor('devices')
  const weights = Object.fromEntries(deviceModels.map(({ weight }, place) => [place, weight]))
  const queues = { pupils: [...pupils], staff: [...staff], rooms: [] as Person[] }
  const goLive = after(midnight(anchor), -390 * DAY)
  return Array.from({ length: count }, () => {
    const model = at(deviceModels, Number(random.weighted(weights)))
    const school = random.between(0, schoolPlans.length - 1)
    const holder = random.chance(0.9) ? queues[model.for].shift() : undefined
    const people = model.for === 'pupils' ? pupils : staff
    const former = model.for !== 'rooms' && random.chance(0.2) ? random.pick(people) : undefined
    const fate = holder ? 'in_use' : random.weighted({ in_use: 70, lost: 10, retired: 20 })
    return {
      model,
      school: holder?.school ?? school,
      serial_number: serialNumber(random),
      bought: after(goLive, -random.between(10, 900) * DAY),
      former,
      holder,
      fate,
    }
  })
}

/** Models, devices and stock, with who had and has them. */
export async function makeDevices(
  service: DemoService,
  size: DistrictSize,
  surroundings: Surroundings,
): Promise<Device[]> {
  const { accounts, places, anchor } = surroundings
  const goLive = atWork(after(midnight(anchor), -380 * DAY))
  const models = new Map(
    await eachOf(deviceModels, async ({ name, manufacturer, category }) => {
      const model = { name, manufacturer, category, tracking_type: 'serialized' } as const
      return [name, (await service.as(accounts.technician, goLive).assetModels.create(model)).id] as const
    }),
  )
  await makeStocks(service, size, surroundings, goLive)
  const random = randomFor('rooms')
  const plans = planDevices(size.devices, surroundings).map((plan) => ({
    ...plan,
    room: random.pick(at(places.schools, plan.school).roomIds),
    days: random.between(1, 120),
  }))
  return eachOf(plans, async ({ model, school, room, days, ...plan }, place) => {
    const tag = `NB-${String(place + 1).padStart(4, '0')}`
    const { storeId } = at(places.schools, school)
    const client = service.as(accounts.technician, goLive)
    const { id: asset_id } = await client.assets.create({
      model_id: models.get(model.name) ?? '',
      name: `${model.name} ${place + 1}`,
      asset_tag: tag,
      serial_number: plan.serial_number,
      purchase_date: dayOf(plan.bought),
      purchase_cost: model.cost,
      currency: 'EUR',
      warranty_end_date: dayOf(after(plan.bought, 3 * 365 * DAY)),
      location_id: storeId,
    })
    const give = async (to: { person_id: string } | { location_id: string }, moment: Date) =>
      (
        await service
          .as(accounts.technician, moment)
          .assetAssignments.create({ asset_id, ...to, start_date: dayOf(moment) })
      ).id
    const first = atWork(after(goLive, (2 + (place % 9)) * DAY))
    if (plan.former && plan.former !== plan.holder) {
      const assignment_id = await give({ person_id: plan.former.id }, first)
      const back = atWork(after(first, (20 + days) * DAY))
      await service
        .as(accounts.second_technician, back)
        .assetAssignments.close({ assignment_id }, { end_date: dayOf(back) })
    }
    const second = atWork(after(first, (160 + days) * DAY))
    if (plan.holder) await give({ person_id: plan.holder.id }, second)
    else if (model.for === 'rooms' && plan.fate === 'in_use') await give({ location_id: room }, first)
    const later = service.as(accounts.technician, after(second, 30 * DAY))
    const occurred_at = after(second, 30 * DAY).toISOString()
    if (plan.fate === 'lost')
      await later.assets.markLost({ asset_id }, { reason: 'Not found at the yearly count.', occurred_at })
    if (plan.fate === 'retired')
      await later.assets.retire({ asset_id }, { reason: 'Too old for the current system.', occurred_at })
    return {
      id: asset_id,
      tag,
      model: model.name,
      category: model.category,
      school,
      isActive: plan.fate === 'in_use',
    }
  })
}

/** Chargers, headsets and the like, with what was received and handed out in the course of the year. */
async function makeStocks(
  service: DemoService,
  { stocks }: DistrictSize,
  { accounts, places, staff, anchor }: Surroundings,
  goLive: Date,
): Promise<void> {
  const random = randomFor('stock')
  const kinds = stockModels.slice(0, Math.ceil(stocks / schoolPlans.length))
  const models = await eachOf(kinds, ({ name, manufacturer, category }) =>
    service
      .as(accounts.technician, goLive)
      .assetModels.create({ name, manufacturer, category, tracking_type: 'countable' }),
  )
  const plans = Array.from({ length: stocks }, (_, place) => ({
    kind: place % kinds.length,
    school: Math.floor(place / kinds.length) % schoolPlans.length,
    handedOut: Array.from({ length: random.between(2, 6) }, () => ({
      to: random.pick(staff),
      days: random.between(10, 360),
      quantity: random.between(1, 2),
    })).toSorted((one, other) => one.days - other.days),
    refill: random.between(5, 40),
  }))
  await eachOf(plans, async ({ kind, school, handedOut, refill }, place) => {
    const { name, pieces, minimum } = at(stockModels, kind)
    const { storeId } = at(places.schools, school)
    const { id: asset_id } = await service.as(accounts.technician, goLive).assets.create({
      model_id: at(models, kind).id,
      name: `${name}, ${at(schoolPlans, school).code}`,
      asset_tag: `NB-S${String(place + 1).padStart(2, '0')}`,
      quantity: pieces,
      minimum_quantity: minimum,
      location_id: storeId,
    })
    for (const { to, days, quantity } of handedOut) {
      const moment = atWork(after(goLive, days * DAY))
      await service.as(accounts.technician, moment).assetCirculations.create({
        asset_id,
        circulation_type: 'issue',
        person_id: to.id,
        quantity,
        occurred_at: moment.toISOString(),
      })
    }
    const moment = atWork(after(midnight(anchor), -9 * DAY + (place % 5) * HOUR))
    await service.as(accounts.technician, moment).assetCirculations.create({
      asset_id,
      circulation_type: 'receive',
      location_id: storeId,
      quantity: refill,
      occurred_at: moment.toISOString(),
      notes: 'Ordered because the store ran low.',
    })
  })
}
