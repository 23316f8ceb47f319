import { ensureOwner, makeAccounts } from './accounts.ts'
import { makeDevices } from './devices.ts'
import { leaveOut, planIssues } from './issue-plans.ts'
import { makeIssues } from './issues.ts'
import { makePeople } from './people.ts'
import { makePlaces } from './places.ts'
import { connect } from './service.ts'
import { makeServices } from './services.ts'
import { sizeAt } from './size.ts'
import { atWork, midnight, schoolYearOf } from './times.ts'

/** Which district is made. */
export interface District {
  readonly name: string
  /** The day that it stands at, `YYYY-MM-DD`: its history ends with the day before. */
  readonly anchor: string
  /** 1 = whole, 0.01 = a hundredth of it. */
  readonly scale: number
  /** How many of its issues are made, all open ones among them; without it, all. */
  readonly issues?: number
}

/** What has been made, or was there. */
export type Filling =
  | { readonly isNew: false; readonly tenantId: string; readonly isWhole: boolean }
  | { readonly isNew: true; readonly tenantId: string; readonly counts: Readonly<Record<string, number>> }

/** What the description of a tenant begins with while it is being filled. */
const UNFINISHED = 'Being filled by `npm run demo`.'
const FINISHED = 'A made-up school district to look around in. Made by `npm run demo`.'

/** What `fillDistrict` calls while it creates a district. */
export interface FillCallbacks {
  readonly report: (line: string) => void
  /** Called when all records exist, before the district is marked as finished. */
  readonly settle: (tenantId: string) => Promise<void>
}

/** The name as it stands in addresses. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Fills a tenant of a running service by its own operations; one that is there is left alone. */
export async function fillDistrict(
  baseUrl: string,
  { name, anchor, scale, issues: most }: District,
  { report, settle }: FillCallbacks,
): Promise<Filling> {
  const service = connect(baseUrl)
  const slug = slugOf(name)
  const goLive = atWork(midnight(`${schoolYearOf(anchor) - 1}-06-02`))
  const owner = await ensureOwner(service, slug)
  const tenants = await service.as(owner, goLive).me.tenants.list()
  const there = tenants.find((tenant) => tenant.name === name)
  if (there) {
    const { description } = await service.as(owner, goLive).tenants.get({ tenant_id: there.id })
    return { isNew: false, tenantId: there.id, isWhole: description !== UNFINISHED }
  }
  const { id: tenantId } = await service
    .as(owner, goLive)
    .tenants.create({ name, description: UNFINISHED, timezone: 'Europe/Oslo', locale: 'en-GB' })
  service.enter(tenantId)
  const size = sizeAt(scale)
  const accounts = await makeAccounts(service, owner, slug, goLive)
  report('Accounts and groups are made.')
  const places = await makePlaces(service, owner, anchor, goLive)
  const itemIds = await makeServices(service, accounts, places, goLive)
  report('Schools, rooms and services are made.')
  const people = await makePeople(service, accounts, { places, size, anchor, domain: `${slug}.example` })
  report(`${people.pupils.length + people.staff.length} people are made.`)
  const surroundings = { accounts, places, ...people, anchor }
  const devices = await makeDevices(service, size, surroundings)
  report(`${devices.length + size.stocks} devices and stocks are made.`)
  const planned = planIssues(size.issues, anchor)
  const plans = most === undefined ? planned : leaveOut(planned, most)
  const issues = await makeIssues(service, plans, { ...surroundings, devices, itemIds }, (done) =>
    report(`${done} of ${plans.length} issues are made.`),
  )
  await settle(tenantId)
  await service.as(owner, midnight(anchor)).tenants.update({ tenant_id: tenantId }, { description: FINISHED })
  const counts = {
    schools: places.schools.length,
    people: people.pupils.length + people.staff.length,
    devices: devices.length,
    stocks: size.stocks,
    issues,
  }
  return { isNew: true, tenantId, counts }
}
